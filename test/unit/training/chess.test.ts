import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { inCheck } from '../../../src/core/games/chess/attacks.ts';
import { legalMoves } from '../../../src/core/games/chess/chess.ts';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import { printChess } from '../../../src/core/games/chess/state.ts';
import { chessBoard } from '../../../src/models/board/chess-board.ts';
import { blockOf, type DrawnPosition, type Lane } from '../../../training/chess/draw.ts';
import { gamesOfFile, gamesOfPgn, playGame, startOf } from '../../../training/chess/games.ts';
import { appendChunk, type Labeled, openLabels, readLabels } from '../../../training/chess/labels.ts';
import { laneOf } from '../../../training/chess/lanes.ts';
import { KINDS } from '../../../training/chess/specials.ts';
import { chessFrames } from '../../../training/chess/stream.ts';
import { seen } from '../../../training/chess/view.ts';
import { frameOf } from '../../../training/frames.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FILES = { games: 'training/games.txt.gz', heldOut: 'training/held-out.pgn' };
const HEAD = { lane: 'labels', games: 'abc', engine: 'one', depth: 6 };

/** A small lane, whose games take no time to play. */
const lane: Lane = {
  seed: 7,
  games: gamesOfFile(FILES.games)
    .slice(0, 3)
    .map((line) => playGame(line)),
  people: 50,
  boards: 5,
  left: 50,
};

/** The first positions of a block. */
function drawn(block: number, count: number, from = lane): DrawnPosition[] {
  const positions: DrawnPosition[] = [];
  for (const position of blockOf(from, block)) if (positions.push(position) === count) break;
  return positions;
}

const ofFen = (fen: string, chess960 = false) => seen(startOf(fen, chess960));
/** A move as it is named for the network: squares of its side, and the promotion. */
const named = (action: number): string => {
  const square = (at: number): string => 'abcdefgh'.charAt(at & 7) + String((at >> 3) + 1);
  return square(action >> 10) + square((action >> 3) & 127) + ['', 'n', 'b', 'r', 'q'][action & 7];
};

describe('positions as the network sees them', () => {
  it('are the same for both sides where colors and ranks are exchanged', () => {
    const white = ofFen('r3k2r/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2');
    const black = ofFen('r3k2r/8/8/8/3Pp3/8/8/R3K2R b kq d3 0 2');
    assert.deepEqual(white.codes, black.codes);
    assert.deepEqual(white.actions, black.actions);
    // own rooks that may castle, rooks of the other side that may not, and the square of en passant
    assert.deepEqual(
      [0, 7, 56, 63, 43].map((square) => white.codes[square]),
      [13, 13, 10, 10, 15],
    );
  });

  it('mark en passant only where it is legal', () => {
    assert.ok(!ofFen('8/8/8/K2pP2r/8/8/8/7k w - d6 0 2').codes.includes(15));
  });

  it('are what the product reads from their FEN', () => {
    for (const { state } of drawn(2, 300)) {
      const read = chessBoard.read(printChess(state), 'FEN');
      assert.ok(read.ok);
      assert.deepEqual(read.value.codes, seen(state).codes, printChess(state));
    }
  });

  it('name castling as king takes rook in all games', () => {
    for (const chess960 of [false, true]) {
      const { actions, moves } = ofFen('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', chess960);
      const castling = moves.map(moveName).flatMap((name, i) => {
        const is = chess960 ? ['e1a1', 'e1h1'] : ['e1c1', 'e1g1'];
        return is.includes(name) ? [named(actions[i] ?? 0)] : [];
      });
      assert.deepEqual(castling, ['e1a1', 'e1h1']);
    }
  });

  it('have every legal move once, in ascending order', () => {
    for (const { state } of drawn(0, 300)) {
      const { actions } = seen(state);
      assert.equal(new Set(actions).size, legalMoves(state).length);
      assert.deepEqual(
        actions,
        [...actions].sort((a, b) => a - b),
      );
    }
  });
});

