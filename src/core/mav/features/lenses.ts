import { distance } from 'fastest-levenshtein';
import { formatScore } from '../../metrics/score-format.ts';
import { DOT, labelled } from '../../metrics/wording.ts';
import type { Range } from '../../text/range.ts';
import { nameAt, type Position } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import type { MavDialect } from '../values.ts';
import type { MavView } from '../view.ts';
import { isRight, nearestState } from './compared-state.ts';
import { isListRight, type ListScores, listScores } from './list-scores.ts';
import { type CheckedState, checkedStates } from './positions.ts';
import { differing } from './shown-state.ts';
import { traceLens } from './trace-lens.ts';

/** What stands above an example, a state or a trace. */
export interface MavLens {
  /** Counts from the start of the section. */
  readonly range: Range;
  readonly title: string;
  readonly tooltip: string;
  readonly isWrong: boolean;
}

/** What is summed up over examples and traces. */
export type MavFact =
  | { readonly of: 'example'; readonly list: ListScores | undefined; readonly isBestLegal: boolean | undefined }
  | { readonly of: 'trace'; readonly isShapeRight: boolean };

export interface MavLenses {
  readonly lenses: readonly MavLens[];
  readonly facts: readonly MavFact[];
}

/** The position that an example is judged on, and the printed one where that is another. */
const statesOf = ({ truth, printed }: JudgedExample): [Position | undefined, Position | undefined] => [
  truth ?? printed,
  truth === undefined ? undefined : printed,
];

/**
 * The lenses of a section: above an example what its list and best action are worth by the rules, above a trace whose fault
 * it is (experience.md). Chess states are scored elsewhere, as predictions.
 */
export function mavLenses(view: MavView, dialect: MavDialect): MavLenses {
  const lenses: MavLens[] = [];
  const facts: MavFact[] = [];
  const trace = traceLens(view, dialect);
  if (trace !== undefined) {
    lenses.push(trace.lens);
    facts.push({ of: 'trace', isShapeRight: trace.isShapeRight });
  }
  for (const judged of view.examples) {
    const found = exampleLens(judged);
    if (found === undefined) continue;
    lenses.push(found.lens, ...stoneLenses(judged));
    facts.push(found.fact);
  }
  return { lenses, facts };
}

function exampleLens(judged: JudgedExample): { lens: MavLens; fact: MavFact } | undefined {
  const { model, example } = judged;
  const [position, printed] = statesOf(judged);
  if (position === undefined) return undefined;
  const parts: string[] = [];
  const tooltip: string[] = [];
  const list = listScores(model, position);
  if (list !== undefined && model.list !== undefined) {
    const onPrinted = printed === undefined ? undefined : listScores(model, printed);
    const words = listText(list);
    const other = onPrinted === undefined ? words : listText(onPrinted);
    const also = other === words ? '' : `; on the printed board ${other}`;
    parts.push(labelled(`%${model.list.command.name}`, words + also));
    tooltip.push(...listSentences(list));
  }
  const best = bestText(judged, position, printed);
  if (best !== undefined) parts.push(best.text);
  if (followsPrinted(judged, printed)) parts.push('final state follows the printed board');
  if (model.previousAction === undefined) tooltip.push('The state is the input, and is not judged.');
  if (parts.length === 0) return undefined;
  const isWrong = (list !== undefined && !isListRight(list)) || best?.isLegal === false;
  return {
    lens: { range: example.header.range, title: parts.join(DOT), tooltip: tooltip.join('\n'), isWrong },
    fact: { of: 'example', list, isBestLegal: best?.isLegal },
  };
}

function listText(scores: ListScores): string {
  if (scores.kind === 'terminal') return scores.isRight ? 'terminal, right' : 'called terminal, wrong';
  if (scores.kind === 'over') return 'actions, though the game is over';
  const { hits, listed, wanted, precision, recall, f1, isElided, isCounted } = scores;
  if (recall !== null && f1 !== null)
    return [`precision ${formatScore(precision)}`, `recall ${formatScore(recall)}`, `F1 ${formatScore(f1)}`].join(DOT);
  const count = `${hits} of ${listed} legal${isElided ? ', elided' : isCounted ? '' : `, ${wanted} asked for`}`;
  return `precision ${formatScore(precision)} (${count})`;
}

