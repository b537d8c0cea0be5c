import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ChessVariant } from '../../../src/core/games/chess/chess-variants.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { CAUSES } from '../../../src/core/metrics/sentence/causes.ts';
import { itLong } from '../../support/thorough.ts';
import { CHESS960_STARTS, CROWDED_STARTS, randomGame } from '../pgn-moves/random-games.ts';
import { ClaimReader } from './claim-reader.ts';
import { CORRUPTION_NAMES, type Corrupted, corrupt } from './corruptions.ts';
import { type PlayedLine, play } from './played-line.ts';

/** No sentence is longer; `about 100` is what it stops adding at. */
const MOST = 140;

/** Castling at once, pawns that take in passing, pawns before promotion. */
const SPECIAL_STARTS = [
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
  '4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1',
  '1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 w - - 3 20',
];

const COMPARERS = { chess: new PairComparer('chess'), chess960: new PairComparer('chess960') };

/** Reads the sentence of an answer, and returns it with its cause. */
function check(variant: ChessVariant, line: PlayedLine, made: Corrupted) {
  const { predicted, raw, finishReason } = made;
  const text = COMPARERS[variant].text({
    trueFen: line.history.at(-1)?.fen ?? '',
    predictedFen: predicted,
    history: line.history,
    ...(raw !== undefined && { answer: { raw, ...(finishReason !== undefined && { finishReason }) } }),
  });
  const reader = new ClaimReader({ variant, line, predicted, raw, finishReason });
  try {
    reader.read(text.sentence);
  } catch (error) {
    throw new Error(
      `${text.sentence}\n${predicted}\n${line.history.at(-1)?.fen}\n${line.moves.map((m) => m.word).join(' ')}`,
      { cause: error },
    );
  }
  assert.ok(reader.claims > 0);
  assert.ok(text.sentence.length <= MOST, `${text.sentence.length}: ${text.sentence}`);
  assert.ok(text.cause.id in CAUSES);
  return text;
}

const names = fc.oneof(
  fc.constantFrom(...CORRUPTION_NAMES).map((name) => [name]),
  fc.tuple(fc.constantFrom(...CORRUPTION_NAMES), fc.constantFrom(...CORRUPTION_NAMES)),
);

const law = (variant: ChessVariant, starts: readonly string[]) =>
  fc.property(
    randomGame(starts, 80),
    names,
    fc.array(fc.nat(1 << 20), { minLength: 8, maxLength: 8 }),
    (game, which, rolls) => {
      const line = play(game.fen, game.sans);
      let at = 0;
      const dice = (sides: number): number => (rolls[at++ % rolls.length] ?? 0) % sides;
      const made = corrupt(line, which, dice);
      const text = check(variant, line, made);
      assert.equal(text.sentence === 'exact', text.verdict === 'exact');
      assert.equal(text.cause.id === 'exact', text.verdict === 'exact');
    },
  );

describe('a sentence claims nothing that is not so', () => {
  itLong('in chess', () => {
    fc.assert(law('chess', [...CROWDED_STARTS, ...SPECIAL_STARTS]), { numRuns: 20_000 });
  });

  it('in Chess960', () => {
    fc.assert(law('chess960', CHESS960_STARTS), { numRuns: 5_000 });
  });
});