describe('lanes of the training', () => {
  itLong('have different games of people, and none of those to measure with', () => {
    const games = (name: 'lists' | 'labels' | 'validation' | 'test') =>
      new Set(laneOf(name, FILES).games.map((states) => states.map(({ words }) => words.join()).join()));
    const [train, validation, test] = [games('labels'), games('validation'), games('test')];
    assert.deepEqual(train, games('lists'));
    assert.ok(train.size > 300 && validation.size > 20 && test.size > 40);
    assert.ok(laneOf('lists', FILES).hasEnds);
    for (const other of [validation, test]) assert.ok([...other].every((game) => !train.has(game)));
    assert.ok([...test].every((game) => !validation.has(game)));
    assert.equal(test.size, gamesOfPgn(fs.readFileSync(FILES.heldOut, 'utf8')).length);
  });

  it('are drawn alike each time, block by block, in the shares they ask for', () => {
    const positions = (block: number) =>
      drawn(block, 2000).map(({ state, source }) => `${source} ${state.words.join()}`);
    const first = positions(1);
    assert.deepEqual(first, positions(1));
    assert.notDeepEqual(first, positions(2));
    const share = (source: number) => first.filter((text) => text.startsWith(`${source} `)).length / first.length;
    assert.ok(Math.abs(share(0) - 0.5) < 0.04 && Math.abs(share(2) - 0.05) < 0.02);
  });

  it('have checks in the share they ask for, beside those of play', () => {
    const share = (positions: readonly DrawnPosition[]) =>
      positions.filter(({ state }) => inCheck(state.words, 0)).length / positions.length;
    const played = share(drawn(1, 1000));
    assert.ok(played < 0.2);
    assert.ok(Math.abs(share(drawn(1, 1000, { ...lane, checks: 60 })) - (0.6 + 0.4 * played)) < 0.05);
  });

  it('come as frames, half of whose steps are rare moves of every kind', () => {
    const kinds = new Map<number, number>();
    let steps = 0;
    for (const frame of chessFrames(lane, { positions: 64, steps: 32 })) {
      const own = frame.subarray(frame.length - 32);
      for (const kind of own) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      steps += own.length;
      if (steps >= 1536) break;
    }
    for (const kind of KINDS.keys()) assert.ok((kinds.get(kind) ?? 0) / steps > 0.03, KINDS[kind]);
    assert.equal(frameOf(64, [], []).length, 24);
  });
});

describe('labels', () => {
  /** Makes values up for the next positions of a lane, and adds them to a file. */
  const add = (file: string, count: number): Labeled[] => {
    const { rest } = readLabels(file, lane, { cutsEnd: true });
    const labeled: Labeled[] = [];
    for (const { position, drawn } of rest) {
      labeled.push({ ...position, values: Uint8Array.from(position.seen.actions, (action) => (action * 7) % 64) });
      if (labeled.length === count) {
        appendChunk(file, labeled, drawn);
        break;
      }
    }
    return labeled;
  };
  const newFile = (t: TestContext): string => {
    const { folder, remove } = temporaryFolder();
    t.after(remove);
    return path.join(folder, 'a.labels');
  };
  const keys = (labeled: readonly Labeled[]): string[] =>
    labeled.map(({ state, values }) => `${state.words.join()} ${values.join()}`);

  it('come back with their positions, and go on where a kill has left half a chunk', (t) => {
    const file = newFile(t);
    openLabels(file, HEAD);
    const [first, second] = [add(file, 40), add(file, 30)];
    const whole = fs.readFileSync(file);
    fs.writeFileSync(file, whole.subarray(0, -5));
    assert.deepEqual(keys(readLabels(file, lane).labeled), keys(first));
    const again = add(file, 30);
    assert.deepEqual(keys(again), keys(second));
    assert.deepEqual(keys(readLabels(file, lane).labeled), keys([...first, ...second]));
    assert.equal(new Set(keys([...first, ...second]).map((key) => key.split(' ')[0])).size, 70);
  });

  it('are refused where other positions are drawn today, or with another engine or depth', (t) => {
    const file = newFile(t);
    openLabels(file, HEAD);
    add(file, 10);
    assert.throws(() => readLabels(file, { ...lane, seed: 8 }), /are not those of the positions that are drawn today/);
    assert.throws(() => openLabels(file, { ...HEAD, depth: 4 }), /labels of another depth: 6 in place of 4/);
    fs.writeFileSync(file, 'other\n');
    assert.throws(() => readLabels(file, lane), /is no file of labels/);
  });
});
