import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import {
  ecoCodes,
  ecoName,
  gameOpening,
  OPENING_PLIES,
  openingAfterMove,
} from '../../../src/core/notation/openings/openings.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';
import { replay } from '../../../src/core/notation/pgn/replay.ts';
import { gameStart, readTags } from '../../../src/core/notation/pgn/tags.ts';
import { buildTree } from '../../../src/core/notation/pgn/tree.ts';

const replayed = (text: string) => {
  const tree = buildTree(readChunk(text, 0), 0);
  return replay(text, tree, gameStart(text, readTags(text, tree)));
};

/** The table's lines with all of their moves. */
const lines = () => {
  let before: string[] = [];
  return fs
    .readFileSync('src/core/notation/openings/openings.tsv', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [shared, moves, eco, name] = line.split('\t');
      before = [...before.slice(0, Number(shared)), ...moves.split(' ')];
      return { eco, name, moves: before };
    });
};

describe('openings', () => {
  it('are found, every line of the table, by the position that it leads to', () => {
    const all = lines();
    assert.equal(all.length, 3807);
    for (const { eco, name, moves } of all) {
      assert.ok(moves.length <= OPENING_PLIES);
      assert.deepEqual(gameOpening(replayed(moves.join(' '))), { eco, name, move: moves.length - 1 });
    }
  });

  it('are found by transposition, and named after their last position with a name', () => {
    const straight = gameOpening(replayed('1. d4 Nf6 2. c4 e6 3. Nc3 Bb4'));
    assert.equal(straight?.name, 'Nimzo-Indian Defense');
    const turned = gameOpening(replayed('1. c4 e6 2. Nc3 Bb4 3. d4 Nf6 4. h4 h5 5. a4 a5'));
    assert.deepEqual({ eco: turned?.eco, name: turned?.name, move: turned?.move }, { ...straight, move: 5 });
  });

  it('follow variations, and know none in a line that has no named position', () => {
    const game = replayed('1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *');
    assert.equal(openingAfterMove(game, 4)?.name, 'Sicilian Defense: Modern Variations');
    assert.equal(openingAfterMove(game, 1)?.name, "King's Pawn Game");
    assert.equal(openingAfterMove(game, -1), undefined);
    assert.equal(
      gameOpening(replayed('[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kxe4 *')),
      undefined,
    );
    assert.equal(gameOpening(replayed('')), undefined);
    assert.equal(gameOpening(replayed('1. e5 e4')), undefined);
  });

  it('are those of the main line, wherever long variations are', () => {
    const long = 'Nf3 Nf6 Ng1 Ng8 '.repeat(12);
    assert.equal(gameOpening(replayed(`1. e4 (1. ${long}) c6 (1... e5) *`))?.name, 'Caro-Kann Defense');
    assert.equal(gameOpening(replayed('(1. d4) 1. e4 c6 *'))?.name, 'Caro-Kann Defense');
  });

  it('have codes with what their names share', () => {
    assert.equal(ecoCodes().length, 500);
    assert.equal(ecoName('B12'), 'Caro-Kann Defense');
    assert.equal(ecoName('c50'), 'Italian Game');
    assert.equal(ecoName('F00'), undefined);
    assert.equal(ecoName(''), undefined);
  });
});
