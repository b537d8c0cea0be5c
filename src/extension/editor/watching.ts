import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES, VISIBLE_RANGES_NOTIFICATION, type VisibleRangesParams } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { MAX_SYNCED_BYTES } from '../platform/files/open-document.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';

/** Opens the permanent watchers of editors. */
export const open = (context: FeatureContext): vscode.Disposable =>
  vscode.Disposable.from(watchLargeFiles(context), sendVisibleRanges(context));

/** Shows once per file which features VS Code disables for large files. */
function watchLargeFiles(context: FeatureContext): vscode.Disposable {
  const seen = new Set<string>();
  const look = (): void => void lookAtActive(context, seen);
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    // files over 50 MB have a tab, but no editor that extensions can access
    vscode.window.tabGroups.onDidChangeTabs(look),
  );
}

/** Loads the table of languages only for a tab without a document. */
async function gameEndings(): Promise<readonly string[]> {
  const { languageEndings, gameLanguages } = await import('../../core/languages/languages.ts');
  return languageEndings(gameLanguages());
}

async function lookAtActive({ log }: FeatureContext, seen: Set<string>): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputText) || seen.has(input.uri.toString())) return;
  const { uri } = input;
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  const ours =
    document === undefined
      ? (await gameEndings()).some((ending) => uri.path.toLowerCase().endsWith(ending))
      : DOCUMENT_LANGUAGES.some((language) => language === document.languageId);
  if (!ours) return;
  let bytes = 0;
  try {
    bytes = (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    // untitled, or in a file system without sizes: its lines are still known
  }
  // a tab comes before its document
  if ((document === undefined && bytes <= MAX_SYNCED_BYTES) || seen.has(uri.toString())) return;
  seen.add(uri.toString());
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const text = largeFileText({
    name,
    bytes,
    lines: document?.lineCount ?? 0,
    optimized: vscode.workspace.getConfiguration('editor').get<boolean>('largeFileOptimizations') ?? true,
  });
  if (text === undefined) return;
  log.info(`${name} is a large file: ${bytes} bytes.`);
  await showMessage('info', text);
}

/** Quiet time in milliseconds before the server is notified of the visible ranges: scrolling sends many events. */
const REST_MS = 100;

/** Sends the visible ranges to the server, which scores them first. */
function sendVisibleRanges(context: FeatureContext): vscode.Disposable {
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

/** Sends the visible ranges of a document, which several editors can show. */
function send({ client, log }: FeatureContext, document: vscode.TextDocument): void {
  const { code2ProtocolConverter } = client;
  const ranges = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .flatMap((editor) => editor.visibleRanges.map((range) => code2ProtocolConverter.asRange(range)));
  if (ranges.length === 0 || !client.isRunning()) return;
  const params: VisibleRangesParams = { uri: code2ProtocolConverter.asUri(document.uri), ranges };
  client
    .sendNotification(VISIBLE_RANGES_NOTIFICATION, params)
    .catch((error: unknown) => log.warn(`Could not send the visible ranges: ${String(error)}`));
}

/** Sizes above which VS Code turns off tokens, folding and lenses (`editor.largeFileOptimizations`). */
const LARGE_BYTES = 20 * 1024 * 1024;
const LARGE_LINES = 300_000;

/** Known data of a visible file. */
export interface LargeFile {
  /** Last part of its path. */
  readonly name: string;
  readonly bytes: number;
  /** Number of lines; 0 if VS Code does not give the file to extensions. */
  readonly lines: number;
  /** The setting `editor.largeFileOptimizations`. */
  readonly optimized: boolean;
}

/** Returns the note for users who open a large file; undefined for other files. */
export function largeFileText({ name, bytes, lines, optimized }: LargeFile): string | undefined {
  if (bytes > MAX_SYNCED_BYTES) {
    return t(
      '{0} is over 50 MB; VS Code does not expose files of this size to extensions. In a terminal, "statelens check" reads files of any size.',
      name,
    );
  }
  if (!optimized || (bytes <= LARGE_BYTES && lines <= LARGE_LINES)) return undefined;
  return t(
    'Problems, hovers, completion and the outline work in {0}. Because the file is large, VS Code turns off wrapping, folding, lenses and most colors.',
    name,
  );
}
