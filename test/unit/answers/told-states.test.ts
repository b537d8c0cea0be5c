import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

/** The outcome of an answer about a world, and the state as the world prints it. */
function read(name: string, answer: string): string {
  const world = findWorld(name);
  assert.ok(world.ok);
  const { automaton } = world.value;
  const reading = readAnswer(answer, { world: (text) => automaton.parse(text).ok });
  const state = automaton.parse(getTakenCandidate(reading)?.state ?? '');
  return state.ok ? `${reading.outcome} ${automaton.print(state.value)}` : reading.outcome;
}

/** The state of a world as the world prints it. */
const printed = (name: string, text: string): string => read(name, text).replace(/^certain /, '');

const BOARD = ['.......', '.......', '.......', '...x...', '..oxo..', '.xxoxoo'];

describe('a board of stones that an answer draws', () => {
  const state = `certain ${printed('connect_four', `x || ${BOARD.join('')} ||`)}`;
  const drawings: Readonly<Record<string, string>> = {
    'with bars and numbers': `${BOARD.map((row) => `|${Array.from(row).join('|')}|`).join('\n')}\n 0 1 2 3 4 5 6\n\nX moves next.`,
    'with names of rows': `${BOARD.map((row, i) => `${6 - i}: ${Array.from(row).join(' ')}`).join('\n')}\nPlayer to move: X`,
    'in capital letters': `Turn: X\n\n${BOARD.map((row) => Array.from(row.toUpperCase()).join(' ')).join('\n')}`,
    'as an array of arrays': JSON.stringify({ grid: BOARD.map((row) => Array.from(row)), turn: 'x' }, null, 2),
    'as an array of texts': JSON.stringify({ turn: 'x', rows: BOARD }),
    'with signs': `${BOARD.map((row) => Array.from(row).join('').replaceAll('x', '❌').replaceAll('o', '⭕').replaceAll('.', '⬜')).join('\n')}\n❌ or not, it is X's turn`,
  };
  for (const [name, answer] of Object.entries(drawings))
    it(`is read ${name}`, () => assert.equal(read('connect_four', answer), state, answer));

  it('is doubtful where only the number of stones tells who is to move', () => {
    const bare = BOARD.map((row) => Array.from(row).join(' ')).join('\n');
    assert.equal(read('connect_four', bare), state.replace('certain', 'doubtful'));
  });

  it('is unread where nothing tells who is to move, or what the signs mean', () => {
    const bare = BOARD.map((row) => Array.from(row).join(' ')).join('\n');
    assert.equal(read('connect_four', bare.replace('x', '.')), 'unread');
    assert.equal(read('connect_four', `${bare.replaceAll('x', 'R').replaceAll('o', 'Y')}\nRed to move`), 'unread');
    assert.equal(read('connect_four', `${bare}\nX to move, or is it O to move?`), 'unread');
  });

  it('may have blank cells at the ends of its rows, rows of blank cells, and words for the next stone', () => {
    const name = 'line3-3x3';
    assert.equal(
      read(name, 'O |   |  \n---------\n  |   |  \n---------\n  | X | O\n\nPut your next X.'),
      `certain ${printed(name, 'x || o......xo ||')}`,
    );
    assert.equal(
      read(
        name,
        '   |   |   \n X | O | X \n___|___|___\n   |   |   \n O | X |   \n___|___|___\n   |   |   \n   | O |   \nX to move',
      ),
      `certain ${printed(name, 'x || xoxox..o. ||')}`,
    );
  });

  it('may have letters before its rows, numbers without bars, or stand on one line', () => {
    const name = 'line3-3x3';
    const state = `doubtful ${printed(name, 'o || .xo.x.... ||')}`;
    for (const board of [
      '  1 2 3\nA  | X | O\n ---+---+---\nB  | X |\n ---+---+---\nC  |   |',
      '1 X O\n4 X 6\n7 8 9',
      '1 X O 4 X 6 7 8 9',
    ])
      assert.equal(read(name, `So far:\n${board}\nYour turn!`), state, board);
    assert.equal(read(name, 'The squares are\n1 2 3\n4 5 6\n7 8 9\nin this order.'), 'none');
  });

  it('may have spaces as empty cells between two bars', () => {
    const rows = BOARD.map((row) => `|${Array.from(row.replaceAll('.', ' ').toUpperCase()).join(' ')}|`);
    const answer = ['+-------------+', ...rows, '|0 1 2 3 4 5 6|', '+-------------+', 'X to move'].join('\n');
    assert.equal(read('connect_four', answer), state);
  });

  it('of which a player has answered the move is doubtful', () => {
    const answer =
      'The updated board:\n\n1 | X | 3\n4 | 5 | 6\n7 | 8 | 9\n\nMy turn, I take the middle:\n\n1 | X | 3\n4 | O | 6\n7 | 8 | 9\n\nPlace your X!';
    assert.equal(read('line3-3x3', answer), `doubtful ${printed('line3-3x3', 'x || .x..o.... ||')}`);
  });

  it('has the colors of Othello, unless a legend says otherwise', () => {
    const rows = ['......', '......', '..WB..', '..BBB.', '......', '......'].map((row) => Array.from(row).join(' '));
    const state6 = `certain ${printed('othello6', 'o || ..............ox....xxx............. ||')}`;
    assert.equal(read('othello6', `${rows.join('\n')}\nWhite to play.`), state6);
    assert.equal(
      read('othello6', `X = White, O = Black\n${rows.join('\n').replaceAll('W', 'X').replaceAll('B', 'O')}\nX to play`),
      'unread',
    );
  });
});

