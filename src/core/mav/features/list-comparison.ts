import type { Range } from '../../base/text/range.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { PART_SEPARATOR } from '../../metrics/wording.ts';
import { type MavPosition, normalizeAction } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import { judgeList, type ListScores, listScores } from '../check/list-judgment.ts';
import type { MavDialect } from '../syntax.ts';
import type { MavView } from '../view.ts';
import { type ListRow, listTable } from './list-table.ts';
import { actionName } from './state-board.ts';

/** The list of an example judged on one position. */
export interface JudgedList {
  /** `true position`; `position` if its truth is unknown; or `printed board`. */
  readonly on: 'true position' | 'position' | 'printed board';
  /** The position as its game prints it. */
  readonly state: string;
  /** `precision 1 · recall 0.97 · F1 0.98` */
  readonly scores: string;
  /** Illegal actions of the list, as written, each once. */
  readonly illegal: readonly string[];
  /** Legal actions that are not listed, in players' notation; empty if not all are requested. */
  readonly missing: readonly string[];
}

/** A full comparison of a list with the legal actions. */
export interface ListComparison {
  /** The command: `%top_5`. */
  readonly label: string;
  /** Range of the line. */
  readonly range: Range;
  /** Judgment on its position, then on the printed board if that differs. */
  readonly judged: readonly JudgedList[];
  /** Its actions, and the missing ones if all legal ones are requested; without a reference. */
  readonly rows: readonly ListRow[];
  /** `best action f5 legal`; null without one. */
  readonly best: string | null;
  /** Explanations of the numbers, in whole sentences. */
  readonly notes: readonly string[];
}

/** Location of a list: its position's number in the section (as in `StatePrediction`), and its command. */
export interface ListLocation {
  readonly position: number;
  readonly label: string;
}

/** Returns the lists of a section that can be judged, in text order. */
export const listLocations = ({ examples }: MavView): ListLocation[] =>
  examples.flatMap((judged, i) => {
    const { list } = judged.model;
    const isJudged = list !== undefined && list.body.kind !== 'none' && judgedPositions(judged)[0] !== undefined;
    return isJudged ? [{ position: 2 * i, label: `%${list.command.name}` }] : [];
  });

/** Compares the list of an example with the legal actions; undefined without a list or a position. */
export function listComparison(judged: JudgedExample, dialect: MavDialect): ListComparison | undefined {
  const { model } = judged;
  const { list, best } = model;
  const [position, printed] = judgedPositions(judged);
  if (list === undefined || position === undefined) return undefined;
  const isKnown = judged.truth !== undefined && model.previousAction !== undefined;
  const on = judgedOn(judged, position, isKnown ? 'true position' : 'position');
  if (on === undefined) return undefined;
  const onPrinted = printed === undefined ? undefined : judgedOn(judged, printed, 'printed board');
  const verdict = bestActionText(judged, position, printed);
  return {
    label: `%${list.command.name}`,
    range: list.range,
    judged: onPrinted === undefined ? [on] : [on, onPrinted],
    rows: listTable({
      position,
      model: list.body,
      modelBest: best?.word.text,
      reference: undefined,
      isAll: list.command.k === 'all',
      dialect,
    }),
    best:
      verdict === undefined || best === undefined
        ? null
        : verdict.text.replace(
            'best action',
            `best action ${actionName(position, normalizeAction(position, best.word.text))}`,
          ),
    notes: [
      ...listSentences(listScores(model, position)),
      ...(isKnown ? [] : ['The state is input and is not judged.']),
    ],
  };
}

function judgedOn({ model }: JudgedExample, position: MavPosition, on: JudgedList['on']): JudgedList | undefined {
  const scores = listScores(model, position);
  const { list } = model;
  if (scores === undefined || list === undefined) return undefined;
  const { game, state } = position;
  const found = judgeList(list, position);
  const isList = found?.kind === 'list';
  // The last spelling of a repeated action is shown.
  const illegal = new Map(
    isList ? found.actions.filter(({ isLegal }) => !isLegal).map(({ name, written }) => [name, written.move.text]) : [],
  );
  return {
    on,
    state: game.automaton.print(state),
    scores: listScoresText(scores),
    illegal: [...illegal.values()],
    missing: isList ? found.missing.map((action) => actionName(position, action)) : [],
  };
}

/** Returns the position on which an example is judged, and the printed one if it differs. */
export const judgedPositions = ({
  truth,
  printed,
}: JudgedExample): [MavPosition | undefined, MavPosition | undefined] => [
  truth ?? printed,
  truth === undefined ? undefined : printed,
];

/** Returns the scores of a list in a few words. */
export function listScoresText(scores: ListScores): string {
  if (scores.kind === 'terminal') return scores.isRight ? 'terminal, right' : 'wrongly called terminal';
  if (scores.kind === 'over') return 'actions although the game is over';
  const { hits, listed, wanted, precision, recall, f1, isElided, isCounted } = scores;
  if (recall !== null && f1 !== null)
    return [`precision ${formatScore(precision)}`, `recall ${formatScore(recall)}`, `F1 ${formatScore(f1)}`].join(
      PART_SEPARATOR,
    );
  const count = `${hits} of ${listed} legal${isElided ? ', elided' : isCounted ? '' : `, ${wanted} asked for`}`;
  return `precision ${formatScore(precision)} (${count})`;
}

/** Returns a sentence for each score. */
export function listSentences(scores: ListScores | undefined): string[] {
  if (scores?.kind !== 'list') return [];
  const { hits, listed, recall, wanted } = scores;
  const sentences = [`Precision: ${hits} of the ${listed} listed actions are legal.`];
  if (recall !== null) sentences.push(`Recall: ${hits} of ${wanted} legal actions are listed.`);
  return sentences;
}

/** Returns the legality of the best action on the true position, and on the printed one if it differs. */
export function bestActionText(
  { model: { best } }: JudgedExample,
  position: MavPosition,
  printed: MavPosition | undefined,
): { readonly text: string; readonly isLegal: boolean } | undefined {
  if (best === undefined) return undefined;
  const isLegalOn = (on: MavPosition): boolean => on.allows(normalizeAction(on, best.word.text));
  const isLegal = isLegalOn(position);
  const onPrinted = printed === undefined ? isLegal : isLegalOn(printed);
  const also =
    printed === undefined
      ? ''
      : onPrinted === isLegal
        ? isLegal
          ? ''
          : ' on both boards'
        : `, ${onPrinted ? 'legal' : 'illegal'} on the printed board`;
  return { text: `best action ${isLegal ? 'legal' : 'illegal'}${also}`, isLegal };
}
