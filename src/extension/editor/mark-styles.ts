import * as vscode from 'vscode';
import { GRADES, type Grade } from '../../core/metrics/wording.ts';
import { showsChips } from './prediction-folds.ts';

/** Visible kinds of marks: the settings `statelens.marks.*` and `statelens.predictions.show`. */
export interface MarkSettings {
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
