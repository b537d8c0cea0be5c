import type { Range } from '../../base/text/range.ts';
import { drawnStones, stoneArrays } from './drawn-stones.ts';
import { toldAtoms } from './told-atoms.ts';
import { namedFaces, toldContents } from './told-parts.ts';
import type { Respelled } from './world-line.ts';

/** Candidates for states in drawings, sentences, JSON and lists of another notation. The world decides which of them is a state. */
export function* respelledIn(text: string, lines: readonly Range[]): Generator<Respelled> {
  yield* drawnStones(text, lines);
  yield* stoneArrays(text);
  yield* namedFaces(text, lines);
  yield* toldContents(text);
  yield* toldAtoms(text, lines);
}
