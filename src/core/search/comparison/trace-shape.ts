import { fullestState, type MavState } from '../../mav/check/example-model.ts';
import type { TraceModel } from '../../mav/check/trace-model.ts';
import { type MavGameName, mavGameName } from '../../mav/game-names.ts';
import { mavGame } from '../../mav/games.ts';
import { PUBLISHED_DIALECT } from '../../mav/syntax.ts';

/** Start and shape of a trace, which determine its reference. */
export interface TraceShape {
  readonly game: MavGameName;
  /** Form of the state at the root. */
  readonly form?: 'state' | 'FEN';
  /** State of the root, as the game's automaton prints it. */
  readonly state: string;
  readonly breadth: number;
  readonly depth: number;
}

/** Returns the shape of a trace; undefined if its root, breadth or depth cannot be read. */
export function traceShape({ trace, root }: TraceModel): TraceShape | undefined {
  const game = mavGameName(root?.example?.header.game?.text ?? '');
  const state = game === undefined ? undefined : rootState(game, fullestState(root?.model?.current ?? []));
  const { breadth, depth } = trace;
  const automaton = root?.model?.game?.automaton;
  if (game === undefined || state === undefined || automaton === undefined) return undefined;
  if (breadth?.value === undefined || depth?.value === undefined) return undefined;
  const form = root?.model?.current[0]?.form === 'FEN' ? 'FEN' : 'state';
  return { game, form, state: automaton.print(state), breadth: breadth.value, depth: depth.value };
}

/** Returns the key of a shape: traces with equal keys have the same reference. */
export const shapeKey = ({ game, state, breadth, depth }: TraceShape): string => `${game} ${breadth} ${depth} ${state}`;

/**
 * Returns a state with all data of its text: the digits of a native one include its castling rights (format assumed),
 * as in the references made of it.
 */
function rootState(game: MavGameName, placed: MavState | undefined): unknown {
  if (placed === undefined) return undefined;
  const strict = mavGame(game, { ...PUBLISHED_DIALECT, strictMeta: true });
  return strict?.read(placed.word.text, placed.form).state ?? placed.reading.state;
}
