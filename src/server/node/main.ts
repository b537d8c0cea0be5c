// The server as a process of its own, on the channel that its arguments name: --node-ipc (the extension), --stdio, --socket=, --pipe=.
import { pathToFileURL } from 'node:url';
import { createConnection } from 'vscode-languageserver/node';
import { register } from '../server.ts';
import { nodeHost } from './host.ts';

// Bundled as CommonJS, where `import.meta` is not to be had.
register(createConnection(), nodeHost(pathToFileURL(__filename).href));
