import * as vscode from 'vscode';
import { GRADE_SIGNS, GRADES, type Grade } from '../../core/metrics/wording.ts';
import { COMPARE_COMMAND } from '../../protocol/lsp.ts';
import type { PredictionChip, PredictionChips } from '../../protocol/marks.ts';
import { t } from '../platform/l10n.ts';
import { showsChips } from './prediction-folds.ts';

/** Visible kinds of marks: the settings `statelens.marks.*` and `statelens.predictions.show`. */
interface MarkSettings {
  readonly gutter: boolean;
  readonly ruler: boolean;
  readonly underline: boolean;
  readonly chips: boolean;
}

export function readMarkSettings(): MarkSettings {
  const section = vscode.workspace.getConfiguration('statelens.marks');
  const isOn = (name: string): boolean => section.get<boolean>(name) ?? true;
  return { gutter: isOn('gutter'), ruler: isOn('ruler'), underline: isOn('underline'), chips: showsChips() };
}

/** Marks shown in the overview ruler; exact predictions have none there. */
export const RULED = ['near', 'wrong', 'none'] as const satisfies readonly Grade[];
type RulerGrade = (typeof RULED)[number];

const color = (mark: RulerGrade): vscode.ThemeColor => new vscode.ThemeColor(`statelens.mark.${mark}`);

/** Decorations of marks, by location. */
export class MarkStyles implements vscode.Disposable {
  readonly gutter: Readonly<Record<Grade, vscode.TextEditorDecorationType>>;
  readonly ruler: Readonly<Record<RulerGrade, vscode.TextEditorDecorationType>>;
  readonly underline: vscode.TextEditorDecorationType;
  /** Text of predictions beside their chips. */
  readonly dim: vscode.TextEditorDecorationType;

  /** @param icons folder with `MARK-dark.svg` and `MARK-light.svg` */
  constructor(icons: vscode.Uri) {
    const { createTextEditorDecorationType: style } = vscode.window;
    const icon = (name: string) => ({ gutterIconPath: vscode.Uri.joinPath(icons, `${name}.svg`) });
    const gutter = (mark: Grade) =>
      style({ dark: icon(`${mark}-dark`), light: icon(`${mark}-light`), gutterIconSize: '80%' });
    const ruler = (mark: RulerGrade) =>
      style({ overviewRulerColor: color(mark), overviewRulerLane: vscode.OverviewRulerLane.Center });
    this.gutter = { exact: gutter('exact'), near: gutter('near'), wrong: gutter('wrong'), none: gutter('none') };
    this.ruler = { near: ruler('near'), wrong: ruler('wrong'), none: ruler('none') };
    // Straight and below the letters: squiggles are for findings.
    this.underline = style({ borderStyle: 'solid', borderWidth: '0 0 2px 0', borderColor: color('wrong') });
    this.dim = style({ opacity: '0.5' });
  }

  dispose(): void {
    const { gutter, ruler, underline, dim } = this;
    vscode.Disposable.from(...GRADES.map((m) => gutter[m]), ...RULED.map((m) => ruler[m]), underline, dim).dispose();
  }
}

/** Maximum number of chips in a line, the number of further predictions included. */
const MAX_SLOTS = 9;
/** Maximum length of a name in a chip, in UTF-16 code units. */
const MAX_NAME = 24;

/** A chip as it is drawn. */
interface ChipText {
  readonly text: string;
  readonly grade: Grade | null;
}

/** Returns the chips of a place as text: `✗ gpt-4o 0.56`; the last one counts predictions without one. */
export function chipTexts({ chips, more }: Pick<PredictionChips, 'chips' | 'more'>): ChipText[] {
  const shown = chips.slice(0, MAX_SLOTS - 1).map(
    ({ name, grade, score }): ChipText => ({
      text: [grade === null ? '–' : GRADE_SIGNS[grade], shorten(name), score]
        .filter((part) => part !== '')
        .join('\u00a0'),
      grade,
    }),
  );
  const others = more + chips.length - shown.length;
  return others > 0 ? [...shown, { text: `+${others}`, grade: null }] : shown;
}

const shorten = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);

/** Draws chips of predictions after the text of their lines. The text itself is never changed. */
export class ChipStyles implements vscode.Disposable {
  /**
   * A style for each place in a line, from left to right: VS Code sorts what stands at one position by the keys of its
   * styles.
   */
  readonly #slots: readonly vscode.TextEditorDecorationType[] = Array.from({ length: MAX_SLOTS }, () =>
    vscode.window.createTextEditorDecorationType({}),
  ).sort((a, b) => (`${a.key}-` < `${b.key}-` ? -1 : 1));

  show(editor: vscode.TextEditor, places: readonly PredictionChips[], isHighContrast: boolean): void {
    const decorations: vscode.DecorationOptions[][] = this.#slots.map(() => []);
    for (const place of places) {
      const at = new vscode.Position(place.at.line, place.at.character);
      const range = new vscode.Range(at, at);
      for (const [slot, chip] of chipTexts(place).entries()) {
        const after = attachment(chip, slot === 0, isHighContrast);
        // VS Code shows the hovers of all chips at one position together.
        const hover = slot === 0 ? { hoverMessage: hoverText(editor.document.uri, place) } : {};
        decorations[slot]?.push({ range, renderOptions: { after }, ...hover });
      }
    }
    for (const [slot, style] of this.#slots.entries()) editor.setDecorations(style, decorations[slot] ?? []);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#slots).dispose();
  }
}

function attachment(
  { text, grade }: ChipText,
  isFirst: boolean,
  isHighContrast: boolean,
): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    contentText: text,
    color: new vscode.ThemeColor(grade === null ? 'descriptionForeground' : `statelens.mark.${grade}`),
    margin: `0 0 0 ${isFirst ? '1em' : '0.4em'}`,
    fontStyle: 'normal',
    // The value ends in further properties, for which the API has no names.
    textDecoration: 'none; border-radius: 3px; padding: 0 0.35em; font-size: 0.92em',
    ...(isHighContrast
      ? { border: '1px solid', borderColor: new vscode.ThemeColor('contrastBorder') }
      : { backgroundColor: new vscode.ThemeColor('editorInlayHint.background') }),
  };
}

/** Returns the hover of chips: a line for each prediction, with a link to the state view. */
function hoverText(uri: vscode.Uri, { chips, more }: PredictionChips): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: [COMPARE_COMMAND] };
  for (const chip of chips) {
    text.appendMarkdown(`${chip.grade === null ? '–' : GRADE_SIGNS[chip.grade]} [`);
    text.appendText(chip.place.label ?? chip.name);
    text.appendMarkdown(`](${commandLink(uri, chip)}) `);
    text.appendText(chip.line);
    text.appendMarkdown('\n\n');
  }
  if (more > 0) text.appendText(t('{0} more predictions of this position', more));
  return text;
}

const commandLink = (uri: vscode.Uri, { place }: PredictionChip): string =>
  `command:${COMPARE_COMMAND}?${encodeURIComponent(JSON.stringify([uri.toString(), place]))} "${t('Open in State View')}"`;
