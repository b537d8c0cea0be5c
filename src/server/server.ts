import { type Connection, type InitializeResult, TextDocumentSyncKind, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { checkText } from '../core/check.ts';
import { Debouncer } from './debouncer.ts';
import { toLsp } from './diagnostics.ts';
import type { ServerHost } from './host.ts';
import { documentLanguage } from './languages.ts';

/** Quiet time after a keystroke before a document is checked again: 150 ms, and more for large ones, at most a second. */
const quietTime = (characters: number): number => 150 + Math.min(850, characters / 5000);

/**
 * The language server on a connection, which is listened to from here on. Diagnostics are pushed: at once for a document
 * that is opened, after a short silence for one that is edited, none for one that is closed.
 */
export function register(connection: Connection, host: ServerHost): void {
  const documents = new TextDocuments(TextDocument);
  const waiting = new Debouncer(host);
  /** The version of each open document that its diagnostics are of. */
  const published = new Map<string, number>();
  let related = false;

  connection.onInitialize(({ capabilities }): InitializeResult => {
    related = capabilities.textDocument?.publishDiagnostics?.relatedInformation ?? false;
    return {
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      },
      serverInfo: { name: 'StateLens' },
    };
  });

  const check = (uri: string): void => {
    const document = documents.get(uri);
    if (document === undefined || published.get(uri) === document.version) return;
    const text = document.getText();
    const language = documentLanguage(uri, document.languageId, text);
    // A fault of ours in one document must not end the server for the others.
    try {
      const diagnostics = language ? toLsp(text, checkText(text, language), { uri, related }) : [];
      published.set(uri, document.version);
      send(uri, diagnostics, document.version);
    } catch (error) {
      connection.console.error(`${uri} could not be checked: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  const send = (uri: string, diagnostics: ReturnType<typeof toLsp>, version?: number): void => {
    connection
      .sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) })
      .catch((error: unknown) => connection.console.error(`diagnostics of ${uri} were not sent: ${String(error)}`));
  };

  documents.onDidChangeContent(({ document }) => {
    const quiet = published.has(document.uri) ? quietTime(document.getText().length) : 0;
    waiting.schedule(document.uri, quiet, () => check(document.uri));
  });
  documents.onDidClose(({ document: { uri } }) => {
    waiting.cancel(uri);
    published.delete(uri);
    send(uri, []);
  });
  connection.onShutdown(() => waiting.dispose());

  documents.listen(connection);
  connection.listen();
}
