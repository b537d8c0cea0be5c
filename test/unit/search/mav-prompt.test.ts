import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { bucketScore } from '../../../src/core/search/bucket-chances.ts';
import { languageModel } from '../../../src/core/search/language-model.ts';
import { applyRules, type MavPromptOptions, mavPrompt, readEvaluation } from '../../../src/core/search/mav-prompt.ts';
import type { EvaluationRequest } from '../../../src/core/search/world-model.ts';
import { NEVER_ABORTED } from './scripted-model.ts';

const OPTIONS: MavPromptOptions = {
  form: 'FEN',
  list: 'all',
  best: true,
  dialect: PUBLISHED_DIALECT,
  scoring: 'written',
};
const START = '7k/8/8/8/8/8/8/K7 w - - 0 1';
const ROOT: EvaluationRequest = { game: 'chess', state: START };
const MOVED: EvaluationRequest = { ...ROOT, action: 'a1a2' };
const AFTER = '7k/8/8/8/8/8/K7/8 b - - 1 1';
const LIST = '[%top_all h8g8:<ctrl33> h8h7:<ctrl30> h8g7:<ctrl31>]\n[%best_action h8g8]\n';

/** Why an answer to the request with an action is a hallucination; what else it is. */
function fate(answer: string, request = MOVED): string {
  const read = readEvaluation(request, { text: answer }, OPTIONS);
  return read.kind === 'hallucination' ? read.reason : read.kind;
}

