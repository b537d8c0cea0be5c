import process from 'node:process';

// Entry of the process that VS Code starts: node mcp-server.cjs VERSION [FOLDER]
const [version = '', folder] = process.argv.slice(2);
// deferred, since the loader of parts is at the end of the bundle
process.nextTick(() => void import('./node-mcp-server.ts').then(({ serve }) => serve(version, folder)));
