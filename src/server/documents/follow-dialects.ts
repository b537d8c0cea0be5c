import {
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { DIALECT_PATTERN } from '../../protocol/lsp.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { Log } from '../log.ts';

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