describe('MAV as a world model', () => {
  it('asks for a state and its actions, or for where an action leads', () => {
    assert.equal(mavPrompt(ROOT, OPTIONS), `<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN ${START}]\n`);
    assert.equal(
      mavPrompt(MOVED, { ...OPTIONS, list: 3, best: false }),
      `<mav game=chess> %prev_FEN %prev_action %FEN %top_3 </mav>\n[%prev_FEN ${START}]\n[%prev_action a1a2]\n`,
    );
    const board = `x || ${Array.from({ length: 42 }, () => '.').join(' ')} ||`;
    assert.match(
      mavPrompt({ game: 'connect_four', state: board }, OPTIONS),
      /^<mav game=connect_four> %state %top_all %best_action <\/mav>\n\[%state x \|\| /,
    );
    assert.match(mavPrompt(ROOT, { ...OPTIONS, form: 'state' }), /\[%state w \|\| K \. \. .* \|00000000001\|\|\]/);
  });

  it('asks on from what the model wrote, as it wrote it', () => {
    const state = 'b || K . x';
    assert.match(mavPrompt({ game: 'chess', state, action: 'a1a2' }, OPTIONS), /\[%prev_FEN b \|\| K \. x\]/);
  });

  it('reads state, actions with the middle of their buckets, and the best action', () => {
    const read = readEvaluation(MOVED, { text: `[%FEN ${AFTER}]\n${LIST}` }, OPTIONS);
    assert.ok(read.kind === 'state');
    assert.equal(read.state, AFTER);
    assert.equal(read.best, 'h8g8');
    assert.deepEqual(read.actions, [
      { action: 'h8g8', value: 32.5 / 64 },
      { action: 'h8h7', value: 29.5 / 64 },
      { action: 'h8g7', value: 30.5 / 64 },
    ]);
  });

  it('reads the end of a game, from the side to move', () => {
    const mate = '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1';
    const read = readEvaluation(MOVED, { text: `[%FEN ${mate}]\n[%top_all invalid : "1-0"]\n` }, OPTIONS);
    assert.ok(read.kind === 'terminal');
    assert.deepEqual([read.outcome, read.value], ['1-0', 0]);
    assert.equal(fate(`[%FEN ${mate}]\n[%top_all invalid : "2-0"]\n`), '"2-0" is not a result');
  });

  it('calls whatever breaks the format a hallucination, and says why', () => {
    assert.equal(fate(LIST), 'no state');
    assert.equal(fate(''), 'no state');
    assert.match(fate(`[%FEN 7k/8/8 b]\n${LIST}`), /^not a state: /);
    assert.equal(fate(`[%FEN ${AFTER}]\n`), 'no list of actions');
    assert.equal(fate(`[%FEN ${AFTER}]\n[%top_all ]\n`), 'the list is empty');
    assert.equal(fate(`[%FEN ${AFTER}]\n[%top_all h8g8:<ctrl33> h8h7]\n`), 'h8h7 has no bucket');
    assert.equal(fate(`[%FEN ${AFTER}]\n[%top_all h8g8:<ctrl99>]\n`), 'h8g8 has no bucket');
    assert.equal(fate(`[%FEN ${AFTER}]\n[%top_all Kg8:<ctrl33>]\n`), '"Kg8" is not an action');
    assert.match(fate(`[%FEN ${AFTER}]\n[%top_all h8g8:<ctrl33> h8`), /^cut off/);
    assert.equal(fate(LIST, ROOT), 'state');
    // an illegal action keeps to the format
    assert.equal(fate(`[%FEN ${AFTER}]\n[%top_all h8h1:<ctrl33>]\n`), 'state');
  });

  it('calls an answer about another game a hallucination', () => {
    const hex = '[%state x || . . . . x . o . . ||]\n[%top_1 a1:<ctrl40>]\n';
    assert.equal(fate(`<mav game=hex> %state %top_1 </mav>\n${hex}`), 'no state');
    assert.match(fate(hex), /^not a state: /);
    assert.equal(fate('[%top_all a1:<ctrl40>]\n', ROOT), '"a1" is not an action');
    assert.equal(fate('[%top_all x3:<ctrl40>]\n', ROOT), '"x3" is not an action');
    // words of another answer behind the first are not read
    const two = readEvaluation(MOVED, { text: `[%FEN ${AFTER}]\n${LIST}[%top_all a1a8:<ctrl1>]\n` }, OPTIONS);
    assert.ok(two.kind === 'state');
    assert.deepEqual(
      two.actions.map(({ action }) => action),
      ['h8g8', 'h8h7', 'h8g7'],
    );
  });

  it('drops illegal actions by the rules, and adds missing ones at the lowest value', () => {
    const at: EvaluationRequest = { game: 'chess', state: AFTER };
    const read = readEvaluation(at, { text: '[%top_all h8h1:<ctrl60> h8g8:<ctrl33> h8g8:<ctrl10>]\n' }, OPTIONS);
    const held = applyRules(read, at);
    assert.ok(held.kind === 'state');
    assert.equal(held.dropped, 1);
    assert.deepEqual(Object.fromEntries(held.actions.map(({ action, value }) => [action, value * 64])), {
      h8g7: 32.5,
      h8g8: 32.5,
      h8h7: 32.5,
    });
  });

  it('asks a language model for values alone where the rules back the search', async () => {
    const prompts: string[] = [];
    const complete = (prompt: string) => {
      prompts.push(prompt);
      return Promise.resolve({ text: LIST });
    };
    const model = languageModel('test', complete, { ...OPTIONS, world: 'rules' });
    const [said] = await Promise.all(model.evaluate([MOVED], NEVER_ABORTED));
    assert.deepEqual(prompts, [`<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN ${AFTER}]\n`]);
    assert.ok(said.kind === 'state' && said.actions.length === 3);
    const tracking = languageModel('test', complete, { ...OPTIONS, world: 'model' });
    const [told] = await Promise.all(tracking.evaluate([MOVED], NEVER_ABORTED));
    assert.equal(told.kind, 'hallucination');
    const gone = languageModel('test', () => Promise.resolve({ fault: '503' }), { ...OPTIONS, world: 'model' });
    assert.deepEqual(await Promise.all(gone.evaluate([ROOT], NEVER_ABORTED)), [{ kind: 'fault', message: '503' }]);
  });

  it('scores values by the probabilities of their tokens, and tells how much of them is known', () => {
    const chances = [
      { token: '<ctrl10>', logprob: Math.log(0.5) },
      { token: '<ctrl30>', logprob: Math.log(0.25) },
      { token: 'e2e4', logprob: Math.log(0.2) },
    ];
    const mean = bucketScore(chances, 'mean', PUBLISHED_DIALECT);
    assert.ok(mean);
    assert.ok(Math.abs(mean.mass - 0.75) < 1e-12);
    assert.ok(Math.abs(mean.value - (2 * 9.5 + 29.5) / 3 / 64) < 1e-12);
    assert.ok(Math.abs((bucketScore(chances, 'max', PUBLISHED_DIALECT)?.value ?? 0) - 9.5 / 64) < 1e-12);
    assert.equal(bucketScore([{ token: 'x', logprob: 0 }], 'max', PUBLISHED_DIALECT), undefined);
    const top = [{ token: '<ctrl20>', logprob: 0 }];
    const tokens = ['[%top_all h8g8', ':', '<ctrl33>', ']\n'].map((token) => ({
      token,
      top: token === '<ctrl33>' ? top : [],
    }));
    const at: EvaluationRequest = { game: 'chess', state: AFTER };
    const text = tokens.map(({ token }) => token).join('');
    const read = readEvaluation(at, { text, tokens }, { ...OPTIONS, scoring: 'max' });
    assert.ok(read.kind === 'state');
    assert.deepEqual(read.actions, [{ action: 'h8g8', value: 19.5 / 64, chances: { mass: 1, shares: [[19, 1]] } }]);
  });
});
