import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES, VISIBLE_RANGES_NOTIFICATION, type VisibleRangesParams } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';

/** Scrolling sends many events; the server hears of a place once it is rested on. */
const REST_MS = 100;

/** Tells the server what is on the screen, so that it is scored first. */
export function sendVisibleRanges(context: FeatureContext): vscode.Disposable {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const soon = ({ document }: vscode.TextEditor): void => {
    if (!DOCUMENT_LANGUAGES.some((language) => language === document.languageId)) return;
    const uri = document.uri.toString();
    clearTimeout(waiting.get(uri));
    waiting.set(
      uri,
      setTimeout(() => {
        waiting.delete(uri);
        send(context, document);
      }, REST_MS),
    );
  };
  for (const editor of vscode.window.visibleTextEditors) soon(editor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => soon(textEditor)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(soon)),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}

/** One document may be shown in several editors. */
function send({ client, log }: FeatureContext, document: vscode.TextDocument): void {
  const { code2ProtocolConverter } = client;
  const ranges = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .flatMap((editor) => editor.visibleRanges.map((range) => code2ProtocolConverter.asRange(range)));
  if (ranges.length === 0 || !client.isRunning()) return;
  const params: VisibleRangesParams = { uri: code2ProtocolConverter.asUri(document.uri), ranges };
  client
    .sendNotification(VISIBLE_RANGES_NOTIFICATION, params)
    .catch((error: unknown) => log.warn(`The visible ranges were not sent: ${String(error)}`));
}
