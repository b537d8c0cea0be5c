import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { CompletionRequest, StateTask } from '../../../src/models/model.ts';
import { trackNaively } from '../../../src/models/sources/baselines.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const NEVER = new AbortController().signal;

const request = (moves: string[], startFen = START, variant: StateTask['variant'] = 'chess'): CompletionRequest => ({
  task: { kind: 'state', variant, startFen, moves, sample: 0 },
  messages: [],
  settings: {},
});

const answer = async (label: string, of: CompletionRequest): Promise<string> => {
  const model = openModel(label);
  assert.ok(model.ok);
  assert.equal(model.value.label, label);
  const completion = await model.value.complete(of, NEVER);
  return completion.ok ? completion.value.text : `fault ${completion.error.code}: ${completion.error.message}`;
};

const TRACKER = 'baseline:naive-tracker';

const naive = (moves: string, start = START): string => {
  const state = trackNaively(start, moves === '' ? [] : moves.split(' '));
  return state.ok ? state.value : `error: ${state.error}`;
};

describe('the registry', () => {
  it('opens what it lists', () => {
    for (const label of [TRACKER, 'baseline:start-position', 'baseline:lag-1', 'baseline:lag-999']) {
      assert.ok(openModel(label).ok, label);
    }
  });
  it('names what there is for a label that it does not know', () => {
    for (const label of [
      '',
      'naive-tracker',
      'other:x',
      'baseline:',
      'baseline:lag-0',
      'baseline:lag-k',
      'baseline:lag-1e3',
    ]) {
      const model = openModel(label);
      assert.ok(!model.ok, label);
      assert.equal(model.error.code, 'unknown-model');
      assert.match(model.error.message, /naive-tracker.*start-position.*lag/);
    }
  });
  it('gives baselines that say they are offline and deterministic', async () => {
    const model = openModel(TRACKER);
    assert.ok(model.ok);
    const can = await model.value.capabilities(NEVER);
    assert.ok(can.ok && can.value.offline && can.value.deterministic && can.value.topLogprobs === 0);
  });
  it('an aborted request is a fault', async () => {
    const model = openModel(TRACKER);
    assert.ok(model.ok);
    const completion = await model.value.complete(request(['e4']), AbortSignal.abort());
    assert.ok(!completion.ok && completion.error.code === 'cancelled');
  });
  it('says that it does not know the task where it is asked for outputs of MAV', async () => {
    const task = {
      kind: 'mav' as const,
      prompt: '<mav game=chess> %FEN %top_1 </mav>\n',
      dialect: PUBLISHED_DIALECT,
      sample: 0,
    };
    for (const label of [TRACKER, 'baseline:start-position', 'baseline:lag-1'])
      assert.match(await answer(label, { task, messages: [], settings: {} }), /^fault unsupported-task: /, label);
  });
});

describe('start-position', () => {
  it('is the start of the game, whatever was played', async () => {
    assert.equal(await answer('baseline:start-position', request(['e4', 'e5'])), START);
    const start = 'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1';
    assert.equal(await answer('baseline:start-position', request(['e4'], start, 'chess960')), start);
  });
});

describe('lag-k', () => {
  const moves = ['e4', 'c5', 'Nf3'];
  it('is the true state k half-moves earlier', async () => {
    assert.equal(
      await answer('baseline:lag-1', request(moves)),
      'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
    );
    assert.equal(
      await answer('baseline:lag-2', request(moves)),
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    );
  });
  it('is the start position where there were fewer', async () => {
    assert.equal(await answer('baseline:lag-4', request(moves)), START);
  });
  it('castles in Chess960', async () => {
    const start = '4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1';
    const after = '4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1';
    assert.equal(await answer('baseline:lag-1', request(['O-O', 'Kd7'], start, 'chess960')), after);
  });
  it('does not answer about a line that is not legal: that is a fault, not a wrong state', async () => {
    assert.match(
      await answer('baseline:lag-1', request(['e4', 'e4', 'e5'])),
      /^fault unsupported-task: half-move 2, e4/,
    );
    assert.match(
      await answer('baseline:lag-1', request(['e4'], 'nonsense')),
      /^fault unsupported-task: the start position/,
    );
  });
});

