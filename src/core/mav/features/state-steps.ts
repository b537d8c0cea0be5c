import type { Range } from '../../base/text/range.ts';
import { COMPARED_GAME_NAMES, type ComparedGame } from '../../metrics/compared-games.ts';
import { type Position, successor } from '../check/example-model.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import { nodeName, type TraceNode } from '../check/trace-model.ts';
import type { MavView } from '../view.ts';
import { unjudgedCurrent, unjudgedFinal } from './no-state.ts';
import { actionName } from './shown-state.ts';

/** A position of a section that a board can be at. */
export interface StatePlace {
  /** Its number, that of `StatePrediction`. */
  readonly position: number;
  /** `current position`, `after 13...f5`; of a trace `root g3d6`, `root g3d6, after f5`. */
  readonly name: string;
  /** As its game prints it. */
  readonly state: string;
  /** Squares of the action that leads there. */
  readonly lastMove: readonly [string, string] | null;
  /** Where it is written, or the example that it is the position of. */
  readonly range: Range;
  /** `Given` for input, `As printed` and `By what is printed` where the true state is not known; missing where a rule gives it. */
  readonly basis?: string;
  /** Why no state is judged there, as a sentence without a period; missing where one is. */
  readonly unjudged?: string;
}

/** The states of a section, in the order of its text, with the game that all of them are of. */
export interface SectionStates {
  readonly game: ComparedGame;
  readonly places: readonly StatePlace[];
}

/**
 * The positions of an example or of a trace whose states are known: the true ones, or where nobody knows the truth those that it
 * prints. Of a trace those behind best actions are there only where they are printed: else they are those of its nodes.
 */
export function sectionStates(view: MavView): SectionStates | undefined {
  const places = view.examples.flatMap((judged, i) => placesOf(judged, i));
  const name = view.examples.find(({ model }) => model.game !== undefined)?.model.game?.automaton.id;
  const game = COMPARED_GAME_NAMES.find((one) => one === name);
  return game === undefined || places.length === 0 ? undefined : { game, places };
}

function placesOf(judged: JudgedExample, i: number): StatePlace[] {
  const { model, before, truth, printed, node, example } = judged;
  const own = truth ?? printed;
  if (own === undefined) return [];
  const { current, previousAction, best, final } = model;
  const title = node === undefined ? undefined : nodeTitle(node);
  const isDerived = (before !== undefined && previousAction !== undefined) || current.length === 0;
  const here: StatePlace = {
    position: 2 * i,
    name: title ?? 'current position',
    state: print(own),
    lastMove: squaresOf(previousAction?.action),
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
      lastMove: squaresOf(best.action),
      range: final[0]?.line.range ?? best.line.range,
      ...said(truth === undefined ? 'By what is printed' : undefined, unjudgedFinal(judged, action)),
    },
  ];
}

const said = (basis: string | undefined, unjudged: string | undefined): Pick<StatePlace, 'basis' | 'unjudged'> => ({
  ...(basis !== undefined && { basis }),
  ...(unjudged !== undefined && { unjudged }),
});

const print = ({ game, state }: Position): string => game.automaton.print(state);

/** `root g3d6` */
const nodeTitle = (node: TraceNode): string => nodeName(node).slice(1, -1);

function squaresOf(action = ''): readonly [string, string] | null {
  const found = /^([a-h][1-8])([a-h][1-8])/.exec(action);
  return found === null ? null : [found[1] ?? '', found[2] ?? ''];
}

/**
 * The index in `places` of the position that an offset of a section is about: in an example that of the state at or before it; in
 * another step of a trace that of its node. -1 where there are none.
 */
export function statePlaceAt(view: MavView, places: readonly StatePlace[], offset: number): number {
  const about = exampleAt(view, offset);
  const own = places.flatMap(({ position }, at) => (position >> 1 === about ? [at] : []));
  const [first] = own;
  if (first === undefined) {
    const before = places.filter(({ range }) => range.start <= offset).length;
    return Math.min(Math.max(0, before - 1), places.length - 1);
  }
  return own.filter((at) => (places[at]?.range.start ?? 0) <= offset).at(-1) ?? first;
}

/** The number of the example that an offset is about; -1 where there is none. */
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
