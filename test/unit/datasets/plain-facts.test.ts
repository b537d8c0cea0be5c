import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { GameFacts, gameAt } from '../../../src/core/datasets/game-facts.ts';
import { finalPositionKey, movesKey, positionKeys, prefixKeys } from '../../../src/core/datasets/game-keys.ts';
import { gamePositionRows, gameRow } from '../../../src/core/datasets/game-output.ts';
import { compileQuery } from '../../../src/core/datasets/query/compile.ts';
import { parseQuery } from '../../../src/core/datasets/query/parse.ts';
import { FRAME } from '../../../src/core/games/chess/frame.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { isGame, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { PlainGame } from '../../../src/core/notation/pgn/plain-game.ts';
import { mutated } from '../../fuzz/bytes.ts';
import { Dice } from '../../fuzz/dice.ts';
import { games } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';
import { written } from '../pgn/written-games.ts';
import { randomGame } from '../pgn-moves/random-games.ts';

const LINES = ['e4 c5', 'd4 Nf6', 'e3', 'Nf3 Nf6 Ng1 Ng8', 'e4 d5 exd5', 'e4 e5 Ke2', 'a4'];
const QUERIES = [
  'position "*/*/*/*/4P3/*/*/*"',
  'material "QR* v qr*"',
  'plies >= 20',
  'eco < C',
  ...LINES.map((line) => `line "${line}"`),
];
const tests = QUERIES.map((text) => {
  const query = parseQuery(text);
  assert.ok(query.ok, text);
  return compileQuery(query.value).test;
});

/** All that is known about a game, whatever is asked first. */
const known = (facts: GameFacts, dice: Dice) => {
  const asked: (readonly [string, () => unknown])[] = [
    ['tags', () => facts.tags],
    ['values', () => ['Event', 'Result', 'whiteelo', 'ECO', 'Own', 'FEN'].map((name) => facts.tag(name))],
    ['result', () => facts.result],
    ['line', () => [...facts.line]],
    ['played', () => [...facts.playedLine]],
    ['san', () => facts.playedLine.map((move) => ((facts.replay.moves[move] ?? -1) < 0 ? '--' : facts.san(move)))],
    ['is legal', () => facts.isLegal],
    ['annotations', () => facts.annotations],
    ['counts', () => facts.played],
    ['end', () => facts.boardResult],
    ['opening', () => facts.opening && { eco: facts.opening.eco, name: facts.opening.name }],
    ['keys', () => [movesKey(facts), finalPositionKey(facts), prefixKeys(facts), positionKeys(facts)]],
    ['rows', () => [gameRow({ file: 'f', game: 1, facts }), gamePositionRows({ file: 'f', game: 1, facts })]],
    ['queries', () => tests.map((test) => test(facts))],
    ['moves', () => [[...facts.replay.moves], [...facts.replay.status], [...facts.replay.codes]]],
    ['frames', () => facts.playedLine.map((m) => facts.replay.frames.slice(m * FRAME, (m + 1) * FRAME))],
  ];
  const found = new Map<string, unknown>();
  const start = dice.below(asked.length);
  for (const i of asked.keys()) {
    const [name, ask] = asked[(start + i) % asked.length];
    found.set(name, ask());
  }
  return Object.fromEntries(asked.map(([name]) => [name, found.get(name)]));
};

/** Games one by one are the chunks of a text, and what is known of each is what its tree says; returns how many are plain. */
function assertSame(text: string, dice: Dice): number {
  const { chunks, offsets } = readPgn(text);
  let plain = 0;
  const all: { readonly facts: GameFacts; readonly fresh: GameFacts; readonly inFull: GameFacts }[] = [];
  for (const [i, chunk] of chunks.entries()) {
    const { length, facts } = gameAt(text, offsets[i]);
    assert.equal(length, chunk.length, text);
    assert.equal(facts !== undefined, isGame(chunk), text);
    if (PlainGame.at(text, offsets[i]) !== undefined) plain++;
    const fresh = gameAt(text, offsets[i]).facts;
    if (facts !== undefined && fresh !== undefined)
      all.push({ facts, fresh, inFull: new GameFacts(text, chunk, offsets[i]) });
  }
  // the first game is asked again when others were played
  const first = all[0]?.facts;
  void first?.replay;
  for (const { fresh, inFull } of all) for (const test of tests) assert.equal(test(fresh), test(inFull), text);
  for (const { facts, inFull } of all.reverse()) assert.deepEqual(known(facts, dice), known(inFull, dice), text);
  return plain;
}

const lichess = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
const real = [lichess, games('world-cup')].flatMap((text) => text.split(/(?<=\n\n)(?=\[Event )/));
const seeds = fc.nat(1 << 30);

describe('facts of games that are plainly written', () => {
  it('are those of their trees, in real files', () => {
    for (const text of [lichess, lichess.replaceAll('\n', '\r\n'), real.filter((_, i) => i % 50 === 0).join('')]) {
      const plain = assertSame(text, new Dice(1));
      assert.equal(plain, readPgn(text).chunks.length);
    }
  });

  itLong('are those of their trees, however they are annotated', () => {
    fc.assert(
      fc.property(fc.array(randomGame([INITIAL_FEN], 120), { minLength: 1, maxLength: 4 }), seeds, (list, seed) => {
        const dice = new Dice(seed);
        assertSame(list.map((game) => written(game, dice)).join(dice.once(8) ? '' : '\n'), dice);
      }),
      { numRuns: 1000 },
    );
  });

  itLong('are those of their trees, whatever the damage', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...real), { minLength: 1, maxLength: 3 }), seeds, (list, seed) => {
        const dice = new Dice(seed);
        assertSame(mutated(dice, list.join('')), dice);
      }),
      { numRuns: 2000 },
    );
  });
});
