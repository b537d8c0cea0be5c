// The server as a process of its own, on the channel that its arguments name: --node-ipc (the extension), --stdio, --socket=, --pipe=.
import { createConnection } from 'vscode-languageserver/node';
import { register } from '../server.ts';
import { nodeHost } from './host.ts';

register(createConnection(), nodeHost);
