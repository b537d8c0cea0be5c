import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { err, ok } from '../../../src/core/base/result.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import type { Task } from '../../../src/models/model.ts';
import { gameTask } from '../../../src/models/predict/game-targets.ts';
import { plannedTargets } from '../../../src/models/predict/pgn-targets.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import type { OpenOptions } from '../../../src/models/sources/source.ts';

const NEVER = new AbortController().signal;
const ask = async (task: Task, options: Partial<OpenOptions> = {}, signal = NEVER): Promise<string> => {
  const model = openModel('reference:rules', options);
  assert.ok(model.ok);
  const answer = await model.value.complete({ task, messages: [], settings: {} }, signal);
  return answer.ok ? answer.value.text : `${answer.error.code}: ${answer.error.message}`;
};
const mav = (prompt: string, dialect = PUBLISHED_DIALECT): Task => ({ kind: 'mav', prompt, dialect, sample: 0 });

const source = (values: ValueSource['values']): ValueSource => ({
  label: 'fake',
  games: ['chess'],
  values,
  dispose: () => Promise.resolve(),
});
const THREE_MOVES = source(() =>
  Promise.resolve(
    ok({
      actions: [
        { action: 'h8h7', win: 0.6 },
        { action: 'h8g8', win: 0.25 },
        { action: 'h8g7', win: 0.1 },
      ],
      outcome: undefined,
      kind: 'engine',
    }),
  ),
);
const LIST = '<mav game=chess> %prev_FEN %prev_action %FEN %top_2 %best_action %FEN </mav>\n';
const PROMPT = `${LIST}[%prev_FEN 7k/8/8/8/8/8/K7/1R6 w - - 0 1]\n[%prev_action b1f1]\n`;

describe('the reference', () => {
  it('knows every state of a game to the byte', async () => {
    const pgn = '1. e4 d5 2. e5 f5 3. exf6 Nxf6 4. Nf3 e5 5. Bb5+ c6 6. O-O Be7 7. d4 O-O *';
    for (const { places } of plannedTargets(pgn, (length) => Array.from({ length: length + 1 }, (_, i) => i)))
      for (const place of places) assert.equal(await ask(gameTask(place, 0)), place.trueFen);
  });

  it('says why a line is none', async () => {
    const task = { kind: 'state' as const, variant: 'chess' as const, startFen: 'x', moves: [], sample: 0 };
    assert.match(await ask(task), /^unsupported-task: /);
  });

  it('answers MAV by rule, with the values of its source', async () => {
    assert.equal(
      await ask(mav(PROMPT), { values: () => THREE_MOVES }),
      '[%FEN 7k/8/8/8/8/8/K7/5R2 b - - 1 1]\n[%top_2 h8h7:<ctrl39> h8g8:<ctrl16>]\n[%best_action h8h7]\n' +
        '[%FEN 8/7k/8/8/8/8/K7/5R2 w - - 2 2]\n',
    );
  });

  it('answers as the dialect has it', async () => {
    const task = mav(PROMPT, { ...PUBLISHED_DIALECT, base: 0, token: 'val' });
    assert.match(await ask(task, { values: () => THREE_MOVES }), /\[%top_2 h8h7:<val_38> h8g8:<val_15>\]/);
  });

  it('needs no values for states, and for games that are over', async () => {
    const states = PROMPT.replace(' %top_2 %best_action %FEN', '');
    assert.equal(await ask(mav(states)), '[%FEN 7k/8/8/8/8/8/K7/5R2 b - - 1 1]\n');
    const over = '<mav game=chess> %FEN %top_1 </mav>\n[%FEN 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1]\n';
    assert.equal(await ask(mav(over)), '[%top_1 invalid : "1-0"]\n');
  });

  it('says what is missing, and what its source says', async () => {
    assert.match(await ask(mav(PROMPT)), /^unsupported-task: no source of action values/);
    const failing = source(() => Promise.resolve(err({ code: 'failed', message: 'the engine died' })));
    assert.equal(await ask(mav(PROMPT), { values: () => failing }), 'unavailable: the engine died');
    assert.match(await ask(mav('x')), /^unsupported-task: the prompt is not a MAV/);
    assert.match(await ask(mav(LIST)), /^unsupported-task: /);
    assert.match(await ask(mav(PROMPT), { values: () => THREE_MOVES }, AbortSignal.abort()), /^cancelled: /);
  });

  it('has one name', () => assert.ok(!openModel('reference:other').ok));
});
