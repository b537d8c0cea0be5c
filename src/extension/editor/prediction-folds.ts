import * as vscode from 'vscode';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { PREDICTION_FOLDS_REQUEST, type PredictionFoldsResult } from '../../protocol/marks.ts';
import { documentName } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { settleFolding } from '../platform/first-folding.ts';
import { t } from '../platform/l10n.ts';
import { type Attempts, askServer } from '../platform/pages/requests.ts';

/** Key of the files whose predictions were folded once in this workspace. */
const FOLDED = 'statelens.foldedFiles';
/** Maximum number of them; the oldest are forgotten. */
const MAX_FILES = 1000;
/** Quiet time after an edit before a file without predictions is examined again, in milliseconds. */
const EDITING_MS = 400;
/** Attempts with a server that has just started. */
const PATIENCE = { attempts: 40, pauseMs: 100 };
/** Attempts to fold a new file: VS Code may know its folding ranges later than this extension does. */
const FOLDING: Attempts = { attempts: 12, pauseMs: 250 };
/** Documents of these schemes are no files with a separate editor. */
const OTHER_SCHEMES: ReadonlySet<string> = new Set(['vscode-notebook-cell', 'output', 'comment']);

/** Returns true if predictions are shown as chips, false for text. */
export const showsChips = (): boolean =>
  vscode.workspace.getConfiguration(SERVER_ID).get<string>('predictions.show') !== 'text';

/** Folds the text of predictions when a file is opened for the first time; afterwards it stays as the user leaves it. */
export const open = (context: FeatureContext): vscode.Disposable => new FirstFolding(context);

class FirstFolding implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #folded: Set<string>;
  readonly #listeners: vscode.Disposable;
  readonly #closing = new vscode.CancellationTokenSource();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#folded = new Set(context.workspaceState.get<readonly string[]>(FOLDED) ?? []);
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => this.#soon(0)),
      // The tab of an editor may come after it.
      vscode.window.tabGroups.onDidChangeTabs(() => this.#soon(0)),
      // also after a change of the language
      vscode.workspace.onDidOpenTextDocument(() => this.#soon(0)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) this.#soon(EDITING_MS);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SERVER_ID}.predictions.show`)) this.#settingChanged();
      }),
    );
    this.#soon(0);
  }

  dispose(): void {
    this.#closing.cancel();
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }

  #soon(ms: number): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    if (!this.#isNew(editor)) return settleFolding(editor.document);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#fold(editor), ms);
  }

  #isNew({ document }: vscode.TextEditor): boolean {
    return showsChips() && isFoldable(document) && !this.#folded.has(document.uri.toString()) && !isInDiff(document);
  }

  async #fold(editor: vscode.TextEditor): Promise<void> {
    const { log } = this.#context;
    try {
      const folds = await foldsOf(this.#context, editor.document, this.#closing.token);
      // `editor.fold` works on the active editor alone.
      if (editor !== vscode.window.activeTextEditor || !this.#isNew(editor)) return;
      if (folds.length > 0) {
        this.#remember(editor.document.uri.toString());
        await this.#foldSurely(editor, folds);
      }
      settleFolding(editor.document);
    } catch (error) {
      if (!this.#closing.token.isCancellationRequested) log.debug(`Predictions could not be folded: ${String(error)}`);
    }
  }

  /** Folds again until the screen shows it, unless the text, the active editor or the wish of the user changes. */
  async #foldSurely({ document }: vscode.TextEditor, folds: PredictionFoldsResult['folds']): Promise<void> {
    const { version } = document;
    const before = toggles;
    for (let attempt = 0; attempt < FOLDING.attempts; attempt++) {
      // VS Code may have made another editor for the document.
      const editor = vscode.window.activeTextEditor;
      if (this.#closing.token.isCancellationRequested || toggles !== before) return;
      if (editor?.document !== document || document.version !== version) return;
      if (attempt > 0 && foldsOnScreen(editor, folds) !== 'unfolded') return;
      await setFolded(editor, folds, true);
      await new Promise<void>((resolve) => void setTimeout(resolve, FOLDING.pauseMs));
    }
  }

  #remember(uri: string): void {
    this.#folded.add(uri);
    const kept = [...this.#folded].slice(-MAX_FILES);
    void this.#context.workspaceState.update(FOLDED, kept);
  }

  /** Shows the text of predictions, or folds it, after the user has chosen what to see. */
  #settingChanged(): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isFoldable(editor.document)) return;
    void togglePredictionText(this.#context, showsChips());
  }
}

/** Number of calls of `togglePredictionText`: what the user wants takes precedence over what was started before. */
let toggles = 0;

const isFoldable = (document: vscode.TextDocument): boolean =>
  documentName(document)?.isAnnotated === true && !OTHER_SCHEMES.has(document.uri.scheme);

/** Returns true if the active editor shows changes, which cannot be folded: the file itself is still to be opened. */
function isInDiff({ uri }: vscode.TextDocument): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff)) return false;
  return [input.original, input.modified].some((side) => side.toString() === uri.toString());
}

