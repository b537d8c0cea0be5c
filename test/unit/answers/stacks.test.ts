import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

const found = findWorld('blocks5');
assert.ok(found.ok);
const { automaton } = found.value;
const printed = (text: string): string => {
  const state = automaton.parse(text);
  assert.ok(state.ok, text);
  return automaton.print(state.value);
};

/** The outcome of an answer about five blocks, and the state taken from it as the world prints it. */
function read(answer: string): string {
  const reading = readAnswer(answer, { world: (text) => automaton.parse(text).ok });
  const text = getTakenCandidate(reading)?.state;
  const state = automaton.parse(text ?? '');
  return state.ok ? `${reading.outcome} ${automaton.print(state.value)}` : reading.outcome;
}

/** b on a, e on d on c, nothing held. */
const TWO = printed('(ontable a) (on b a) (ontable c) (on d c) (on e d) (clear b) (clear e) (handempty)');
/** b on a, c alone, d held. */
const HELD = printed('(ontable a) (on b a) (ontable c) (clear b) (clear c) (holding d)');

describe('stacks of blocks that an answer lists', () => {
  const certain: Readonly<Record<string, string>> = {
    'from the bottom': 'Stack 1 (bottom to top): A, B\nStack 2 (bottom to top): C, D, E\nHand: empty',
    'from the top, below a heading':
      'Stacks (top to bottom):\n- Stack 1: b, a\n- Stack 2: e, d, c\n\nThe hand is empty.',
    'with the place of each block': '**Stack 1:** b on a\n**Stack 2:** e on d, d on c\n**Hand:** empty',
    'as chains down to the table': 'Hand: nothing\nTower A: b on a on the table\nTower B: e on d on c on the table',
    'with the ends marked':
      'Pile 1: A (bottom), B (top)\nPile 2: C (bottom), D, E (top)\nThe gripper is currently empty.',
    'on one line': 'Stack 1 (bottom to top): a, b; Stack 2 (bottom to top): c, d, e; hand: empty',
    'as arrays': 'Stack 1 [bottom to top]: [A, B]\nStack 2 [bottom to top]: [C, D, E]\nStack 3: []\nArm: empty',
  };
  for (const [name, answer] of Object.entries(certain))
    it(`is read ${name}`, () => assert.equal(read(answer), `certain ${TWO}`, answer));

  it('is read with a block in the hand, and single blocks on the table', () => {
    assert.equal(read('Stack 1: b on a\nStack 2: c\nThe hand is holding d.'), `certain ${HELD}`);
    assert.equal(read('Stack 1 (bottom to top): a, b\nTable: a, c\nHand: d'), `certain ${HELD}`);
  });

  it('is doubtful where nothing says which end is the top, or what the hand holds', () => {
    assert.equal(read('Stack 1: A, B\nStack 2: C, D, E\nHand: empty'), `doubtful ${TWO}`);
    assert.equal(read('Stack 1: a -> b\nStack 2: c -> d -> e\nHand: empty'), `doubtful ${TWO}`);
    assert.equal(read('Stack 1 (bottom to top): A, B\nStack 2 (bottom to top): C, D, E'), `doubtful ${TWO}`);
  });

  it('is doubtful in arrays, in any order of the ends', () => {
    assert.equal(read('State: [["a", "b"], [], ["c", "d", "e"]]'), `doubtful ${TWO}`);
    assert.equal(read("[['b', 'a'], ['e', 'd', 'c']], each from top to bottom"), `doubtful ${TWO}`);
    assert.equal(read("The stacks (bottom to top) are [['A', 'B'], ['C', 'D', 'E']]. Hand: empty"), `certain ${TWO}`);
  });

  it('is doubtful before words that may place another block', () => {
    const state = printed('(ontable a) (on b a) (clear b) (handempty)');
    assert.equal(read('Tower: b on a. c and d on the table. Hand empty.'), `doubtful ${state}`);
    assert.equal(
      read('Stack 1 (bottom to top): a, b\nHand: empty\nThe other blocks are where they were.'),
      `doubtful ${state}`,
    );
    assert.equal(read('Stack 1 (bottom to top): a, b\nHand: empty\n\nIt took two moves.'), `certain ${state}`);
  });

  it('is doubtful where the words about the hand may be about another state', () => {
    const stacks = 'Stack 1 (bottom to top): a, b\nStack 2 (bottom to top): c, d, e';
    assert.equal(read(`${stacks}\nPreviously the hand was holding e, now it is empty.`), `doubtful ${TWO}`);
    assert.equal(read(`Hand: e\n\nThen:\n${stacks}`), `doubtful ${TWO}`);
    assert.equal(read(`${stacks}\nThe robot arm is not holding anything.`), `certain ${TWO}`);
  });

  it('is no answer at the start or as the goal, beside another one', () => {
    const stacks = 'Stack 1 (bottom to top): a, b\nStack 2 (bottom to top): c, d, e\nHand: empty';
    const other = 'Stack 1 (bottom to top): e\nStack 2 (bottom to top): a, b, c, d\nHand: empty';
    assert.equal(read(`Initial state:\n${other}\n\nFinal state:\n${stacks}`), `certain ${TWO}`);
    assert.equal(read(`Goal state:\n${other}\n\nCurrent state:\n${stacks}`), `certain ${TWO}`);
    assert.equal(read(`Current state:\n${stacks}\n\nGoal:\n${other}`), `certain ${TWO}`);
    for (const label of [
      'Goal state:',
      'Target stacks:',
      'Desired configuration:',
      'To build this:',
      'We want to reach:',
    ])
      assert.equal(read(`${label}\n${stacks}`), 'none', label);
    assert.equal(read(`We have reached the goal state:\n${stacks}`), `certain ${TWO}`);
  });

  it('is not read where a block stands in two places, or the text is about something else', () => {
    assert.equal(read('Stack 1 (bottom to top): a, b\nStack 2 (bottom to top): b, c\nHand: empty'), 'none');
    assert.equal(read('Stack 1 (bottom to top): a, b\nHand: holding b'), 'none');
    assert.equal(read('Table: a, b\nStack: overflow'), 'none');
    assert.equal(read('Column 1: Nf3, e4\nColumn 2: d5'), 'none');
  });
});

describe('facts about blocks beside other words', () => {
  const facts = 'b is on a, a is on the table, c is on the table, b is clear, c is clear, the hand is holding d';

  it('are doubtful if they place each block', () => {
    assert.equal(read(`${facts}, block d way up`), `doubtful ${HELD}`);
    assert.equal(read(`on(b, a), clear(b), clear(c), ontable(a), ontable(c), holding(d), b nice`), `doubtful ${HELD}`);
  });

  it('are unread if they leave a place open, or the words name another block', () => {
    assert.equal(read(`${facts}, block e way up`), 'unread');
    assert.equal(
      read(`b is on a, c is on the table, b is clear, c is clear, block a way down, the hand is empty`),
      'unread',
    );
    assert.equal(read(`${facts}, etc.`), 'unread');
  });

  it('are read in the words of Mystery Blocksworld', () => {
    const isState = (text: string): boolean =>
      /^(?:\((?:craves \w \w|planet \w|province \w|pain \w|harmony)\) ?)+$/.test(text);
    const reading = readAnswer('Final state: harmony, planet object a, object b craves object a, province object b', {
      world: isState,
    });
    assert.equal(reading.outcome, 'certain');
    assert.equal(getTakenCandidate(reading)?.state, '(harmony) (planet a) (craves b a) (province b)');
  });
});