describe('what an answer says to be in boxes', () => {
  const state = 'certain 1: | 2: coin drum | 3: apple | 4: egg';
  const answers: Readonly<Record<string, string>> = {
    sentences:
      'Box 1 is now empty. Box 2 contains the coin and the drum. Box 3 contains the apple. Box 4 contains an egg.',
    'a list': '* **Box 1:** nothing\n* **Box 2:** coin, drum\n* **Box 3:** apple\n* **Box 4:** egg',
    JSON: '{"box_1": [], "box_2": ["drum", "coin"], "box_3": ["apple"], "box_4": ["egg"]}',
    'a table': '| Box | Items |\n|---|---|\n| 1 | - |\n| 2 | coin, drum |\n| 3 | apple |\n| 4 | egg |',
    arrows: 'Box 1 -> none; Box 2 -> coin & drum; Box 3 -> apple; Box 4 -> egg',
  };
  for (const [name, answer] of Object.entries(answers))
    it(`is read from ${name}`, () => assert.equal(read('boxes', answer), state, answer));

  it('is unread where a box is not named, or an item is none', () => {
    assert.equal(read('boxes', 'Box 1 contains the coin. Box 2 contains the drum.'), 'unread');
    assert.equal(read('boxes', 'Box 1: anvil; Box 2: coin; Box 3: drum; Box 4: egg'), 'unread');
  });

  it('is what the answer says last of the boxes, behind the words that say so', () => {
    const steps =
      'Start: Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg\nFinal: Box 1: nothing; Box 2: coin, drum; Box 3: apple; Box 4: egg';
    assert.equal(read('boxes', steps), state);
  });

  it('is a permutation where each place holds one', () => {
    assert.equal(read('s5', 'Place 1: 4\nPlace 2: 1\nPlace 3: 5\nPlace 4: 2\nPlace 5: 3'), 'certain 4 1 5 2 3');
    assert.equal(
      read('s5', 'position 1 = 4, position 2 = 1, position 3 = 5, position 4 = 2, position 5 = 3'),
      'certain 4 1 5 2 3',
    );
  });
});

describe('facts in another notation than PDDL', () => {
  const state = `certain ${printed('blocks', '(clear b) (clear d) (holding c) (on b a) (ontable a) (ontable d)')}`;
  const answers: Readonly<Record<string, string>> = {
    calls: 'State: on(b,a), ontable(a), ontable(d), clear(b), clear(d), holding(c)',
    'calls on lines': '- holding(c)\n- on(b, a)\n- clear(b)\n- clear(d)\n- ontable(a)\n- ontable(d)',
    'a set': 'We end in { holding(c), on(b, a), clear(b), clear(d), ontable(a), ontable(d) }.',
    sentences:
      'Now the hand is holding c, block b is on top of block a, block a is on the table, block b is clear, block d is on the table, and block d is clear.',
  };
  for (const [name, answer] of Object.entries(answers))
    it(`are read from ${name}`, () => assert.equal(read('blocks', answer), state, answer));

  it('are unread where a name is none of the world, or the list breaks off', () => {
    assert.equal(read('blocks', 'State: above(b, a), resting(a), free(b)'), 'unread');
    assert.equal(read('blocks', '- holding(c)\n- on(b, a)\n- clear('), 'unread');
  });
});

describe('other notations of a world', () => {
  it('names the faces of a cube in any order', () => {
    const solved = { D: 'DDDD', L: 'LLLL', U: 'UUUU', B: 'BBBB', F: 'FFFF', R: 'RRRR' };
    const lines = Object.entries(solved).map(([face, stickers]) => `${face} face: ${Array.from(stickers).join(' ')}`);
    assert.equal(read('cube', lines.join('\n')), 'certain UUUU RRRR FFFF DDDD LLLL BBBB');
  });

  it('says nothing of JSON that holds no state', () => assert.equal(read('s5', '{"order": "shuffled"}'), 'unread'));
});

describe('where a state stands', () => {
  const boxes = 'Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg';
  it('is not in thoughts', () => {
    assert.equal(read('boxes', `<think>\n${boxes}\n</think>\nI do not know.`), 'none');
    assert.equal(
      read('boxes', `<think>\n${boxes}\n</think>\n${boxes.replace('coin', 'drum')}`),
      'certain 1: drum | 2: | 3: apple | 4: egg',
    );
    assert.equal(
      read('boxes', `${boxes}\n<think>\n${boxes.replace('coin', 'drum')}\n</think>`),
      `certain ${printed('boxes', boxes)}`,
    );
  });

  it('is before other keys, and items may have any sign between them', () => {
    const json = '{"1": ["coin", "drum"], "2": [], "3": ["apple"], "4": ["egg"], "5 boxes": "no"}';
    assert.equal(read('boxes', json), 'certain 1: coin drum | 2: | 3: apple | 4: egg');
    assert.equal(
      read('boxes', 'Box 1: coin&drum; Box 2: (nothing); Box 3: apple/egg; Box 4: none'),
      'certain 1: coin drum | 2: | 3: apple egg | 4:',
    );
  });

  it('is from the first bracket of a list of facts to its last', () => {
    const world = findWorld('blocks');
    assert.ok(world.ok);
    const { automaton } = world.value;
    for (const list of ['(clear a)\n(ontable a)\n(handempty)', '(clear a)\n- (holding b)\n- (on a d)\n- (ontable d)']) {
      const answer = `The facts:\n- ${list}\n\nDone.`;
      const taken = getTakenCandidate(readAnswer(answer, { world: (text) => automaton.parse(text).ok }));
      assert.equal(answer.slice(taken?.range.start, taken?.range.end), list);
    }
  });
});