/** Returns the folds of a document's predictions as it is now; none if it changes meanwhile. */
async function foldsOf(
  { client }: FeatureContext,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<PredictionFoldsResult['folds']> {
  const { version } = document;
  const isCurrent = (): boolean => document.version === version && !document.isClosed;
  const params = { uri: client.code2ProtocolConverter.asUri(document.uri) };
  const found = await askServer<PredictionFoldsResult>(
    client,
    PREDICTION_FOLDS_REQUEST,
    params,
    token,
    PATIENCE,
    isCurrent,
  );
  return found?.version === version && isCurrent() ? found.folds : [];
}

/**
 * Folds or unfolds lines of the active editor. Lines with a selection stay unfolded: a search result or a finding in
 * them was opened.
 */
async function setFolded(
  editor: vscode.TextEditor,
  folds: PredictionFoldsResult['folds'],
  isFolded: boolean,
): Promise<void> {
  const isSelected = ([head, last]: readonly [number, number]): boolean =>
    editor.selections.some(({ start, end }) => start.line <= last && end.line > head);
  const selectionLines = folds.filter((fold) => !isFolded || !isSelected(fold)).map(([head]) => head);
  if (selectionLines.length === 0) return;
  // With levels, the region that starts at a line is changed, never one around it.
  const how = { selectionLines, levels: 1, direction: 'down' };
  await vscode.commands.executeCommand(isFolded ? 'editor.fold' : 'editor.unfold', how);
}

/**
 * Runs Toggle Prediction Text: unfolds all predictions of the active editor if one on the screen is folded, otherwise
 * folds them.
 *
 * @param isFolded true to fold, false to unfold; by default the opposite of what is on the screen
 */
export async function togglePredictionText(context: FeatureContext, isFolded?: boolean): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isFoldable(editor.document)) return;
  toggles++;
  const source = new vscode.CancellationTokenSource();
  const folds = await foldsOf(context, editor.document, source.token);
  source.dispose();
  if (editor !== vscode.window.activeTextEditor) return;
  if (folds.length === 0) {
    const none = t('StateLens: no prediction stands on a line of its own in this file');
    if (isFolded === undefined) vscode.window.setStatusBarMessage(none, 4000);
    return;
  }
  await setFolded(editor, folds, isFolded ?? foldsOnScreen(editor, folds) !== 'folded');
}

/** Returns `folded` if the screen shows the head of a fold without its lines, `none` if it shows no head. */
function foldsOnScreen(
  { visibleRanges }: vscode.TextEditor,
  folds: PredictionFoldsResult['folds'],
): 'folded' | 'unfolded' | 'none' {
  const last = visibleRanges.at(-1)?.end.line ?? 0;
  const isVisible = (line: number): boolean =>
    visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
  const heads = folds.flatMap(([head]) => (head < last && isVisible(head) ? [head] : []));
  // An editor that was just opened has no lines on the screen.
  if (heads.length === 0) return visibleRanges.length === 0 ? 'unfolded' : 'none';
  return heads.some((head) => !isVisible(head + 1)) ? 'folded' : 'unfolded';
}
