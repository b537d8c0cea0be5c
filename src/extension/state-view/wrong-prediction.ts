import * as vscode from 'vscode';
import type { Position } from '../../core/base/text/line-index.ts';
import type { StateLine } from '../../core/evaluation/game-trace/state-line.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import { withoutSample } from '../../core/notation/predictions/types.ts';
import { languageOfDocument } from '../platform/documents.ts';
import { isWrong, neighbour } from '../platform/navigation.ts';

/** Of all labels, or of the one that is open. */
type Label = string | null;

/** The next or previous wrong prediction of a text from an offset on, around its ends; undefined for none. */
export function wrongPrediction(
  document: vscode.TextDocument,
  from: Position,
  forward: boolean,
  label: Label,
): Position | undefined {
  const language = languageOfDocument(document);
  if (language === undefined) return undefined;
  const own = predictionsIn(document.getText(), language).filter(
    (one) => label === null || withoutSample(one.label.text) === label,
  );
  const offset = document.offsetAt(new vscode.Position(from.line, from.character));
  const found = neighbour(own, offset, forward, isWrong);
  if (found === undefined) return undefined;
  const { line, character } = document.positionAt(found.range.start);
  return { line, character };
}

/** The next or previous step of a line with a wrong state, around its ends; undefined for none. */
export function wrongStep({ steps, rows }: StateLine, at: number, forward: boolean, label: Label): number | undefined {
  const own = rows.filter((row) => label === null || row.label === label);
  for (let i = 1; i <= steps.length; i++) {
    const index = (at + (forward ? i : -i) + steps.length) % steps.length;
    if (own.some(({ cells }) => (cells[index] ?? null) !== null && cells[index]?.verdict !== 'exact')) return index;
  }
  return undefined;
}
