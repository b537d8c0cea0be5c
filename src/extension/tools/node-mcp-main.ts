import process from 'node:process';

// VS Code starts this as a process of its own: node mcp-server.cjs VERSION [FOLDER]
const [version = '', folder] = process.argv.slice(2);
// later, since the loader of parts stands at the end of the bundle
process.nextTick(() => void import('./node-mcp-server.ts').then(({ serve }) => serve(version, folder)));