describe('naive-tracker', () => {
  it('follows ordinary play, with the clocks', () => {
    assert.equal(naive('e4 e5 Nf3 Nc6'), 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3');
    assert.equal(naive('e4 d5 exd5 Qxd5'), 'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3');
  });
  it('reads disambiguation, promotion, check marks and judgements', () => {
    const start = '4k3/P7/8/8/8/1N3N2/8/4K3 w - - 0 1';
    assert.equal(naive('Nfd4', start), '4k3/P7/8/8/3N4/1N6/8/4K3 b - - 1 1');
    assert.equal(naive('a8=Q+!', start), 'Q3k3/8/8/8/8/1N3N2/8/4K3 b - - 0 1');
    assert.equal(naive('R3a5 Kd8', '4k3/8/8/8/8/R7/8/R3K3 w - - 4 9'), '3k4/8/8/R7/8/8/8/R3K3 w - - 6 10');
  });
  it('takes the first piece in the order of the FEN that can reach the square', () => {
    assert.equal(naive('Nd4', '4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1'), '4k3/8/8/8/3N4/5N2/8/4K3 b - - 1 1');
    assert.equal(naive('Re5', 'R3k3/8/4R3/R7/8/8/8/4K3 w - - 0 1'), 'R3k3/8/8/R3R3/8/8/8/4K3 b - - 1 1');
  });
  it('needs a clear path', () => {
    assert.equal(naive('Rd5', '3Rk3/3p4/8/R7/8/8/8/4K3 w - - 0 1'), '3Rk3/3p4/8/3R4/8/8/8/4K3 b - - 1 1');
    assert.equal(naive('e4', '4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1'), '4k3/8/8/8/8/4n3/4P3/4K3 b - - 0 1');
  });
  it('knows no pins: the pinned knight that comes first moves', () => {
    const start = '4k3/8/8/1b6/2N5/3K4/8/4N3 w - - 0 1';
    assert.equal(naive('Nd2', start), '4k3/8/8/1b6/8/3K4/3N4/4N3 b - - 1 1');
    assert.equal(naive('Nd2', '4k3/4r3/8/8/4N3/8/8/1N2K3 w - - 0 1'), '4k3/4r3/8/8/8/8/3N4/1N2K3 b - - 1 1');
  });
  it('knows no en passant: the captured pawn stays', () => {
    assert.equal(naive('e4 a6 e5 d5 exd6'), 'rnbqkbnr/1pp1pppp/p2P4/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3');
  });
  it('castles, and keeps the rights of the start', () => {
    const start = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    assert.equal(naive('O-O O-O-O', start), '2kr3r/8/8/8/8/8/8/R4RK1 w KQkq - 2 2');
    assert.equal(naive('0-0-0+ Ke7', start), 'r6r/4k3/8/8/8/8/8/2KR3R w KQkq - 2 2');
  });
  it('castles from a Chess960 start, over its own squares too', () => {
    assert.equal(naive('O-O', '4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1'), '4k3/8/8/8/8/8/8/1R3RK1 b FB - 1 1');
    assert.equal(naive('O-O-O', '4k3/8/8/8/8/8/8/RK6 w A - 0 1'), '4k3/8/8/8/8/8/8/2KR4 b A - 1 1');
    assert.equal(naive('O-O', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'), '4k3/8/8/8/8/8/8/6K1 b - - 1 1');
  });
  it('goes on after nonsense: the side and the counters change', () => {
    assert.equal(naive('Qh8 -- e4 zzz'), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 3');
  });
  it('starts from any position and side, and says so where it cannot', () => {
    assert.equal(naive('', '8/8/8/8/8/8/8/8 b - - 3 9'), '8/8/8/8/8/8/8/8 b - - 3 9');
    assert.equal(naive('e5', '4k3/4p3/8/8/8/8/8/4K3 b - - 0 7'), '4k3/8/8/4p3/8/8/8/4K3 w - - 0 8');
    assert.match(naive('e4', 'rnbqkbnr/pppp w - - 0 1'), /^error: the start position cannot be read/);
    assert.match(naive('e4', ''), /^error/);
  });
  it('gives a board of 64 squares whatever the moves are', () => {
    const san = fc.stringMatching(/^[KQRBNabcdefgh1-8xO0=+#-]{0,7}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(san, fc.string()), { maxLength: 40 }), (moves) => {
        const state = trackNaively(START, moves);
        assert.ok(state.ok);
        const [placement, side] = state.value.split(' ');
        assert.equal(side, moves.length % 2 === 0 ? 'w' : 'b');
        for (const rank of placement?.split('/') ?? []) {
          let squares = 0;
          for (const c of rank) squares += Number(c) || 1;
          assert.equal(squares, 8);
        }
      }),
    );
  });
});
