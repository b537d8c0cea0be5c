import * as vscode from 'vscode';
import { GRADES, type Grade } from '../../core/metrics/wording.ts';
import { type LspRange } from '../../protocol/lsp.ts';
import {
  MARKED_LINES_REQUEST,
  MARKS_CHANGED_NOTIFICATION,
  MARKS_REQUEST,
  type MarkedLinesResult,
  type MarksChangedParams,
  type MarksResult,
  type PredictionMark,
} from '../../protocol/marks.ts';
import { documentName } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { toRange } from '../platform/files/open-document.ts';
import { askServer } from '../platform/pages/requests.ts';
import { ChipStyles, MarkStyles, RULED, readMarkSettings } from './mark-styles.ts';

/** Quiet times after typing and scrolling before the server is asked, in milliseconds. */
const TYPING_MS = 60;
const SCROLLING_MS = 40;
/** Delay of the ruler's marks, in milliseconds; longer, since they need all predictions. */
const RULER_MS = 400;
/** Number of lines above and below the screen that are marked in advance, for scrolling. */
const MARGIN = 100;
/** Attempts with a server that has just started and does not know the document yet. */
const PATIENCE = { attempts: 20, pauseMs: 250 };

/** The last request for an editor. */
interface MarkRequest {
  readonly version: number;
  readonly lines: readonly LineSpan[];
}
type LineSpan = readonly [first: number, last: number];

/** Marks predictions by their correctness: in the gutter, the ruler and the text of their FENs, and as chips. */
export const open = (context: FeatureContext): vscode.Disposable => new PredictionMarks(context);

class PredictionMarks implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #styles: MarkStyles;
  readonly #chips = new ChipStyles();
  readonly #has = new HasPredictions();
  readonly #listeners: vscode.Disposable;
  readonly #shown = new WeakMap<vscode.TextEditor, MarkRequest>();
  /** Version of the document whose lines the ruler of an editor shows. */
  readonly #ruled = new WeakMap<vscode.TextEditor, number>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #closing = new vscode.CancellationTokenSource();
  #settings = readMarkSettings();

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#styles = new MarkStyles(vscode.Uri.joinPath(context.extension.extensionUri, 'media', 'marks'));
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#soon(textEditor, SCROLLING_MS)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.#soon(editor, 0))),
      // also after a change of the language
      vscode.workspace.onDidOpenTextDocument((document) => {
        for (const editor of editorsOf(document)) this.#soon(editor, 0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) for (const editor of editorsOf(document)) this.#soon(editor, TYPING_MS);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (['statelens.marks', 'statelens.predictions'].some((name) => event.affectsConfiguration(name)))
          this.#again();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => this.#again()),
      context.client.onNotification(MARKS_CHANGED_NOTIFICATION, ({ uri, scores }: MarksChangedParams) =>
        this.#again(uri, scores),
      ),
    );
    for (const editor of vscode.window.visibleTextEditors) this.#soon(editor, 0);
  }

  dispose(): void {
    this.#closing.cancel();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#listeners.dispose();
    this.#styles.dispose();
    this.#chips.dispose();
    this.#has.dispose();
  }

  /** Updates the marks after a change of settings or scores, everywhere or for one document. */
  #again(uri?: string, scores = false): void {
    this.#settings = readMarkSettings();
    for (const editor of vscode.window.visibleTextEditors) {
      if (uri !== undefined && editor.document.uri.toString() !== uri) continue;
      this.#shown.delete(editor);
      if (!scores) this.#ruled.delete(editor);
      this.#soon(editor, 0);
    }
  }

  #soon(editor: vscode.TextEditor, ms: number): void {
    if (documentName(editor.document)?.isAnnotated !== true) return;
    const id = `${editor.viewColumn ?? 0} ${editor.document.uri.toString()}`;
    this.#after(`marks ${id}`, ms, () => this.#mark(editor));
    if (this.#ruled.get(editor) !== editor.document.version)
      this.#after(`ruler ${id}`, RULER_MS, () => this.#rule(editor));
  }

  #after(key: string, ms: number, act: () => Promise<void>): void {
    clearTimeout(this.#timers.get(key));
    const run = (): void => {
      this.#timers.delete(key);
      act().catch((error: unknown) => {
        if (!this.#closing.token.isCancellationRequested)
          this.#context.log.debug(`Predictions could not be marked: ${String(error)}`);
      });
    };
    this.#timers.set(key, setTimeout(run, ms));
  }

  /** Marks the visible lines and those near them. Until the answer arrives, VS Code moves the marks with the text. */
  async #mark(editor: vscode.TextEditor): Promise<void> {
    const { document, visibleRanges } = editor;
    const { gutter, underline, chips } = this.#settings;
    if (!gutter && !underline && !chips) return this.#showMarks(editor, { marks: [] });
    if (visibleRanges.length === 0) return;
    const known = this.#shown.get(editor);
    if (known?.version === document.version && visibleRanges.every((range) => isWithin(range, known.lines))) return;
    const lines = aroundScreen(visibleRanges);
    const ranges = lines.map(
      ([first, last]): LspRange => ({
        start: { line: first, character: 0 },
        end: { line: last + 1, character: 0 },
      }),
    );
    const result = await this.#ask<MarksResult>(editor, MARKS_REQUEST, { ranges, ...(chips && { chips }) });
    if (result === null) return;
    this.#shown.set(editor, { version: result.version, lines });
    this.#showMarks(editor, result);
  }

  /** Marks the lines of all predictions in the overview ruler, and records their number. */
  async #rule(editor: vscode.TextEditor): Promise<void> {
    const result = await this.#ask<MarkedLinesResult>(editor, MARKED_LINES_REQUEST, {});
    if (result === null) return;
    this.#ruled.set(editor, result.version);
    this.#has.count(editor.document, result.count);
    for (const mark of RULED) {
      const lines = this.#settings.ruler ? result.lines[mark] : [];
      editor.setDecorations(
        this.#styles.ruler[mark],
        lines.map(([from, to]) => new vscode.Range(from, 0, to, 0)),
      );
    }
  }

  /**
   * Asks the server; null for an answer about another version than the editor has: the edit between them asks again.
   */
  async #ask<Result extends { readonly version: number }>(
    editor: vscode.TextEditor,
    request: string,
    params: object,
  ): Promise<Result | null> {
    const { document } = editor;
    const { version } = document;
    const { client } = this.#context;
    const isCurrent = (): boolean => document.version === version && !document.isClosed;
    const all = { uri: client.code2ProtocolConverter.asUri(document.uri), ...params };
    const result = await askServer<Result>(client, request, all, this.#closing.token, PATIENCE, isCurrent);
    return result?.version === version && isCurrent() ? result : null;
  }

  #showMarks(editor: vscode.TextEditor, { marks, chips = [] }: Pick<MarksResult, 'marks' | 'chips'>): void {
    const { gutter, underline } = this.#settings;
    const styles = this.#styles;
    const lines = worstPerLine(gutter ? marks : []);
    for (const mark of GRADES)
      editor.setDecorations(
        styles.gutter[mark],
        lines[mark].map((line) => new vscode.Range(line, 0, line, 0)),
      );
    editor.setDecorations(styles.underline, underline ? marks.flatMap(({ wrong }) => wrong.map(toRange)) : []);
    this.#chips.show(editor, chips, isHighContrast());
    editor.setDecorations(styles.dim, isHighContrast() ? [] : chips.flatMap(({ text }) => text.map(toRange)));
  }
}

