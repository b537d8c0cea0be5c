import { err, ok, type Result } from '../../base/result.ts';
import type { PositionValues, ValuedAction } from '../../games/position-values.ts';
import { positionId } from '../author/prompt-position.ts';
import { valuedLists } from '../check/engine-values.ts';
import { MAV_GAMES, type MavGameName } from '../game-names.ts';
import { mavGame } from '../games.ts';
import { readMav } from '../read-mav.ts';
import type { MavDialect } from '../syntax.ts';
import { bucketMiddle, isBucket, type ValuedPosition, type ValueSource, type ValueSourceFault } from '../values.ts';

/**
 * Values of the lists of MAV texts, as a source. Positions are compared without their counters. Of several lists of a
 * position the longest counts; a list of k actions says nothing about the others.
 */
export class ReferenceValues implements ValueSource {
  readonly label: string;
  readonly games: readonly MavGameName[] = MAV_GAMES;
  readonly #lists = new Map<string, PositionValues>();

  /** @param label name of the file */
  constructor(label: string) {
    this.label = label;
  }

  /** Number of positions with values. */
  get size(): number {
    return this.#lists.size;
  }

  /** Adds the lists of a text. */
  add(text: string, dialect: MavDialect): void {
    for (const { section } of readMav(text))
      for (const { position, nameOf, body } of valuedLists(section.item, dialect)) {
        const key = positionKey(position);
        const actions = new Map<string, ValuedAction>();
        for (const { move, bucket } of body.actions) {
          const action = nameOf(move.text);
          if (bucket === undefined || !isBucket(bucket, dialect) || actions.has(action)) continue;
          actions.set(action, { action, win: bucketMiddle(bucket, dialect) });
        }
        if (key === undefined || actions.size <= (this.#lists.get(key)?.actions.length ?? 0)) continue;
        const ranked = [...actions.values()].sort((a, b) => b.win - a.win);
        this.#lists.set(key, { actions: ranked, outcome: undefined, kind: 'engine' });
      }
  }

  values(position: ValuedPosition): Promise<Result<PositionValues, ValueSourceFault>> {
    const key = positionKey(position);
    const known = key === undefined ? undefined : this.#lists.get(key);
    return Promise.resolve(
      known === undefined
        ? err({ code: 'no-source', message: `${this.label} has no list of the position` })
        : ok(known),
    );
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the key of a position without its counters; undefined if the position cannot be read. */
function positionKey({ game, state }: ValuedPosition): string | undefined {
  const parsed = mavGame(game)?.automaton.parse(state);
  return parsed?.ok === true ? positionId(game, parsed.value) : undefined;
}
