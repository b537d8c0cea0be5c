// Entry of the server as a process, on the channel that its arguments name: --node-ipc (the extension), --stdio,
// --socket=, --pipe=.
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createConnection } from 'vscode-languageserver/node';
import { serve } from '../server.ts';
import { openChannel } from './channel.ts';
import { nodeHost } from './host.ts';

// Bundled as CommonJS, where `import.meta` is not available.
serve(openChannel(process.argv.slice(2)), createConnection, nodeHost(pathToFileURL(__filename).href));
