import {
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import type { DialectSource } from '../../core/languages/trace/section-trace.ts';
import { DIALECT_PATTERN, type DialectText } from '../../protocol/lsp.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { Log } from '../log.ts';
import type { ServerDocument } from './document.ts';
import { splitUri } from './open-domain.ts';

/** Dialect files that traces may be written in: open ones with their edits, those beside a trace, and those that the client sends. */
export class DialectFiles {
  #sent: readonly DialectText[] = [];
  readonly #beside: (uri: string) => readonly DialectText[];

  /** @param beside returns the dialect files in the folder of a document */
  constructor(beside: (uri: string) => readonly DialectText[] = () => []) {
    this.#beside = beside;
  }

  /** Replaces the files that the client knows. */
  take(files: readonly DialectText[]): void {
    this.#sent = files;
  }

  /** Returns the files for a document, the nearest first: of two dialects with one id the first is used. */
  for(uri: string, open: readonly ServerDocument[]): readonly DialectSource[] {
    const { folder } = splitUri(uri);
    const edited = open.filter(({ kit }) => kit?.isDialect === true);
    const known = new Map<string, string>();
    for (const file of [...edited, ...this.#beside(uri), ...this.#sent])
      if (!known.has(placeOf(file.uri))) known.set(placeOf(file.uri), file.text);
    const files = Array.from(known, ([place, text]) => ({ ...splitUri(place), text }));
    const isNear = (file: { readonly folder: string }): boolean => file.folder === placeOf(folder);
    return [...files.filter(isNear), ...files.filter((file) => !isNear(file))].map(({ name, text }) => ({
      name,
      text,
    }));
  }
}

/** Returns a URI without the escapes in which editors and platforms differ. */
function placeOf(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/**
 * Asks the client for the texts of dialect files, after the handshake: editors show them as JSON, which is no language
 * of the server. Nothing else of them is the server's, such as their format.
 */
export async function followDialects(
  { client: editor }: Connection,
  { registersDocuments }: Pick<ClientAbilities, 'registersDocuments'>,
  log: Log,
): Promise<void> {
  if (!registersDocuments) return;
  const documentSelector = [{ pattern: DIALECT_PATTERN }];
  try {
    await Promise.all([
      editor.register(DidOpenTextDocumentNotification.type, { documentSelector }),
      editor.register(DidChangeTextDocumentNotification.type, {
        documentSelector,
        syncKind: TextDocumentSyncKind.Incremental,
      }),
      editor.register(DidCloseTextDocumentNotification.type, { documentSelector }),
    ]);
  } catch (error) {
    log.warn(`dialect files cannot be followed: ${String(error)}`);
  }
}
