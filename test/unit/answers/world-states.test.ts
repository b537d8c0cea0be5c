import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { AnswerPlace } from '../../../src/core/answers/answer-reading.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { randomWalk } from '../../../src/core/worlds/random-walk.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { extractWorldState } from '../../support/extraction.ts';

const isStateOf = (name: string) => {
  const world = findWorld(name);
  assert.ok(world.ok);
  return (text: string) => world.value.automaton.parse(text).ok;
};

const found = (name: string, answer: string, place?: AnswerPlace, prompt?: string) =>
  extractWorldState(answer, isStateOf(name), place, prompt)?.fen;

describe('the state of a world in an answer', () => {
  it('is the whole answer, or stands behind words, in quotes, fences, lists and sentences', () => {
    for (const answer of [
      '2 1 3 4 5',
      ' 2  1 3\t4 5 \n',
      'State: 2 1 3 4 5',
      '**Final state:** `2 1 3 4 5`',
      'The state after the last action is 2 1 3 4 5.',
      '- 2 1 3 4 5',
      '> "2 1 3 4 5".',
      'First I swap.\n```\n2 1 3 4 5\n```\nThat is all, folks',
      'Start: 1 2 3 4 5\nafter (12): 2 1 3 4 5\n',
    ])
      assert.equal(found('s5', answer), '2 1 3 4 5', answer);
  });

  it('is the longest end of its line: what stands in a state is no state of its own', () => {
    const boxes = '1: apple book | 2: | 3: coin | 4:';
    assert.equal(found('boxes', `State: ${boxes}`), boxes);
    assert.equal(found('boxes', `The boxes are now ${boxes}`), boxes);
  });

  it('is the last one, or the first, or that of the last line or fence, as the template says', () => {
    const answer = '2 1 3 4 5\n```\n3 1 2 4 5\n```\n4 1 2 3 5\nI am sure.';
    assert.equal(found('s5', answer), '3 1 2 4 5', 'the only fence');
    assert.equal(found('s5', answer, 'last'), '4 1 2 3 5');
    assert.equal(found('s5', answer, 'first'), '2 1 3 4 5');
    assert.equal(found('s5', answer, 'fence'), '3 1 2 4 5');
    assert.equal(found('s5', answer, 'last-line'), undefined);
    assert.equal(found('s5', '2 1 3 4 5', 'fence'), undefined);
  });

  it('is no line that the prompt holds with words around its state', () => {
    const prompt = 'Start state: 1 2 3 4 5\nActions, in order: (12)';
    assert.equal(found('s5', 'Start state: 1 2 3 4 5\nI cannot say more', 'anywhere', prompt), undefined);
    assert.equal(found('s5', '2 1 3 4 5\nStart state: 1 2 3 4 5', 'anywhere', prompt), '2 1 3 4 5');
    // a bare state is an answer, the start included
    assert.equal(found('s5', '1 2 3 4 5', 'anywhere', prompt), '1 2 3 4 5');
  });

  it('is, where nothing is a state, what was meant as one, as it is; a sentence was not', () => {
    assert.equal(found('s5', '2 1 3 4 4'), '2 1 3 4 4');
    assert.equal(found('s5', 'Let me see.\nFinal state: `2 1 3 4`'), '2 1 3 4');
    assert.equal(found('s5', 'I do not know the state.'), undefined);
    assert.equal(found('s5', 'Hm.\nNo idea'), undefined);
    assert.equal(found('s5', 'Put a stone into row b, please'), undefined);
    for (const moves of ['Left || Down || Up', '<answer>up, 2, right</answer>', 'down'])
      assert.equal(found('s5', moves), undefined, moves);
    assert.equal(found('s5', 'down and out'), 'down and out');
    assert.equal(found('s5', ''), undefined);
  });

  it('stands in JSON, tags, boxes, brackets, tables, and before signs, words and tokens of a chat', () => {
    const othello = 'x || ..............ox....xo.............. ||';
    for (const [name, state] of [
      ['s5', '2 1 3 4 5'],
      ['othello6', othello],
      ['boxes', '1: apple book | 2: | 3: coin | 4:'],
      ['cube', 'LDFB DRUL DRBF RRDF BLLU FUUB'],
      ['sokoban', '(box c3) (box d4) (player d5)'],
    ] as const) {
      for (const answer of [
        JSON.stringify({ state }),
        JSON.stringify({ state, confidence: 0.9 }),
        `<answer>${state}</answer>`,
        `$\\boxed{\\text{${state}}}$`,
        `[${state}]`,
        `$${state}$`,
        `| ${state} |`,
        `${state}<|im_end|>`,
        `${state}</s>`,
        `最终状态：${state}。`,
        `答え：「${state}」`,
        `The state is ${state}, I believe.`,
        `After all actions: ${state} ✓`,
      ])
        assert.equal(found(name, answer), state, answer);
    }
    assert.equal(
      found('sokoban', 'Then, after the push → (box c3) (box d4) (player d5)'),
      '(box c3) (box d4) (player d5)',
    );
  });

  it('is none of what the model considers, and what the answer marks before all else', () => {
    const [first, last] = ['1 2 3 4 5', '2 1 3 4 5'];
    assert.equal(found('s5', `<think>At first ${first}\nState: ${first}\nNow`), undefined);
    assert.equal(found('s5', `<think>${first}</think>\nI do not know.`), undefined);
    assert.equal(found('s5', `so ${first}\n</think>\n\n${last}`), last);
    assert.equal(found('s5', `Step 1: ${first}\n<answer>${last}</answer>\nIt was: ${first}`), last);
    assert.equal(found('s5', `<answer>2 1 3</answer>\nat first ${first}`), first);
  });

  it('is none that is the start, is denied, or is cut out of more', () => {
    const state = '2 1 3 4 5';
    for (const more of ['(The start state was 1 2 3 4 5)', 'Initially it was 1 2 3 4 5.', 'I cannot see how 1 2 3 4 5'])
      assert.equal(found('s5', `${state}\n${more}`), state, more);
    assert.equal(found('s5', '6 1 2 3 4 5'), '6 1 2 3 4 5');
    assert.equal(found('sokoban', 'State: (box z9) (box d4) (player d5)'), '(box z9) (box d4) (player d5)');
    const json = JSON.stringify({ state: '(box c3) (box d4) (player d5)', why: 'I pushed', sure: true }, null, 2);
    assert.equal(found('sokoban', json), '(box c3) (box d4) (player d5)');
    assert.equal(found('s5', '<answer> … </answer>'), undefined);
    assert.equal(found('hex', `o || ${'. '.repeat(7)}\n${'. '.repeat(7)}`), undefined);
  });

  it('may take several lines: an atom each, or the rows of a board', () => {
    const atoms = ['(clear a)', '(holding b)', '(on a d)', '(ontable d)'];
    for (const list of [atoms, atoms.map((atom) => `- ${atom}`), atoms.map((atom) => `* \`${atom}\`,`)])
      assert.equal(found('blocks', `The atoms are\n${list.join('\n')}\n`), atoms.join(' '));
    assert.equal(found('blocks', '(clear a)\n(holding b)\n(on a'), undefined);
    const rows = Array.from({ length: 6 }, () => '. . . . . . .').join('\n');
    assert.equal(found('connect_four', `The board:\n\nx ||\n${rows}\n||\n`), `x || ${rows.replaceAll('\n', ' ')} ||`);
  });

  it('may be an array', () => {
    assert.equal(found('s5', '[2, 1, 3, 4, 5]'), '2 1 3 4 5');
    assert.equal(found('s5', '{"state": [2, 1, 3, 4, 5]}'), '2 1 3 4 5');
    const atoms = ['(box c3)', '(box d4)', '(player d5)'];
    assert.equal(found('sokoban', `Final state: ${JSON.stringify(atoms)}`), atoms.join(' '));
  });

  it('is the labelled one, and none of a turn that is made up', () => {
    assert.equal(found('s5', 'Final state: 2 1 3 4 5\nBefore the last action it was 1 2 3 4 5'), '2 1 3 4 5');
    assert.equal(found('s5', '2 1 3 4 5<|im_end|>\n<|im_start|>user\nand before?<|im_end|>\n1 2 3 4 5'), '2 1 3 4 5');
  });

  it('is no number of something else where states are numbers', () => {
    const isState = (text: string) => /^\d$/.test(text);
    const read = (answer: string) => extractWorldState(answer, isState)?.fen;
    assert.equal(read('State: 7\nSteps taken: 3'), '7');
    assert.equal(read('Step 1: 4\nStep 2: 5'), '5');
    assert.equal(read('I cannot determine the state after action 4.'), undefined);
    assert.equal(read('I am not sure it is 4'), undefined);
    assert.equal(read('-1'), '-1');
  });

  it('is found at its place, whatever stands around it', () => {
    const othello = findWorld('othello6');
    assert.ok(othello.ok);
    const world = othello.value;
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom('', 'State: ', '**State:** ', 'So: '),
        fc.string(),
        (seed, label, other) => {
          const state = world.automaton.print(randomWalk(world, seed % 30, seeded(seed)).states.at(-1));
          const before = other.replace(/[\r\n]/g, ' ');
          const answer = `${before}\n${label}${state}\n`;
          const extracted = extractWorldState(answer, (text) => world.automaton.parse(text).ok);
          assert.equal(extracted?.fen, state);
          assert.equal(answer.slice(extracted.range.start, extracted.range.end), state);
        },
      ),
    );
  });

  it('reads a hostile answer a bounded number of times', () => {
    let readings = 0;
    const answer = `${'a b c d e f g h '.repeat(20_000)}\n`.repeat(20);
    extractWorldState(answer, () => {
      readings++;
      return false;
    });
    assert.ok(readings <= 4000, String(readings));
  });
});
