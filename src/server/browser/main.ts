// The server as a web worker, in editors that run in a browser.
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { register } from '../server.ts';
import { browserHost } from './host.ts';

register(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)), browserHost());
