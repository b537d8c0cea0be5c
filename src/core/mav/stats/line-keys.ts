import type { KeyedLine } from '../../notation/clusters/position-keys.ts';
import { keysOfGameLine } from '../author/line-keys.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import { MAV_GAMES } from '../games.ts';

/** The positions that an example speaks of; a trace is as its first one. Undefined where they are not known. */
export function keysOfExample(example: JudgedExample | undefined): KeyedLine | undefined {
  const { model, before, truth } = example ?? {};
  const game = model?.game?.automaton.id;
  const name = MAV_GAMES.find((one) => one === game);
  const states = [before, truth].flatMap((position) => (position === undefined ? [] : [position.state]));
  if (name === undefined || states.length === 0) return undefined;
  const keyed = keysOfGameLine({ game: name, states, actions: [] }, true);
  return (before ?? truth)?.hasFullmove === false ? { keys: keyed.keys, from: undefined } : keyed;
}
