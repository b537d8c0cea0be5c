import * as vscode from 'vscode';
import { BUCKETS } from '../../../core/mav/values.ts';
import { readSettings } from '../../../protocol/settings.ts';
import { nameOfDocument } from '../../platform/documents.ts';
import { chipColors, type ThemeKind } from './heat-colors.ts';
import { heatOf, heatSpans } from './heat-spans.ts';

/** While text is typed VS Code moves the chips along; they are made anew when it rests. */
const TYPING_MS = 200;
/** Lines beside the screen that have chips already when it scrolls. */
const MARGIN = 50;
/** Lines without end have no more of them. */
const MAX_CHIPS = 2000;

/**
 * The color of every value of a MAV file on the screen is the probability to win. What stands behind a value in words is an inlay
 * hint: VS Code breaks lines by those, and not by what decorations add.
 */
export const open = (): vscode.Disposable => new MavHeat();

class MavHeat implements vscode.Disposable {
  /** What editors show, by the index of the bucket: only what changes is set again. */
  readonly #shown = new WeakMap<vscode.TextEditor, ReadonlySet<number>>();
  readonly #listeners: vscode.Disposable;
  readonly #timers = new Map<vscode.TextDocument, ReturnType<typeof setTimeout>>();
  #styles = stylesOf(themeKind());

  constructor() {
    const { window, workspace } = vscode;
    this.#listeners = vscode.Disposable.from(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#show(textEditor)),
      window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.#show(editor))),
      // Also after a change of the language.
      workspace.onDidOpenTextDocument((document) => this.#showDocument(document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#soon(document);
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('statelens.mav')) this.#showAll();
      }),
      window.onDidChangeActiveColorTheme(() => {
        this.#styles.forEach((style) => style.dispose());
        this.#styles = stylesOf(themeKind());
        this.#showAll();
      }),
    );
    this.#showAll();
  }

  dispose(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#listeners.dispose();
    this.#styles.forEach((style) => style.dispose());
  }

  #soon(document: vscode.TextDocument): void {
    if (nameOfDocument(document)?.isAnswer !== true) return;
    clearTimeout(this.#timers.get(document));
    const show = (): void => {
      this.#timers.delete(document);
      this.#showDocument(document);
    };
    this.#timers.set(document, setTimeout(show, TYPING_MS));
  }

  #showAll(): void {
    vscode.window.visibleTextEditors.forEach((editor) => this.#show(editor));
  }

  #showDocument(document: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.#show(editor);
  }

  #show(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (nameOfDocument(document)?.isAnswer !== true || this.#timers.has(document)) return;
    const section = vscode.workspace.getConfiguration('statelens', document);
    const isOn = section.get<boolean>('mav.heat') ?? true;
    const now = isOn
      ? this.#onScreen(editor, readSettings(section).mavDialect.base)
      : new Map<number, vscode.Range[]>();
    const before = this.#shown.get(editor) ?? new Set();
    for (const index of new Set([...before, ...now.keys()])) {
      const style = this.#styles[index];
      if (style !== undefined) editor.setDecorations(style, now.get(index) ?? []);
    }
    this.#shown.set(editor, new Set(now.keys()));
  }

  #onScreen({ document, visibleRanges }: vscode.TextEditor, base: 0 | 1): Map<number, vscode.Range[]> {
    const [first, last] = [visibleRanges[0]?.start.line ?? 0, visibleRanges.at(-1)?.end.line ?? 0];
    const lines = new vscode.Range(Math.max(0, first - MARGIN), 0, last + MARGIN + 1, 0);
    const from = document.offsetAt(lines.start);
    const found = new Map<number, vscode.Range[]>();
    for (const { start, end, index } of heatSpans(document.getText(lines), { base }).slice(0, MAX_CHIPS)) {
      const range = new vscode.Range(document.positionAt(from + start), document.positionAt(from + end));
      const same = found.get(index);
      if (same === undefined) found.set(index, [range]);
      else same.push(range);
    }
    return found;
  }
}

const KINDS: Readonly<Record<vscode.ColorThemeKind, ThemeKind>> = {
  [vscode.ColorThemeKind.Light]: 'light',
  [vscode.ColorThemeKind.Dark]: 'dark',
  [vscode.ColorThemeKind.HighContrast]: 'highContrast',
  [vscode.ColorThemeKind.HighContrastLight]: 'highContrastLight',
};
const themeKind = (): ThemeKind => KINDS[vscode.window.activeColorTheme.kind];

/** The chips of a theme, by the index of their bucket. */
const stylesOf = (theme: ThemeKind): readonly vscode.TextEditorDecorationType[] =>
  Array.from({ length: BUCKETS }, (_, index) => {
    const { background, foreground, border } = chipColors(heatOf(index), theme);
    return vscode.window.createTextEditorDecorationType({
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      backgroundColor: background,
      color: foreground,
      borderRadius: '3px',
      ...(border !== undefined && { border: `1px solid ${border}` }),
    });
  });
