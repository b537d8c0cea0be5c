import type { Range } from '../../base/text/range.ts';
import { COMPARED_GAME_NAMES, type ComparedGame } from '../../metrics/compared-games.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import { type MavPosition, successor } from '../check/example-model.ts';
import { illegalReasonSuffix } from '../check/illegal-reason.ts';
import { type CheckedState, findCheckedStates, type JudgedExample } from '../check/judged-example.ts';
import { comparableFen, comparableStones, nearestState } from '../check/state-comparison.ts';
import { type MavTraceNode, nodeName } from '../check/trace-model.ts';
import type { MavView } from '../view.ts';
import { actionName } from './state-board.ts';

/** A position of a section that a board can show. */
export interface SectionState {
  /** Its number, as in `StatePrediction`. */
  readonly position: number;
  /** `current position`, `after 13...f5`; in a trace `root g3d6`, `root g3d6, after f5`. */
  readonly name: string;
  /** The state as its game prints it. */
  readonly state: string;
  /** Squares of the action that leads there. */
  readonly lastMove: readonly [string, string] | null;
  /** Range of its line, or of the header of its example. */
  readonly range: Range;
  /**
   * `Given` for input, `As printed` and `By what is printed` if the true state is unknown; missing if a rule gives it.
   */
  readonly basis?: string;
  /** Reason why no state is judged there, as a sentence without a period; missing if one is. */
  readonly unjudged?: string;
}

/** The states of a section, in text order, with their game. */
export interface SectionStates {
  readonly game: ComparedGame;
  readonly places: readonly SectionState[];
}

/**
 * Returns the known positions of an example or of a trace: the true ones, or the printed ones if the truth is unknown.
 * In a trace, positions after best actions are included only if they are printed: otherwise they are those of its
 * nodes.
 */
export function sectionStates(view: MavView): SectionStates | undefined {
  const places = view.examples.flatMap((judged, i) => examplePlaces(judged, i));
  const name = view.examples.find(({ model }) => model.game !== undefined)?.model.game?.automaton.id;
  const game = COMPARED_GAME_NAMES.find((id) => id === name);
  return game === undefined || places.length === 0 ? undefined : { game, places };
}

function examplePlaces(judged: JudgedExample, i: number): SectionState[] {
  const { model, before, truth, printed, node, example } = judged;
  const own = truth ?? printed;
  if (own === undefined) return [];
  const { current, previousAction, best, final } = model;
  const title = node === undefined ? undefined : nodeTitle(node);
  const isDerived = (before !== undefined && previousAction !== undefined) || current.length === 0;
  const here: SectionState = {
    position: 2 * i,
    name: title ?? 'current position',
    state: print(own),
    lastMove: moveSquares(previousAction?.action),
    range: current[0]?.line.range ?? example.header.range,
    ...said(truth === undefined ? 'As printed' : isDerived ? undefined : 'Given', unjudgedCurrent(judged)),
  };
  const after = best === undefined ? undefined : successor(own, best.action);
  const isOwn = node === undefined || final.length > 0;
  if (best === undefined || after === undefined || !isOwn) return [here];
  const action = actionName(own, best.action);
  return [
    here,
    {
      position: 2 * i + 1,
      name: title === undefined ? `after ${action}` : `${title}, after ${action}`,
      state: print(after),
      lastMove: moveSquares(best.action),
      range: final[0]?.line.range ?? best.line.range,
      ...said(truth === undefined ? 'By what is printed' : undefined, unjudgedFinal(judged, action)),
    },
  ];
}

const said = (basis: string | undefined, unjudged: string | undefined): Pick<SectionState, 'basis' | 'unjudged'> => ({
  ...(basis !== undefined && { basis }),
  ...(unjudged !== undefined && { unjudged }),
});

const print = ({ game, state }: MavPosition): string => game.automaton.print(state);

/** Returns the title of a node: `root g3d6`. */
const nodeTitle = (node: MavTraceNode): string => nodeName(node).slice(1, -1);

function moveSquares(action = ''): readonly [string, string] | null {
  const found = /^([a-h][1-8])([a-h][1-8])/.exec(action);
  return found === null ? null : [found[1] ?? '', found[2] ?? ''];
}

/**
 * Returns the index in `places` of the position at an offset of a section: in an example that of the state at or before
 * it; in another step of a trace that of its node. -1 without positions.
 */
export function findSectionState(view: MavView, places: readonly SectionState[], offset: number): number {
  const about = exampleAt(view, offset);
  const own = places.flatMap(({ position }, at) => (position >> 1 === about ? [at] : []));
  const [first] = own;
  if (first === undefined) {
    const before = places.filter(({ range }) => range.start <= offset).length;
    return Math.min(Math.max(0, before - 1), places.length - 1);
  }
  return own.filter((at) => (places[at]?.range.start ?? 0) <= offset).at(-1) ?? first;
}

