import type { Connection } from 'vscode-languageserver';
import type { FilesBeside } from '../../core/languages/kit.ts';
import type { OpenDocuments } from '../feature.ts';
import type { Log } from '../log.ts';
import { ServerDocument } from './document.ts';

/** Events of a document's life. */
export interface DocumentEvents {
  opened(document: ServerDocument): void;
  edited(document: ServerDocument): void;
  closed(document: ServerDocument): void;
}

/** The documents that the client has open. */
export class Documents implements OpenDocuments {
  readonly #open = new Map<string, ServerDocument>();
  readonly #log: Log;
  readonly #limit: () => number;
  readonly #besideOf: (uri: string) => FilesBeside;

  /**
   * @param limit returns the maximum length of a document that is read, in UTF-16 code units
   * @param besideOf returns the reader of the files that a document names, or that lie beside it
   */
  constructor(log: Log, limit: () => number, besideOf: (uri: string) => FilesBeside) {
    this.#besideOf = besideOf;
    this.#log = log;
    this.#limit = limit;
  }

  get(uri: string): ServerDocument | undefined {
    return this.#open.get(uri);
  }

  all(): readonly ServerDocument[] {
    return [...this.#open.values()];
  }

  listen(connection: Connection, events: DocumentEvents): void {
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      // A client that opens it twice has forgotten the first time.
      if (this.#open.has(uri)) this.#close(uri, events);
      const document = new ServerDocument(uri, languageId, version, text, this.#limit(), this.#besideOf(uri));
      this.#open.set(uri, document);
      events.opened(document);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const document = this.#open.get(uri);
      if (document === undefined) this.#log.warn(`a change of ${uri} was ignored: it is not open`);
      else if (contentChanges.length > 0) {
        document.update(contentChanges, version);
        events.edited(document);
      }
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      if (this.#open.has(uri)) this.#close(uri, events);
      else this.#log.warn(`${uri} cannot be closed: it is not open`);
    });
  }

  /** Cancels pending work for all of them. */
  end(): void {
    for (const document of this.#open.values()) document.close();
  }

  #close(uri: string, events: DocumentEvents): void {
    const document = this.#open.get(uri);
    if (document === undefined) return;
    this.#open.delete(uri);
    document.close();
    events.closed(document);
  }
}
