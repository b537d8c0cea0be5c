// Entry of the server as a web worker, for editors that run in a browser.
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { serve } from '../server.ts';
import { browserHost } from './host.ts';

const channel = { reader: new BrowserMessageReader(self), writer: new BrowserMessageWriter(self) };
serve(channel, createConnection, browserHost());
