import { CHESS960, FRAME, HASH } from '../games/chess/frame.ts';
import { positionKey } from '../notation/openings/openings.ts';
import { moveText } from '../notation/pgn/replay.ts';
import type { GameFacts } from './game-facts.ts';

/**
 * Hash of 128 bits of a growing sequence: four lanes, mixed as MurmurHash3 mixes its blocks. Keys of different
 * sequences are equal as rarely as 128 bits allow; deliberate collisions are possible.
 */
class SequenceHash {
  readonly #lanes = Int32Array.of(0x239b961b, 0x2b0e9789, 0x38b34ae5, 0x21c79b5b);
  #count = 0;

  /** Appends a number of 32 bits. */
  push(value: number): void {
    const lanes = this.#lanes;
    this.#count++;
    let carried = value | 0;
    for (let i = 0; i < lanes.length; i++) {
      const mixed = Math.imul(carried ^ (lanes[i] ?? 0) ^ this.#count, 0x9e3779b1 + 2 * i);
      carried = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca77);
      carried ^= carried >>> 13;
      lanes[i] = Math.imul(carried, 0xc2b2ae3d) ^ (mixed >>> 16);
    }
  }

  pushText(text: string): void {
    this.push(text.length);
    for (let i = 0; i < text.length; i++) this.push(text.charCodeAt(i));
  }

  /** Key of the sequence so far: four words. */
  get key(): readonly number[] {
    return Array.from(this.#lanes, (lane) => {
      const end = Math.imul(lane ^ (lane >>> 16) ^ this.#count, 0x85ebca6b);
      return end ^ (end >>> 13);
    });
  }
}

/** Returns a hash of a game's start: its start position, or its variant with the FEN tag where it cannot be replayed. */
function startOf(facts: GameFacts): SequenceHash {
  const hash = new SequenceHash();
  const { start } = facts.replay;
  if (start.state === undefined) {
    hash.pushText(facts.tag('Variant') ?? '');
    hash.pushText(facts.tag('FEN') ?? '');
  } else pushFrame(hash, start.state.words, 0);
  return hash;
}

function pushFrame(hash: SequenceHash, frames: Int32Array, at: number): void {
  for (let i = 0; i < HASH; i++) hash.push(frames[at + i] ?? 0);
  hash.push(frames[at + CHESS960] ?? 0);
}

/** Word that no move has, before text. */
const TEXT = -2;

function pushMove(hash: SequenceHash, facts: GameFacts, move: number): void {
  const played = facts.replay.moves[move] ?? -1;
  if (played >= 0) {
    hash.push(played);
    return;
  }
  // A null move, or one that cannot be played.
  hash.push(TEXT);
  hash.pushText(moveText(facts.text, facts.tree, move));
}

/**
 * Returns the keys of the beginnings of a game: the start, then the start and the first move, and so on to the whole
 * main line. Moves are compared as they are played, however they are written; unplayable ones, as text.
 */
export function prefixKeys(facts: GameFacts): (readonly number[])[] {
  const hash = startOf(facts);
  const keys = [hash.key];
  for (const move of facts.line) {
    pushMove(hash, facts, move);
    keys.push(hash.key);
  }
  return keys;
}

/** Returns the key of the start and the moves of a game. */
export function movesKey(facts: GameFacts): readonly number[] {
  const hash = startOf(facts);
  for (const move of facts.line) pushMove(hash, facts, move);
  return hash.key;
}

/** Returns the key of the final position, without counters; for a game that cannot be replayed to its end, that of its moves. */
export function finalPositionKey(facts: GameFacts): readonly number[] {
  if (facts.replay.start.state === undefined || !facts.isLegal) return movesKey(facts);
  const hash = new SequenceHash();
  pushFrame(hash, facts.replay.frames, ((facts.line.at(-1) ?? -1) + 1) * FRAME);
  return hash.key;
}

/**
 * Returns the different positions of the main line as keys of two words: those after its moves, without counters; for a
 * game without moves its start; for a game with an unknown start its moves.
 */
export function positionKeys(facts: GameFacts): (readonly number[])[] {
  const { start, frames } = facts.replay;
  if (start.state === undefined) return [movesKey(facts).slice(0, 2)];
  const found = new Map<number, readonly number[]>();
  for (const move of facts.line.length === 0 ? [-1] : facts.playedLine) {
    const at = (move + 1) * FRAME;
    found.set(positionKey(frames, at), [frames[at + HASH] ?? 0, frames[at + HASH + 1] ?? 0]);
  }
  return found.size === 0 ? [movesKey(facts).slice(0, 2)] : [...found.values()];
}
