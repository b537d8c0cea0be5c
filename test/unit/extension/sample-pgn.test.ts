import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeLabel } from '../../../src/core/notation/predictions/types.ts';
import { samplePgn } from '../../../src/extension/report/sample-pgn.ts';
import { type MainLine, mainLines } from '../../../src/models/asking/asked-positions.ts';
import type { SamplePlace } from '../../../src/models/report/report-session.ts';
import { GameView } from '../../../src/server/games/game-view.ts';

const PGN = `[Event "Cup"]\n[White "Ann \\"A\\" Lee"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n
[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. d4 d5 *\n`;
const LINES = [...mainLines(PGN)];

function sample(game: number, ply: number, line: MainLine | undefined): GameView {
  const place: SamplePlace = {
    run: '/runs/one.run.jsonl',
    games: 'cup.pgn',
    game,
    ply,
    variant: 'chess',
    label: 'm',
    trueFen: LINES[game % 2]?.fenAt(ply) ?? '',
    predicted: null,
  };
  return new GameView(samplePgn(place, line, makeLabel('m')));
}

describe('the PGN of a sample', () => {
  it('is named after its game', () => {
    const view = sample(0, 2, LINES[0]);
    assert.equal(view.players, 'Ann "A" Lee – Bob');
    assert.equal(view.event, 'Cup');
    assert.equal(view.replay.moves.length, 2);
  });

  it('says which game it is where that has no players, and where it is not found', () => {
    for (const line of [LINES[1], undefined]) {
      const view = sample(16, 2, line);
      assert.equal(view.players, undefined);
      assert.equal(view.event, 'Game 17 of cup.pgn');
    }
    assert.equal(sample(1, 2, undefined).position(-1)?.fen, LINES[1]?.fenAt(2));
  });
});