function listSentences(scores: ListScores): string[] {
  if (scores.kind !== 'list') return [];
  const { hits, listed, recall, wanted } = scores;
  const sentences = [`Precision: ${hits} of the ${listed} listed actions are legal.`];
  if (recall !== null) sentences.push(`Recall: ${hits} of ${wanted} legal actions are listed.`);
  return sentences;
}

function bestText(
  { model: { best } }: JudgedExample,
  position: Position,
  printed: Position | undefined,
): { readonly text: string; readonly isLegal: boolean } | undefined {
  if (best === undefined) return undefined;
  const isLegalOn = (on: Position): boolean => on.allows(nameAt(on, best.word.text));
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

/** Whether the last state is wrong, and right by the model's own board: then the fault is that of the board. */
function followsPrinted(judged: JudgedExample, printed: Position | undefined): boolean {
  if (printed === undefined || judged.model.final.length === 0) return false;
  const finals = (one: JudgedExample): CheckedState[] => checkedStates(one).filter(({ slot }) => slot === 'final');
  if (finals(judged).every(({ placed, truth }) => isRight(placed, truth))) return false;
  const own = finals({ ...judged, truth: printed });
  return own.length > 0 && own.every(({ placed, truth }) => isRight(placed, truth));
}

/** States of stones; those of chess are predictions. */
function stoneLenses(judged: JudgedExample): MavLens[] {
  return checkedStates(judged).flatMap((checked) => {
    const { placed, slot, truth } = checked;
    if (truth.game.hasFen) return [];
    const { name } = placed.line.command;
    const label = slot === 'final' ? `final %${name}` : `%${name}`;
    const { text, isWrong } = stoneVerdict(checked);
    return [{ range: placed.line.range, title: labelled(label, text), tooltip: '', isWrong }];
  });
}

function stoneVerdict({ placed, truth }: CheckedState): { text: string; isWrong: boolean } {
  if (isRight(placed, truth)) return { text: 'exact', isWrong: false };
  const { board, side } = placed.reading.fields;
  if (board === undefined) return { text: `no state: ${placed.reading.error ?? 'no board'}`, isWrong: true };
  const actual = truth.game.fieldsOf(nearestState(placed, truth));
  const cells = differing(actual.board ?? '', board).length;
  const sideWrong = side !== actual.side ? ['side to move wrong'] : [];
  const wrong = cells > 0 ? [`${cells} ${cells === 1 ? 'cell' : 'cells'} wrong`, ...sideWrong] : sideWrong;
  const phrase = wrong.join(', ') || `not a state: ${placed.reading.error ?? 'cells are missing'}`;
  const edit = distance(`${side ?? ''} ${board}`, `${actual.side ?? ''} ${actual.board ?? ''}`);
  return { text: `${phrase}${DOT}edit ${edit}`, isWrong: true };
}

/**
 * One line for a file with several examples or traces: `12 examples · best action legal 11 of 12 · top_all precision 0.98
 * recall 0.97 F1 0.97 · 2 traces · shape right 1 of 2`; means over the lists that can be scored. Undefined for less than two.
 */
export function mavSummary(facts: readonly MavFact[]): string | undefined {
  if (facts.length < 2) return undefined;
  const parts: string[] = [];
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  const examples = facts.filter((fact) => fact.of === 'example');
  if (examples.length > 0) {
    parts.push(count(examples.length, 'example'));
    const best = examples.filter(({ isBestLegal }) => isBestLegal !== undefined);
    if (best.length > 0)
      parts.push(`best action legal ${best.filter(({ isBestLegal }) => isBestLegal).length} of ${best.length}`);
    const lists = examples.map(({ list }) => list).filter((list) => list?.kind === 'list');
    if (lists.length > 0) parts.push(`lists: mean precision ${formatScore(mean(lists.map((list) => list.precision)))}`);
    const recalls = lists.map(({ recall }) => recall).filter((recall) => recall !== null);
    const f1s = lists.map(({ f1 }) => f1).filter((f1) => f1 !== null);
    if (recalls.length > 0)
      parts.push(`top_all: mean recall ${formatScore(mean(recalls))} F1 ${formatScore(mean(f1s))}`);
  }
  const traces = facts.filter((fact) => fact.of === 'trace');
  if (traces.length > 0)
    parts.push(
      count(traces.length, 'trace'),
      `shape right ${traces.filter(({ isShapeRight }) => isShapeRight).length} of ${traces.length}`,
    );
  return parts.join(DOT);
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
