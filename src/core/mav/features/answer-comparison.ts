import { plural } from '../../base/text/counts.ts';
import { dominantLineEnding } from '../../base/text/lines.ts';
import { COMPARED_GAMES } from '../../metrics/compared-games.ts';
import { type MavPosition, normalizeAction } from '../check/example-model.ts';
import { illegalReasonSuffix } from '../check/illegal-reason.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import type { MavDialect } from '../syntax.ts';
import { type MavView, mavView } from '../view.ts';
import type { DraftLine, ExampleDraft } from '../write/example-draft.ts';
import type { ExamplePrompt } from '../write/prompt-edits.ts';
import { type ListRow, listTable } from './list-table.ts';
import { statePredictions } from './section-states.ts';
import { actionName, positionText } from './state-board.ts';

/** A line of an answer compared with the reference: `%FEN`, `thinks the bishop is still on b4: missed 3.Bb5`. */
export interface AnswerLine {
  /** The command; `final %FEN` for a state after the best action. */
  readonly label: string;
  /** `same`, or the difference in words. */
  readonly text: string;
}

/** The answer of an example compared with its reference. */
export interface AnswerComparison {
  /** Position of the list and the best action, as its game prints it; null if unknown. */
  readonly state: string | null;
  /** Side to move and number of legal moves: `Black to move, 33 legal moves`. */
  readonly situation: string | null;
  /** In the order of the reference. */
  readonly lines: readonly AnswerLine[];
  /** Rows of the list if both reference and answer have one. */
  readonly rows: readonly ListRow[];
}

/** Compares the answer of an example with its reference, in the dialect of both. */
export function promptComparison(
  text: string,
  { prompt, outputs }: Pick<ExamplePrompt, 'prompt' | 'outputs'>,
  draft: ExampleDraft,
  dialect: MavDialect,
): AnswerComparison | undefined {
  const own = outputs === undefined ? '' : text.slice(outputs.start, outputs.end);
  return answerComparison(mavView(prompt + own + dominantLineEnding(text), undefined, dialect), draft);
}

type ListLine = DraftLine & { readonly command: 'top' };

/**
 * Compares an answer with its reference line by line in words: states by the sentence of their metrics, the best action
 * by the values of the reference, and the list as rows.
 *
 * @param view of the example alone
 */
export function answerComparison(view: MavView, { lines, inputs }: ExampleDraft): AnswerComparison | undefined {
  const [judged] = view.examples;
  if (judged === undefined) return undefined;
  const position = judged.truth ?? judged.printed;
  const expected = lines.slice(inputs);
  const top = expected.find((line): line is ListLine => line.command === 'top');
  const rows = position === undefined || top === undefined ? [] : comparisonRows(judged, position, top, view);
  let isAfterList = false;
  const said = expected.map((line): AnswerLine => {
    if (line.command === 'top') {
      isAfterList = true;
      return { label: `%top_${line.k}`, text: listLine(judged, line, rows) };
    }
    if ('action' in line) {
      isAfterList = true;
      return { label: `%${line.command}`, text: bestLine(judged, position, line.action, rows) };
    }
    const label = isAfterList ? `final %${line.command}` : `%${line.command}`;
    return { label, text: stateLine(view, judged, label, isAfterList) };
  });
  return {
    state: position === undefined ? null : position.game.automaton.print(position.state),
    situation: position === undefined ? null : positionText(position),
    lines: said,
    rows,
  };
}

function comparisonRows(
  { model }: JudgedExample,
  position: MavPosition,
  top: ListLine,
  { dialect }: MavView,
): ListRow[] {
  const body = model.list?.body;
  if (body?.kind !== 'list') return [];
  return listTable({ position, model: body, modelBest: model.best?.word.text, reference: top.list, dialect });
}

function stateLine(view: MavView, { model }: JudgedExample, label: string, isFinal: boolean): string {
  const found = statePredictions(view).find((prediction) => prediction.label === label);
  if (found !== undefined) {
    const { fen, trueFen, variant } = found;
    const { text } = COMPARED_GAMES[variant].read({ trueFen, predictedFen: fen, history: found.history() }, {});
    return text.sentence === 'exact' ? 'same' : text.sentence;
  }
  const written = (isFinal ? model.final : model.current).some(({ line }) => label.endsWith(`%${line.command.name}`));
  if (!written) return 'missing';
  return isFinal ? 'not compared: no legal best action leads there' : 'not compared: the position is not known by rule';
}

function listLine({ model }: JudgedExample, { list }: ListLine, rows: readonly ListRow[]): string {
  const body = model.list?.body;
  if (body === undefined || body.kind === 'none') return 'missing';
  const result = body.kind === 'terminal' ? body.result.text : undefined;
  if (typeof list === 'string') {
    if (result === undefined) return `lists actions, but the game is over: ${list}`;
    return result === list ? 'same' : `says that the game is over with ${result}, not ${list}`;
  }
  if (body.kind !== 'list')
    return `says that the game is over${result === undefined ? '' : ` with ${result}`}; it is not`;
  const count = (status: ListRow['status']): number => rows.filter((row) => row.status === status).length;
  const differences = rows.flatMap(({ difference }) => (difference === null ? [] : [Math.abs(difference)]));
  const sum = differences.reduce((a, b) => a + b, 0);
  const repeated = body.actions.length - rows.filter((row) => row.model !== null).length;
  const parts = [
    `${count('both')} of ${plural(list.length, 'action')} of the reference listed`,
    ...(['illegal', 'missing'] as const).flatMap((status) => (count(status) > 0 ? [`${count(status)} ${status}`] : [])),
    ...(count('only model') > 0 ? [`${count('only model')} more`] : []),
    ...(count('left out') > 0 ? [`${count('left out')} behind an ellipsis`] : []),
    ...(repeated > 0 ? [`${repeated} listed again`] : []),
    ...(differences.length === 0
      ? []
      : [sum === 0 ? 'same values' : `values ${(sum / differences.length).toFixed(1)} buckets apart on average`]),
  ];
  const isSame = sum === 0 && repeated === 0 && differences.length === rows.length;
  return isSame ? 'same' : parts.join(', ');
}

function bestLine(
  { model: { best } }: JudgedExample,
  position: MavPosition | undefined,
  action: string,
  rows: readonly ListRow[],
): string {
  if (best === undefined) return 'missing';
  if (position === undefined) return `${best.word.text}; the reference has ${action}`;
  const own = normalizeAction(position, best.word.text);
  const right = actionName(position, action);
  if (own === action) return `same: ${right}`;
  if (!position.allows(own))
    return `${best.word.text} is illegal${illegalReasonSuffix(position, own)}; the reference has ${right}`;
  const words = `${actionName(position, own)}; the reference has ${right}`;
  const valueOf = (candidate: string): number | null | undefined =>
    rows.find(({ written, reference }) => reference !== null && written === position.game.spell(candidate))?.reference
      ?.bucket;
  const [value, most] = [valueOf(own), valueOf(action)];
  if (typeof value !== 'number' || typeof most !== 'number') return words;
  return value === most
    ? `${words}, of the same value`
    : `${words}, ${plural(most - value, 'bucket')} better by its values`;
}
