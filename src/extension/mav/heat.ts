import * as vscode from 'vscode';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { BUCKETS, bucketMiddle, isBucket } from '../../core/mav/values.ts';
import { readSettings } from '../../protocol/settings.ts';
import { documentName } from '../platform/documents.ts';

/** Quiet time after typing before chips are rebuilt, in milliseconds; until then VS Code moves them with the text. */
const TYPING_MS = 200;
/** Number of lines beyond the screen with chips, for scrolling. */
const MARGIN = 50;
/** Maximum number of chips per update, for very long lines. */
const MAX_CHIPS = 2000;

/**
 * Opens the colors of values: every visible value of a MAV file has the color of its win probability. The text after a
 * value is an inlay hint: VS Code wraps lines by hints, but not by the content of decorations.
 */
export const open = (): vscode.Disposable => new MavHeat();

class MavHeat implements vscode.Disposable {
  /** Buckets with decorations in each editor: only changes are set again. */
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
    if (documentName(document)?.isAnswer !== true) return;
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
    if (documentName(document)?.isAnswer !== true || this.#timers.has(document)) return;
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

/** Returns the chips of a theme, by the index of their bucket. */
const stylesOf = (theme: ThemeKind): readonly vscode.TextEditorDecorationType[] =>
  Array.from({ length: BUCKETS }, (_, index) => {
    const { background, foreground, border } = chipColors(bucketHeat(index), theme);
    return vscode.window.createTextEditorDecorationType({
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      backgroundColor: background,
      color: foreground,
      borderRadius: '3px',
      ...(border !== undefined && { border: `1px solid ${border}` }),
    });
  });

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** Appearance of a chip: CSS colors; `border` is drawn in high contrast themes. */
export interface ChipColors {
  readonly background: string;
  readonly foreground: string;
  readonly border: string | undefined;
}

/** Kinds of themes in VS Code. */
export type ThemeKind = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** Colors from lost over even to won: orange, gray, blue, which every kind of color vision can distinguish. */
interface Ramp {
  readonly stops: readonly [Rgb, Rgb, Rgb];
  readonly ink: string;
}
const RAMPS: Readonly<Record<'dark' | 'light', Ramp>> = {
  dark: {
    stops: [
      [156, 66, 10],
      [74, 74, 78],
      [26, 95, 180],
    ],
    ink: '#ffffff',
  },
  light: {
    stops: [
      [255, 190, 138],
      [226, 226, 230],
      [158, 200, 255],
    ],
    ink: '#1a1a1a',
  },
};
/** Bright on black and deep on white. */
const EDGES: Readonly<Record<'highContrast' | 'highContrastLight', Ramp>> = {
  highContrast: {
    stops: [
      [255, 154, 87],
      [200, 200, 200],
      [110, 180, 255],
    ],
    ink: '#ffffff',
  },
  highContrastLight: {
    stops: [
      [143, 54, 0],
      [80, 80, 80],
      [0, 72, 160],
    ],
    ink: '#000000',
  },
};

/** Returns the colors of a win probability, 0 to 1: the hue is the value, and text on it is legible. */
export function chipColors(heat: number, theme: ThemeKind): ChipColors {
  if (theme === 'dark' || theme === 'light') {
    const { stops, ink } = RAMPS[theme];
    return { background: css(between(stops, heat)), foreground: ink, border: undefined };
  }
  const { stops, ink } = EDGES[theme];
  return { background: 'transparent', foreground: ink, border: css(between(stops, heat)) };
}

function between([low, middle, high]: Ramp['stops'], heat: number): Rgb {
  const [from, to, share] = heat < 0.5 ? [low, middle, 2 * heat] : [middle, high, 2 * heat - 1];
  const mix = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * share);
  return [mix(0), mix(1), mix(2)];
}

const css = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The token of a value. */
export interface HeatSpan {
  /** Offsets of the token, without a quotation mark. */
  readonly start: number;
  readonly end: number;
  /** Index of the bucket, from 0 for the lowest of the dialect to 63 for the highest. */
  readonly index: number;
}

/** Pattern of a comment line, or of the control token of a bucket after a colon. */
const TOKEN = /^[ \t]*#.*$|(:[ \t]*"?)(<(?:ctrl|val_)(\d{1,2})>)/gm;

/** Returns the values in whole lines of a MAV file, in order; numbers that are no bucket of the dialect are omitted. */
export function heatSpans(lines: string, { base }: Pick<MavDialect, 'base'>): HeatSpan[] {
  return Array.from(lines.matchAll(TOKEN)).flatMap(({ 1: before, 2: token, 3: digits, index }) => {
    const bucket = Number(digits);
    if (before === undefined || token === undefined || !isBucket(bucket, { base })) return [];
    const start = index + before.length;
    return [{ start, end: start + token.length, index: bucket - base }];
  });
}

/** Returns the win probability in the middle of a bucket, 0 to 1, by its index. */
export const bucketHeat = (index: number): number => bucketMiddle(index, { base: 0 });
