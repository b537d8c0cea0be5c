import { partitionPoint } from '../../core/base/partition-point.ts';
import type { Range } from '../../core/base/text/range.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-plan.ts';
import { actionsBefore, readWalks, type Walk } from '../../core/notation/walk/read-walk.ts';
import { replayWalk, unknownState } from '../../core/notation/walk/replay-walk.ts';
import type { WorldLookup } from '../../core/notation/walk/walk-world.ts';
import { type AskedState, type NoPlace, sameAs } from './asked-game.ts';
import type { AskedText } from './asked-text.ts';
import { type AskedWalk, askedWalk } from './walk-places.ts';

/** The walks of a text, each replayed when it is first asked for. Positions of chess are asked about as those of games are. */
export class AskedWalks implements AskedText {
  readonly #walks: readonly Walk[];
  readonly #lookup: WorldLookup;
  readonly #asked = new Map<number, AskedWalk | undefined>();

  constructor(text: string, lookup: WorldLookup) {
    this.#walks = readWalks(text).walks;
    this.#lookup = lookup;
  }

  placesAt(offsets: readonly number[]): (AskedState | NoPlace)[] {
    return offsets.map((offset) => {
      const game = this.#at(offset);
      const walk = this.#walks[game];
      return walk === undefined ? { refusal: 'there is no walk here' } : this.#after(game, actionsBefore(walk, offset));
    });
  }

  *planned(plan: PlyPlan): Generator<{ readonly places: readonly AskedState[]; readonly cut: boolean }> {
    for (const game of this.#walks.keys()) {
      const asked = this.#of(game);
      if (asked === undefined) yield { places: [], cut: true };
      else yield { places: plan(asked.length).map((ply) => asked.placeAt(ply)), cut: asked.cut };
    }
  }

  relocate(places: readonly AskedState[], anchors: readonly (Range | undefined)[]): (AskedState | undefined)[] {
    return places.map((place, i) => sameAs(this.#atAnchor(anchors[i], place.ply), place) ?? this.#same(place));
  }

  /** The state at its former number and ply. */
  #same(place: AskedState): AskedState | undefined {
    return sameAs(this.#after(place.game, place.ply), place);
  }

  /** The state behind the action with a range; behind no action the start of the walk there. */
  #atAnchor(anchor: Range | undefined, ply: number): AskedState | NoPlace | undefined {
    if (anchor === undefined) return undefined;
    const game = this.#at(anchor.start);
    const at = this.#walks[game]?.actions.findIndex(({ range }) => range.start === anchor.start) ?? -1;
    return ply > 0 && at < 0 ? undefined : this.#after(game, ply === 0 ? 0 : at + 1);
  }

  /** The last walk that starts at or before an offset; -1 where none does. */
  #at(offset: number): number {
    return partitionPoint(this.#walks.length, (game) => (this.#walks[game]?.range.start ?? 0) <= offset) - 1;
  }

  #after(game: number, ply: number): AskedState | NoPlace {
    const walk = this.#walks[game];
    const asked = this.#of(game);
    if (asked !== undefined && ply <= asked.length) return asked.placeAt(ply);
    const why = walk && unknownState(replayWalk(walk, this.#lookup), ply);
    return { refusal: why ?? 'there is no walk here' };
  }

  #of(game: number): AskedWalk | undefined {
    const walk = this.#walks[game];
    if (walk !== undefined && !this.#asked.has(game)) this.#asked.set(game, askedWalk(walk, game, this.#lookup));
    return this.#asked.get(game);
  }
}
