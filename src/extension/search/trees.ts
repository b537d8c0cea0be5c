import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { LanguageName } from '../../core/languages/kit.ts';
import { nameInEditor } from '../../core/languages/languages.ts';
import { isChessProse, proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import { divideTraces } from '../../core/traces/trace-sections.ts';
import { OPEN_TREE_COMMAND } from '../../protocol/lsp.ts';
import { TREE_EDITOR, TREE_VIEW } from '../../protocol/views.ts';
import { activeEditor, applyNow } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { byteSource } from '../platform/files/bytes.ts';
import { baseName } from '../platform/files/uris.ts';
import { watchFile } from '../platform/files/watch.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { readReferenceChoice } from './trace-reference.ts';
import { TraceView } from './trace-view.ts';
import { PieceSender, TreeFileFeed } from './tree-file-feed.ts';
import { findStoredTree, isTreeFile, treeGame, treeName } from './tree-files.ts';
import { TreePanel } from './tree-panel.ts';

/** Identifier of the language of searches. */
const TRACE = 'trace';
const CHESS = proseWorld('');

/**
 * Makes a document of any text one of searches, because a person asked for its tree: its language changes, and the text
 * has findings from then on. If the text states no position, the person is asked for it. Returns false, after a message,
 * if the text has no search, or the person cancels.
 */
async function becomesTrace(document: vscode.TextDocument): Promise<boolean> {
  const text = document.getText();
  const isKnown = divideTraces(text).some(({ dialect }) => dialect !== undefined);
  if (!isKnown) {
    if (!isChessProse(text)) {
      void showMessage('info', t('{0} has no search: no trace, and no text about moves.', baseName(document.uri)));
      return false;
    }
    if (!(await statePosition(document))) return false;
  }
  await vscode.languages.setTextDocumentLanguage(document, TRACE);
  return true;
}

/** Asks for the position in which a text begins, and writes it above the text. */
async function statePosition(document: vscode.TextDocument): Promise<boolean> {
  const enter = t('Enter a FEN…');
  const chosen = await vscode.window.showWarningMessage(
    t(
      'StateLens: {0} does not state the position in which its moves begin. A FEN above the text states it.',
      baseName(document.uri),
    ),
    enter,
  );
  if (chosen !== enter) return false;
  const fen = await vscode.window.showInputBox({
    title: t('StateLens: Position'),
    prompt: t('FEN of the position in which the text begins'),
    ignoreFocusOut: true,
    validateInput: (value) => positionFault(value.trim()),
  });
  if (fen === undefined) return false;
  return applyNow(document, [{ range: { start: 0, end: 0 }, newText: `FEN: ${fen.trim()}\n\n` }]);
}

/** Returns why a text is no position; undefined for a FEN. */
function positionFault(fen: string): string | undefined {
  if (fen === '') return t('Enter a FEN.');
  const parsed = CHESS.automaton.parse(fen);
  return parsed.ok ? undefined : parsed.error;
}

/** Opens the views of search trees: of files, of traces, and those that VS Code restores after a reload. */
export function openTrees(context: FeatureContext) {
  const traces = new TraceView(context);
  return {
    commands: {
      [OPEN_TREE_COMMAND]: (uri?: unknown, more?: unknown) => openTree(traces, uri, more),
      'statelens.compareTree': async (args?: unknown) => {
        if (traces.isActive || (await openAtCursor(traces))) await traces.compare(readReferenceChoice(args));
      },
    },
    restore: { [TREE_VIEW]: (panel: vscode.WebviewPanel) => restore(context, traces, panel) },
    showFile: (panel: vscode.WebviewPanel, uri: vscode.Uri) => showTreeFile(context, panel, uri),
    dispose: () => traces.dispose(),
  };
}

/**
 * Opens the trees of the files from the Explorer's menu, of the position that a lens names, otherwise of the trace at
 * the cursor.
 */
async function openTree(traces: TraceView, first: unknown, more: unknown): Promise<void> {
  const files = [first, ...(Array.isArray(more) ? (more as readonly unknown[]) : [])].filter(
    (item): item is vscode.Uri => item instanceof vscode.Uri && isTreeFile(item.path),
  );
  if (typeof first === 'string' && isPosition(more)) await traces.open({ uri: first, position: more });
  else if (files.length === 0) await openAtCursor(traces);
  for (const uri of new Map(files.map((item) => [item.toString(), item])).values())
    await vscode.commands.executeCommand('vscode.openWith', uri, TREE_EDITOR);
}

const isPosition = (value: unknown): value is TextPosition =>
  typeof value === 'object' && value !== null && 'line' in value;

/** Opens the tree of the trace at the cursor; returns false, after a message, if there is none. */
async function openAtCursor(traces: TraceView): Promise<boolean> {
  const hasTraces = ({ isAnswer, isTrace }: LanguageName): boolean => isAnswer === true || isTrace === true;
  const shown = vscode.window.activeTextEditor;
  const isText = shown !== undefined && nameInEditor(shown.document.languageId, shown.document.fileName) === undefined;
  if (isText && !(await becomesTrace(shown.document))) return false;
  const editor = activeEditor(hasTraces);
  if (editor === undefined) return false;
  const { line, character } = editor.selection.active;
  return traces.open({ uri: editor.document.uri.toString(), position: { line, character } }, isText);
}

/** Restores a panel: a trace is requested again; a search has ended, and its file is shown. */
async function restore(context: FeatureContext, traces: TraceView, panel: vscode.WebviewPanel): Promise<void> {
  const kept = findStoredTree(context.workspaceState, panel.title);
  if (kept?.kind === 'trace') return traces.restore(panel, kept);
  if (kept?.kind === 'search') return showTreeFile(context, panel, vscode.Uri.parse(kept.file), panel.title);
  const { title } = panel;
  const reason = t('What was shown here is no longer known.');
  const empty: TreePanel = new TreePanel(
    context,
    panel,
    { source: 'file', title, name: 'tree' },
    {
      ready: () => void empty.post({ type: 'unavailable', reason }),
      closed: () => undefined,
    },
  );
}

/**
 * Shows a tree file in a panel, and follows the file.
 *
 * @param title of the panel
 */
function showTreeFile(
  context: FeatureContext,
  panel: vscode.WebviewPanel,
  uri: vscode.Uri,
  title = baseName(uri),
): void {
  const name = baseName(uri);
  const sink = {
    begin: (size: number, head: string) => {
      pieces.begin();
      shown.open({ title: treeName(name), size, game: treeGame(head), notes: [], selected: 0 });
    },
    piece: (text: string, done: boolean) => pieces.send(text, done),
    failed: (cause: string) =>
      void shown.post({ type: 'unavailable', reason: t('{0} cannot be read: {1}', name, cause) }),
  };
  const pieces = new PieceSender((piece) => shown.post(piece), context.platform.deflate);
  const feed = new TreeFileFeed(byteSource(context.platform, uri), sink, systemClock);
  const watcher = watchFile(uri, () => void feed.changed());
  const shown: TreePanel = new TreePanel(
    context,
    panel,
    { source: 'file', title, name: treeName(name) },
    {
      ready: () => void feed.restart(),
      // The resumed search has a separate panel, which replaces this one.
      resume: () =>
        void vscode.commands
          .executeCommand<boolean>('statelens.resumeSearch', uri.toString())
          .then((isBegun) => isBegun && panel.dispose()),
      closed: () => {
        feed.close();
        watcher.dispose();
      },
    },
  );
}