const isWithin = ({ start, end }: vscode.Range, lines: readonly LineSpan[]): boolean =>
  lines.some(([first, last]) => first <= start.line && end.line <= last);

/** Returns the visible lines and those near them, in order, without overlaps. Folded lines are between the ranges. */
export function aroundScreen(visible: readonly vscode.Range[]): LineSpan[] {
  const spans: [number, number][] = [];
  for (const { start, end } of visible) {
    const [first, last] = [Math.max(0, start.line - MARGIN), end.line + MARGIN];
    const before = spans.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else spans.push([first, last]);
  }
  return spans;
}

const editorsOf = (document: vscode.TextDocument): vscode.TextEditor[] =>
  vscode.window.visibleTextEditors.filter((editor) => editor.document === document);

/** Returns true in a high contrast theme, in which nothing is dimmed. */
function isHighContrast(): boolean {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.HighContrast || kind === vscode.ColorThemeKind.HighContrastLight;
}

/** The context key `statelens.hasPredictions` of `when` clauses: true if the active editor has predictions. */
class HasPredictions implements vscode.Disposable {
  readonly #counts = new WeakMap<vscode.TextDocument, number>();
  readonly #listener = vscode.window.onDidChangeActiveTextEditor(() => this.#show());
  #shown = false;

  /** Records the number of predictions of a document. */
  count(document: vscode.TextDocument, predictions: number): void {
    this.#counts.set(document, predictions);
    this.#show();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #show(): void {
    const document = vscode.window.activeTextEditor?.document;
    // A view beside the text has the focus: the last value still holds.
    if (document === undefined) return;
    const has = (this.#counts.get(document) ?? 0) > 0;
    if (has === this.#shown) return;
    this.#shown = has;
    void vscode.commands.executeCommand('setContext', 'statelens.hasPredictions', has);
  }
}

/**
 * Returns the lines on which predictions start, by mark. A line has one mark in the gutter: the worst of its
 * predictions.
 */
export function worstPerLine(marks: readonly Pick<PredictionMark, 'range' | 'mark'>[]): Record<Grade, number[]> {
  const worst = new Map<number, Grade>();
  for (const { range, mark } of marks) {
    const before = worst.get(range.start.line);
    if (before === undefined || GRADES.indexOf(mark) > GRADES.indexOf(before)) worst.set(range.start.line, mark);
  }
  const lines: Record<Grade, number[]> = { exact: [], near: [], wrong: [], none: [] };
  for (const [line, mark] of worst) lines[mark].push(line);
  return lines;
}