/** Returns the index of the example at an offset; -1 without one. */
export function exampleAt({ section, trace, examples, byNode }: MavView, offset: number): number {
  const { item } = section;
  const inExample = examples.findIndex(({ example: { range } }) => range.start <= offset && offset <= range.end);
  if (inExample >= 0 || item?.kind !== 'trace' || trace === undefined) return Math.max(inExample, 0);
  const step = item.steps.filter(({ range }) => range.start <= offset).at(-1);
  const named = [...trace.nodes.values()].find(
    (node) => step !== undefined && (node.evaluation === step || node.expansion === step || node.decision === step),
  );
  const judged = named === undefined ? undefined : byNode.get(named);
  return judged === undefined ? -1 : examples.indexOf(judged);
}

/** A printed state with the true one, as the metrics of predictions compare them. */
export interface StatePrediction {
  /** The command and its place: `%FEN`, `final %FEN`. */
  readonly label: string;
  /** Range of the line. */
  readonly range: Range;
  /** The state in a form for comparison: a whole FEN (`comparableFen`), or `x || cells ||`. */
  readonly fen: string;
  readonly trueFen: string;
  readonly variant: ComparedGame;
  /** Number of the state's position in the section. */
  readonly position: number;
  /** Returns the positions that lead there, as far as the example gives them. */
  history(): readonly HistoryPly[];
}

/** Returns the states of a section that follow by rule from others, in text order. */
export function statePredictions({ examples }: MavView): StatePrediction[] {
  const found: StatePrediction[] = [];
  examples.forEach((judged, i) => {
    for (const checked of findCheckedStates(judged)) {
      const { placed, slot, truth } = checked;
      const { game } = truth;
      const variant = COMPARED_GAME_NAMES.find((id) => id === game.automaton.id);
      if (variant === undefined) continue;
      const state = nearestState(placed, truth);
      const { name } = placed.line.command;
      found.push({
        label: slot === 'final' ? `final %${name}` : `%${name}`,
        range: placed.line.range,
        fen: game.hasFen
          ? comparableFen(placed, truth.fieldsOf(state), truth.hasCounters)
          : comparableStones(placed, truth.fieldsOf(state)),
        trueFen: game.automaton.print(state),
        variant,
        position: 2 * i + (slot === 'final' ? 1 : 0),
        history: () => stateHistory(checked, game.automaton.print(state)),
      });
    }
  });
  return found.sort((a, b) => a.range.start - b.range.start);
}

function stateHistory({ line }: CheckedState, trueFen: string): HistoryPly[] {
  const plies: HistoryPly[] = [];
  let san: string | undefined;
  for (const { position, action } of line) {
    const fen = position.game.automaton.print(position.state);
    plies.push({ ply: plies.length, fen, ...(san !== undefined && { san }) });
    san = actionName(position, action);
  }
  plies.push({ ply: plies.length, fen: trueFen, ...(san !== undefined && { san }) });
  return plies;
}

/** Returns the reason why a section has no position, as the end of a sentence. */
export function missingPositionReason({ examples, section }: MavView): string {
  const [first] = examples;
  return section.item === undefined || first === undefined
    ? 'there is no example here'
    : missingExamplePositionReason(first);
}

/** Returns the reason why an example has no position, as the end of a sentence. */
export function missingExamplePositionReason({ model, example }: Pick<JudgedExample, 'model' | 'example'>): string {
  const { game } = example.header;
  if (model.game === undefined)
    return game === undefined ? 'the example does not say which game it is of' : `the game "${game.text}" is not known`;
  const states = [...model.current, ...model.previous];
  const error = states.map(({ reading }) => reading.error).find((message) => message !== undefined);
  if (error !== undefined) return `the true state is not known: ${error}`;
  return states.length === 0
    ? 'the true state is not known: the example has no state'
    : 'the true state is not known: the previous action does not lead to it';
}

/**
 * Returns the reason why no state of an example's current position is judged, as a sentence without a period; undefined
 * if one is.
 */
function unjudgedCurrent(judged: JudgedExample): string | undefined {
  const { model, before, truth } = judged;
  const { current, previous, previousAction } = model;
  if (truth === undefined) return `not judged: ${truthFault(judged)}`;
  if (current.length === 0) {
    const from = before === undefined || previousAction === undefined ? '' : actionName(before, previousAction.action);
    return `no state is printed here${from === '' ? '' : `: it follows from the previous one by ${from}`}`;
  }
  if (before !== undefined && previousAction !== undefined) return undefined;
  if (previousAction === undefined) return 'not judged: the state is input, without a previous position and action';
  const error = previous.map(({ reading }) => reading.error).find((message) => message !== undefined);
  if (error !== undefined) return `not judged: the previous position cannot be read: ${error}`;
  return 'not judged: no previous position is given that the previous action is played in';
}

/**
 * Returns the reason why no state after the best action is judged, as a sentence without a period; undefined if one is.
 */
function unjudgedFinal(judged: JudgedExample, action: string): string | undefined {
  if (judged.model.final.length === 0) return `no state is printed after ${action}`;
  return judged.truth === undefined ? `not judged: ${truthFault(judged)}` : undefined;
}

/** Returns the reason why the true position is unknown although one is printed. */
function truthFault({ model: { previousAction }, before }: JudgedExample): string {
  if (before === undefined || previousAction === undefined) return 'the true state is not known';
  const { action, word } = previousAction;
  if (successor(before, action) !== undefined) return 'the true state is not known';
  return `the previous action ${word.text} is illegal${illegalReasonSuffix(before, action)}`;
}
