import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import fc from 'fast-check';
import { ok } from '../../../src/core/base/result.ts';
import { fenToNative, nativeToFen } from '../../../src/core/mav/native-chess.ts';
import { type Continue, Tracker } from '../../../src/models/board/board-model.ts';
import { fault, type StateTask } from '../../../src/models/model.ts';
import { fenAfter } from '../../../src/models/sources/baselines.ts';
import { builtinSource } from '../../../src/models/sources/builtin.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const MOVES = 'e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4'.split(' ');
const NEVER = new AbortController().signal;

const task = (plies: number, moves: readonly string[] = MOVES): StateTask => ({
  kind: 'state',
  variant: 'chess',
  startFen: START,
  moves: moves.slice(0, plies),
  sample: 0,
});

/** A model that knows the rules, and counts how often it is asked. */
class RuleModel {
  asked = 0;
  readonly goOn: Continue = (prompt) => {
    this.asked++;
    const [, state = '', action = ''] = /\[%prev_FEN (.*)\]\n\[%prev_action (.*)\]/.exec(prompt) ?? [];
    const position = Chess.fromSetup(parseFen(state).unwrap()).unwrap();
    const move = parseUci(action);
    assert.ok(move);
    position.play(move);
    const text = `# a note\n[%FEN ${makeFen(position.toSetup())}]\n`;
    return Promise.resolve(ok({ text, finishReason: 'stop', usage: { inputTokens: 100, outputTokens: 70 } }));
  };
}

describe('a model of transitions as a tracker', () => {
  it('says what the rules say if its transitions do, and asks for each ply of a game once', async () => {
    const model = new RuleModel();
    const tracker = new Tracker(model.goOn);
    const asked = [4, 12, 9, 0].map((plies) => tracker.answer(task(plies), {}, NEVER));
    for (const [i, plies] of [4, 12, 9, 0].entries()) {
      const answer = await asked[i];
      const truth = fenAfter(START, MOVES, plies);
      assert.ok(answer?.ok && truth.ok);
      assert.equal(answer.value.text, truth.value);
    }
    assert.equal(model.asked, 12);
    const again = await tracker.answer(task(12), {}, NEVER);
    assert.ok(again.ok);
    assert.deepEqual(again.value.usage, {});
    assert.equal(model.asked, 12);
  });

  it('counts the tokens of the transitions that an answer cost', async () => {
    const tracker = new Tracker(new RuleModel().goOn);
    await tracker.answer(task(3), {}, NEVER);
    const answer = await tracker.answer(task(5), {}, NEVER);
    assert.ok(answer.ok);
    assert.deepEqual(answer.value.usage, { inputTokens: 200, outputTokens: 140 });
  });

  it('keeps what it wrote from where it wrote no state, and asks no more', async () => {
    const model = new RuleModel();
    const tracker = new Tracker((prompt, settings, signal) =>
      model.asked === 3
        ? Promise.resolve(ok({ text: 'I resign', finishReason: 'stop' }))
        : model.goOn(prompt, settings, signal),
    );
    const answer = await tracker.answer(task(9), {}, NEVER);
    assert.ok(answer.ok);
    assert.match(answer.value.text, /^No state from ply 4 on\. There it wrote: I resign$/);
    assert.equal(model.asked, 3);
  });

  it('goes on from its own errors', async () => {
    const model = new RuleModel();
    // the rook of a1 is lost at ply 2
    const tracker = new Tracker(async (prompt, settings, signal) => {
      const answer = await model.goOn(prompt, settings, signal);
      if (!answer.ok || model.asked !== 2) return answer;
      return ok({ ...answer.value, text: answer.value.text.replace('/RN', '/1N') });
    });
    const answer = await tracker.answer(task(6), {}, NEVER);
    assert.ok(answer.ok);
    assert.match(answer.value.text, /\/1NBQK2R w /);
  });

  it('ends for who calls it off, and goes on for others', async () => {
    const model = new RuleModel();
    const tracker = new Tracker(async (prompt, settings, signal) => {
      await new Promise((resolve) => void setImmediate(resolve));
      return signal.aborted ? fault('cancelled', 'cancelled') : model.goOn(prompt, settings, signal);
    });
    const controller = new AbortController();
    const off = tracker.answer(task(8), {}, controller.signal);
    const on = tracker.answer(task(8), {}, NEVER);
    controller.abort();
    const [called, other] = await Promise.all([off, on]);
    assert.ok(!called.ok && called.error.code === 'cancelled');
    const truth = fenAfter(START, MOVES, 8);
    assert.ok(other.ok && truth.ok);
    assert.equal(other.value.text, truth.value);
  });

  it('asks again after a fault', async () => {
    const model = new RuleModel();
    let faults = 0;
    const tracker = new Tracker((prompt, settings, signal) =>
      model.asked === 2 && faults++ === 0
        ? Promise.resolve(fault('bad-response', 'the worker failed'))
        : model.goOn(prompt, settings, signal),
    );
    const first = await tracker.answer(task(4), {}, NEVER);
    assert.ok(!first.ok && first.error.code === 'bad-response');
    assert.ok((await tracker.answer(task(4), {}, NEVER)).ok);
  });

  it('says which move cannot be played', async () => {
    const answer = await new Tracker(new RuleModel().goOn).answer(task(3, ['e4', 'e4', 'd4']), {}, NEVER);
    assert.ok(!answer.ok);
    assert.equal(answer.error.code, 'unsupported-task');
    assert.match(answer.error.message, /e4 cannot be played after 1 half-moves/);
  });

  it('has a result of its own for each seed', async () => {
    const model = new RuleModel();
    const tracker = new Tracker(model.goOn);
    for (const sample of [0, 1]) await tracker.answer({ ...task(2), sample }, { temperature: 1 }, NEVER);
    assert.equal(model.asked, 4);
  });
});

describe('a native state as a FEN', () => {
  it('is the FEN that it was written from', () => {
    const pieces = fc.array(fc.constantFrom(...'PNBRQKpnbrqk.......'.split('')), { minLength: 64, maxLength: 64 });
    const rights = fc.subarray(['K', 'Q', 'k', 'q']).map((all) => all.join('') || '-');
    const square = fc.constantFrom('-', 'a3', 'h6', 'd6');
    fc.assert(
      fc.property(
        pieces,
        rights,
        square,
        fc.nat(99),
        fc.integer({ min: 1, max: 999 }),
        (board, castling, ep, half, full) => {
          const ranks = Array.from({ length: 8 }, (_, rank) =>
            board
              .slice(8 * rank, 8 * rank + 8)
              .join('')
              .replace(/\.+/g, (run) => String(run.length)),
          );
          const fen = `${ranks.join('/')} w ${castling} ${ep} ${half} ${full}`;
          assert.equal(nativeToFen(fenToNative(fen)), fen);
        },
      ),
    );
  });

  it('is none where squares, side or digits are missing', () => {
    const state = fenToNative(START);
    for (const broken of [
      state.replace(' P', ''),
      state.replace('w', 'x'),
      state.replace('1111', ''),
      state.replace('Q', '?'),
      '',
    ])
      assert.equal(nativeToFen(broken), undefined, broken);
  });
});

describe('the built-in source', () => {
  it('says what there is for another name, and that it needs a worker where there is none', () => {
    const other = builtinSource(() => () => Promise.resolve(fault('bad-response', ''))).open('gpt-9');
    assert.ok(!other.ok && /expected mav-small/.test(other.error.message));
    const none = builtinSource(undefined).open('mav-small');
    assert.ok(!none.ok && /WebAssembly/.test(none.error.message));
  });
});
