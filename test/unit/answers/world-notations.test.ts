import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Question, readAnswer } from '../../../src/core/answers/read-answer.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

/** States of one digit, and of letters or atoms. */
const DIGIT = /^\d$/;
const LETTERS = /^[XYZ](?: [XYZ])*$|^\([ab]\)(?: \([ab]\))*$|^[xy]$/;

/** The test whether a text is a state: of a world, or of a pattern. */
function worldOf(name: string | RegExp): (text: string) => boolean {
  if (typeof name !== 'string') return (text) => name.test(text);
  const world = findWorld(name);
  assert.ok(world.ok);
  const { automaton } = world.value;
  return (text) => automaton.parse(text).ok;
}

/**
 * The reading of an answer in short: its outcome and rule; each state with its role and form, a star at the one that is
 * taken, and its text in the answer where that differs.
 */
function readingOf(name: string | RegExp, answer: string, question: Question = {}): string {
  const { outcome, rule, candidates, taken } = readAnswer(answer, { ...question, world: worldOf(name) });
  const states = candidates.map(({ range, form, state, role }, i) => {
    const text = answer.slice(range.start, range.end);
    const written = text === state ? '' : text === answer ? ' <all>' : ` <${text}>`;
    return `${i === taken ? '*' : ''}${role} ${form} ${state}${written}`;
  });
  return [rule === undefined ? outcome : `${outcome}, ${rule}`, ...states].join(' # ');
}

type Row = readonly [world: string | RegExp, answer: string, reading: string, question?: Question];
const READINGS: Readonly<Record<string, readonly Row[]>> = {
  'contents of boxes': [
    [
      'boxes',
      'Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg',
      'certain, only state # *plain world 1: coin | 2: | 3: apple | 4: egg <all>',
    ],
    [
      'boxes',
      '# 1: coin; # 2: nothing; # 3: apple; # 4: egg',
      'certain, labelled # *final world 1: coin | 2: | 3: apple | 4: egg <1: coin; # 2: nothing; # 3: apple; # 4: egg>',
    ],
    [
      'boxes',
      '1: coin; 2: nothing; 3: apple; 4: egg',
      'certain, only state # *plain world 1: coin | 2: | 3: apple | 4: egg <all>',
    ],
    [
      'boxes',
      '1: anvil; 2: nothing; 3: apple; 4: egg',
      'certain, only state # *plain fragment 1: anvil; 2: nothing; 3: apple; 4: egg',
    ],
    [
      'boxes',
      'Box 2: nothing; Box 3: apple; Box 4: egg',
      'unread # plain fragment Box 2: nothing; Box 3: apple; Box 4: egg',
    ],
    ['boxes', 'Box 1: coin; Box 3: nothing', 'unread # plain fragment Box 1: coin; Box 3: nothing'],
    ['boxes', 'Box 1: coin', 'unread # plain fragment Box 1: coin'],
    [
      'boxes',
      'Box 1 (left): coin\nBox 2 (right) still contains nothing\nBox 3 → the apple\nBox 4 = an egg',
      'certain, only state # *plain world 1: coin | 2: | 3: apple | 4: egg <all>',
    ],
    [
      'boxes',
      'Box 1: coin. And so on and so on and so on. Box 2: nothing; Box 3: apple; Box 4: egg',
      'unread # plain fragment Box 2: nothing; Box 3: apple; Box 4: egg',
    ],
    [
      'boxes',
      '"1": ["coin", "drum"], "2": [], "3": ["apple"], "4": ["egg"]',
      'certain, only state # *plain world 1: coin drum | 2: | 3: apple | 4: egg <all>',
    ],
    [
      'boxes',
      'Container 1 holds both coin and drum, Container 2 is empty, Container 3 has apple, Container 4 has egg left.',
      'certain, only state # *plain world 1: coin drum | 2: | 3: apple | 4: egg <Container 1 holds both coin and drum, Container 2 is empty, Container 3 has apple, Container 4 has egg left>',
    ],
    [
      'boxes',
      'Box 1: coin, Box 2: drum\nBox 1: drum; Box 2: nothing; Box 3: apple; Box 4: egg',
      'certain, only state # plain fragment Box 1: coin, Box 2: drum # *plain world 1: drum | 2: | 3: apple | 4: egg <Box 1: drum; Box 2: nothing; Box 3: apple; Box 4: egg>',
    ],
  ],
  'contents of places': [
    [
      's5',
      'Slot 1: 2 | Slot 2: 1 | Slot 3: 3 | Slot 4: 4 | Slot 5: 5',
      'certain, only state # *plain world 2 1 3 4 5 <all>',
    ],
    ['s5', 'Place 1: 4, 2\nPlace 2: 1', 'unread # plain fragment Place 1: 4, 2 Place 2: 1 <all>'],
    ['s5', '1: 2\n2: 1\n3: 3\n4: 4\n5: 5', 'certain, only state # *plain world 2 1 3 4 5 <all>'],
  ],
  'lists of facts': [
    [
      'blocks',
      'on(b, a), clear(b), clear(d), ontable(a), ontable(d), holding(c)',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <all>',
    ],
    [
      'blocks',
      'ON(B, A), CLEAR(B), CLEAR(D), ONTABLE(A), ONTABLE(D), HOLDING(C)',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <all>',
    ],
    [
      'blocks',
      'on(b, a) & clear(b) ∧ clear(d) and ontable(a); ontable(d), holding(c)',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <all>',
    ],
    [
      'blocks',
      '(on b a), (clear b), (clear d), (ontable a), (ontable d), (holding c)',
      'certain, only state # *plain world (on b a), (clear b), (clear d), (ontable a), (ontable d), (holding c)',
    ],
    [
      'blocks',
      '1. on(b, a)\n2. clear(b)\n3. clear(d)\n4. ontable(a)\n5. ontable(d)\n6. holding(c)',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <all>',
    ],
    [
      'blocks',
      'First:\n- holding(a)\n- clear(b)\n\nThen:\n- on(b, a)\n- clear(b)\n- clear(d)\n- ontable(a)\n- ontable(d)\n- holding(c)',
      'doubtful, last # plain world (holding a) (clear b) <- holding(a)\n- clear(b)> # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <- on(b, a)\n- clear(b)\n- clear(d)\n- ontable(a)\n- ontable(d)\n- holding(c)>',
    ],
    [
      'blocks',
      'The gripper is holding c, b is on a, the block a is on table, b is clear, d is now on the table, d is now clear',
      'certain, only state # *plain world (holding c) (on b a) (ontable a) (clear b) (ontable d) (clear d) <all>',
    ],
    [
      'blocks',
      'In the end the hand is empty, block a is on the table, a is clear',
      'certain, only state # *plain world (handempty) (ontable a) (clear a) <the hand is empty, block a is on the table, a is clear>',
    ],
    [
      'blocks',
      'my hand is now empty and block a is on the table and a is clear',
      'certain, only state # *plain world (handempty) (ontable a) (clear a) <all>',
    ],
    [
      'blocks',
      'handempty, ontable(a), clear(a)',
      'certain, only state # *plain world (handempty) (ontable a) (clear a) <all>',
    ],
    [
      'blocks',
      '["on(b, a)", "clear(b)", "clear(d)", "ontable(a)", "ontable(d)", "holding(c)"]',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <all>',
    ],
    ['blocks', 'clear(a)', 'unread # plain fragment clear(a)'],
    ['blocks', 'on(b, a), that is all', 'unread # plain fragment on(b, a), that is all'],
    [
      'blocks',
      '- on(b, a)\n- clear(b)\n- (clear d',
      'unread # plain fragment - on(b, a) - clear(b) <- on(b, a)\n- clear(b)>',
    ],
    [
      'blocks',
      'on(b, a),\nclear(b),\nclear(d),\nontable(a),\nontable(d),\nholding(c)',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <all>',
    ],
    [
      'blocks',
      'After it: on(b, a), clear(b)\nclear(d), ontable(a)\nontable(d), holding(c)',
      'certain, only state # *plain world (on b a) (clear b) (clear d) (ontable a) (ontable d) (holding c) <on(b, a), clear(b)\nclear(d), ontable(a)\nontable(d), holding(c)>',
    ],
    [
      'blocks',
      'holding c, on(b, a), clear(b), clear(d), ontable(a), ontable(d)',
      'certain, only state # *plain world (holding c) (on b a) (clear b) (clear d) (ontable a) (ontable d) <all>',
    ],
  ],
  'lists of facts in sentences': [
    [
      'blocks',
      'The final state is on(b, a), clear(b), handempty',
      'certain, labelled # *final world (on b a) (clear b) (handempty) <on(b, a), clear(b), handempty>',
    ],
    [
      'blocks',
      'The resulting state: b on a, a on table. The hand is empty. b and c are clear.',
      'certain, labelled # *final world (on b a) (ontable a) (handempty) (clear b) (clear c) <b on a, a on table. The hand is empty. b and c are clear.>',
    ],
    [
      'blocks',
      'Initially: clear(a), handempty. Finally: holding(a), clear(b)',
      'certain, labelled # start world (clear a) (handempty) <clear(a), handempty> # *final world (holding a) (clear b) <holding(a), clear(b)>',
    ],
    [
      'blocks',
      'b rests on a, nothing is on b, a is not clear, and the gripper holds nothing',
      'certain, only state # *plain world (on b a) (clear b) (handempty) <all>',
    ],
    ['blocks', '- on b a\n- clear b\n- etc.', 'unread # plain fragment - on b a - clear b <- on b a\n- clear b>'],
    [
      'blocks',
      'b floats over a, b is clear, the hand is empty',
      'unread # plain fragment b is clear, the hand is empty',
    ],
    ['blocks', '- b is clear\n- c floats over a\n- the hand is empty', 'unread # plain fragment - b is clear'],
    [
      'blocks',
      'After c was put down, b is clear, the hand is empty, as I was asked',
      'certain, only state # *plain world (clear b) (handempty) <b is clear, the hand is empty>',
    ],
    [
      'blocks',
      'b is clear, the hand is empty.\nThe goal is reached, since b is clear now.',
      'certain, only state # *plain world (clear b) (handempty) <b is clear, the hand is empty.>',
    ],
    [
      'blocks',
      'b is clear, the hand is empty.\n\nSince b is clear, b can be picked up.',
      'certain, only state # *plain world (clear b) (handempty) <b is clear, the hand is empty.>',
    ],
    ['blocks', 'b is on a, b is clear', 'doubtful, only state # *plain world (on b a) (clear b) <all>'],
    [
      'blocks',
      '(on b a)\n(clear b)\nthe hand is empty',
      'certain, only state # *plain world (on b a) (clear b) (handempty) <all>',
    ],
    ['blocks', '(on b a) (clear b), c is somewhere', 'unread # plain fragment (on b a) (clear b)'],
    [
      'blocks',
      'We have {on(b, a), clear(b)} then {clear(d)}',
      'doubtful, last # plain world (on b a) (clear b) <on(b, a), clear(b)> # *plain world (clear d) <clear(d)}>',
    ],
    ['blocks', 'on(b, a), clear(b), holding(c', 'unread # plain fragment on(b, a), clear(b)'],
    [
      'blocks',
      'Resulting state: b is clear, holding c\nResulting state: b is clear, c floats over d',
      'doubtful, labelled # *final world (clear b) (holding c) <b is clear, holding c> # final fragment b is clear',
    ],
  ],
  'lists of items': [
    ['s5', '2, 1, 3, 4, 5', 'certain, only state # *plain world 2 1 3 4 5 <all>'],
    ['s5', 'The final order is 2-1-3-4-5.', 'certain, labelled # *final world 2 1 3 4 5 <2-1-3-4-5>'],
    ['s5', '| 2 | 1 | 3 | 4 | 5 |', 'certain, only state # *plain world 2 1 3 4 5 <2 | 1 | 3 | 4 | 5>'],
    ['s5', 'I count the places 1, 2, 3, 4, 5 from the left.', 'none'],
    ['s5', '| step | order |\n|---|---|\n| (12) | 2 1 3 4 5 |', 'certain, only state # *plain world 2 1 3 4 5'],
  ],
  'answers without a state': [
    ['s5', 'Final state:', 'none'],
    ['s5', 'Start: 1 2 3 4 5', 'none', { prompt: 'Start: 1 2 3 4 5\nSwap' }],
    ['s5', 'Done as you asked', 'none'],
    [
      'boxes',
      'Box 1: coin; Box 2: nothing; Box 3: no apple; Box 4: egg',
      'unread # plain fragment Box 1: coin; Box 2: nothing; Box 3: no apple; Box 4: egg',
    ],
  ],
  'faces of a cube on a line': [
    [
      'cube',
      'Final: U: UUUU, R: RRRR, F: FFFF, D: DDDD, L: LLLL, B: BBBB',
      'certain, labelled # *final world UUUU RRRR FFFF DDDD LLLL BBBB <U: UUUU, R: RRRR, F: FFFF, D: DDDD, L: LLLL, B: BBBB>',
    ],
  ],
  'boards with numbered cells': [
    [
      'connect_four',
      '0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 1 0 0 0\nX to move',
      'unread # plain fragment 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 <0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 1 0 0 0>',
    ],
    [
      'line3-3x3',
      'O | 2 | 3\n4 | X | 6\n7 | 8 | 9\n\nX to move',
      'certain, only state # *plain world x || o...x.... || <O | 2 | 3\n4 | X | 6\n7 | 8 | 9>',
    ],
    ['line3-3x3', 'O | 2 | 4\n4 | X | 6\n7 | 8 | 9\n\nX to move', 'none'],
    [
      'line3-3x3',
      'O | . | .\n---------\n. | X | .\n---------\n. | . | .',
      'doubtful, only state # *plain world x || o...x.... || <all>',
    ],
  ],
  'faces of a cube': [
    [
      'cube',
      'U: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB',
      'certain, only state # *plain world UUUU RRRR FFFF DDDD LLLL BBBB <all>',
    ],
    [
      'cube',
      'Up (c) = ["U", "U", "U", "U"],\nRight = ["R", "R", "R", "R"],\nFront = ["F", "F", "F", "F"],\nDown = ["D", "D", "D", "D"],\nLeft = ["L", "L", "L", "L"],\nBack = ["B", "B", "B", "B"],',
      'certain, only state # *plain world UUUU RRRR FFFF DDDD LLLL BBBB <all>',
    ],
    [
      'cube',
      'R: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB',
      'unread # plain fragment R: RRRR F: FFFF D: DDDD L: LLLL B: BBBB <all>',
    ],
    [
      'cube',
      'U: UUUU\nU: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB',
      'certain, only state # *plain world UUUU RRRR FFFF DDDD LLLL BBBB <U: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB>',
    ],
    [
      'cube',
      'x\nU: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB\ny',
      'certain, only state # *plain world UUUU RRRR FFFF DDDD LLLL BBBB <U: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB>',
    ],
    [
      'cube',
      '- **U**: UUUU\n- **R**: RRRR\n- **F**: FFFF\n- **D**: DDDD\n- **L**: LLLL\n- **B**: BBBB',
      'certain, only state # *plain world UUUU RRRR FFFF DDDD LLLL BBBB <all>',
    ],
    [
      'cube',
      'U: UUUU\nR: RRRR\nF: FFFF\nso\nD: DDDD\nL: LLLL\nB: BBBB',
      'unread # plain fragment U: UUUU R: RRRR F: FFFF <U: UUUU\nR: RRRR\nF: FFFF> # plain fragment D: DDDD L: LLLL B: BBBB <D: DDDD\nL: LLLL\nB: BBBB>',
    ],
    [
      'cube',
      'U: UUUR\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB',
      'unread # plain fragment U: UUUR R: RRRR F: FFFF D: DDDD L: LLLL B: BBBB <all>',
    ],
    [
      'cube',
      'U: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB\nU: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB',
      'certain, last # plain world UUUU RRRR FFFF DDDD LLLL BBBB <U: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB> # *plain world UUUU RRRR FFFF DDDD LLLL BBBB <U: UUUU\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB>',
    ],
  ],
  'lines of text': [
    ['s5', 'not 2 1 3 4 5 but 1 2 3 4 5', 'certain, labelled # *final world 1 2 3 4 5'],
    ['s5', '2 1 3 4 5, I think; or so', 'certain, only state # *plain world 2 1 3 4 5'],
    ['s5', '2 1 3 4 5 6', 'certain, only state # *plain fragment 2 1 3 4 5 6'],
    ['s5', 'It is 2 1 3 4 5. Then', 'certain, only state # *plain world 2 1 3 4 5'],
    ['s5', 'Initially 2 1 3 4 5', 'unread # plain fragment Initially 2 1 3 4 5'],
    ['s5', 'Initially 2 1 3 4 5, finally 1 2 3 4 5', 'certain, labelled # *final world 1 2 3 4 5'],
    ['s5', 'The answer is "2 1 3 4 5" – yes', 'certain, labelled # *final world 2 1 3 4 5'],
    ['s5', '2 1 3 4 5 — as I said', 'certain, only state # *plain world 2 1 3 4 5'],
    ['s5', 'State:\n\n2 1 3 4 5', 'certain, labelled # *final world 2 1 3 4 5'],
    ['s5', 'State: ???', 'certain, labelled # *final fragment ???'],
    ['s5', '2 1 3 x', 'certain, only state # *plain fragment 2 1 3 x'],
    ['s5', 'State: 2 1 3 4 4\nstate: 9', 'certain, labelled # *final fragment 9'],
    ['s5', '[2, 1, 3, 4, 5]', 'certain, only state # *plain world 2 1 3 4 5 <all>'],
    ['s5', 'It is [2, 1, 3, 4, 5] now', 'certain, only state # *plain world 2 1 3 4 5 <[2, 1, 3, 4, 5]>'],
    ['s5', '[2 1 3 4 5]', 'certain, only state # *plain world 2 1 3 4 5'],
    ['s5', '{2, 1, 3, 4, 5}', 'unread # plain fragment {2, 1, 3, 4, 5}'],
    ['s5', 'previous 2 1 3 4 5; now 1 2 3 4 5', 'certain, only state # *plain world 1 2 3 4 5'],
    ['s5', '2 1 3 4 5 (as asked)', 'certain, only state # *plain world 2 1 3 4 5'],
    [
      's5',
      'x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x 2 1 3 4 5',
      'certain, only state # *plain fragment x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x 2 1 3 4 5',
    ],
    ['s5', 'x x x x x x x x x x x x x x x x x x x x 2 1 3 4 5', 'certain, only state # *plain world 2 1 3 4 5'],
    ['s5', 'I do not think 2 1 3 4 5', 'none'],
    ['s5', "It isn't so: 2 1 3 4 5", 'certain, only state # *plain world 2 1 3 4 5'],
    ['s5', 'I do not know\nMaybe', 'none'],
    ['s5', '**State**: `2 1 4`', 'certain, labelled # *final fragment 2 1 4'],
    ['s5', 'Final state : 2 1 4', 'certain, labelled # *final fragment 2 1 4'],
    ['s5', '```\n2 1 3 4 5\n```', 'certain, fence # *plain world 2 1 3 4 5', { place: 'fence' }],
    ['s5', 'x\n2 1 3 4 5\ny', 'certain, last line # *plain fragment y', { place: 'last-line' }],
    ['s5', 'y\n2 1 3 4 5\n\n', 'certain, last line # *plain world 2 1 3 4 5', { place: 'last-line' }],
    ['s5', '1 2 3 4 5 or\n2 1 3 4 5', 'certain, only state # *plain world 2 1 3 4 5', { place: 'first' }],
    [
      's5',
      'Start: 1 2 3 4 5\nSo it is 2 1 3 4 5',
      'certain, labelled # *final world 2 1 3 4 5',
      { prompt: 'Start: 1 2 3 4 5\r\nSwap' },
    ],
  ],
  'words and numbers around a short state': [
    [DIGIT, 'State: 7', 'certain, labelled # *final world 7'],
    [DIGIT, 'a 7', 'certain, only state # *plain world 7'],
    [DIGIT, 'is 7 now', 'unread # plain fragment is 7 now'],
    [DIGIT, 'answer: 7, yes', 'certain, labelled # *final world 7'],
    [DIGIT, 'position is 7, yes', 'certain, labelled # *final world 7'],
    [DIGIT, 'value 7, yes', 'unread # plain fragment value 7, yes'],
    [DIGIT, 'Total steps: 7', 'none'],
    [DIGIT, 'Time = 7', 'none'],
    [DIGIT, 'number of moves so far: 7', 'none'],
    [DIGIT, 'Step 3: 7', 'certain, only state # *plain world 7'],
    [DIGIT, '7 8', 'certain, only state # *plain fragment 7 8'],
    [DIGIT, '7 | 8', 'certain, only state # *plain fragment 7 | 8'],
    [DIGIT, 'x || 7', 'certain, only state # *plain fragment x || 7'],
    [DIGIT, 'steps 3: 7', 'certain, only state # *plain world 7'],
    [DIGIT, 'My confidence (of 9): 7', 'none'],
    [LETTERS, 'X Y', 'certain, only state # *plain world X Y'],
    [LETTERS, 'Y Z X', 'certain, only state # *plain world Y Z X'],
    [LETTERS, 'the X Y Z', 'certain, only state # *plain world X Y Z'],
    [LETTERS, '(a) (b)', 'certain, only state # *plain world (a) (b)'],
    [LETTERS, '(a), (b), (c', 'unread # plain fragment (a), (b), (c'],
    [LETTERS, 'x | y', 'certain, only state # *plain fragment x | y'],
    [LETTERS, 'the (a) (b)', 'certain, only state # *plain world (a) (b)'],
    [LETTERS, 'so (a) (b), (c)', 'unread # plain fragment so (a) (b), (c)'],
    [LETTERS, 'so (a) (b), or so', 'certain, only state # *plain world (a) (b)'],
  ],
  'rows of a state': [
    [/^a a\nb b$/, 'Rows:\na a\nb b', 'certain, only state # *plain world a a b b <a a\nb b>'],
    [/^a a\nb b$/, 'a a\nb b\n\nc', 'certain, only state # *plain world a a b b <a a\nb b>'],
    [/^a a\nb b$/, 'a a\n\nb b', 'none'],
    [/^a a\nb b$/, 'a a\nb b\nc', 'none'],
    [/^a a\nb b$|^c$/, 'a a\nb b\n\nc', 'certain, only state # *plain world c'],
    [/^a a\n[bc] b$/, 'a a\nb b\n\na a\nc b', 'certain, only state # *plain world a a c b <a a\nc b>'],
    [
      /^a a\n[bc] b$/,
      'a a\nb b\n\na a\nc b',
      'certain, only state # *plain world a a b b <a a\nb b>',
      { place: 'first' },
    ],
  ],
};

for (const [title, rows] of Object.entries(READINGS))
  describe(title, () => {
    for (const [world, answer, reading, question] of rows)
      it(JSON.stringify([answer, question]), () => assert.equal(readingOf(world, answer, question), reading));
  });

describe('boards of stones', () => {
  const rows = ['.......', '.......', '.......', '...x...', '..oxo..', '.xxoxoo'];
  const lines = rows.map((row) => Array.from(row).join(' '));
  const board = lines.join('\n');
  const state = (side: string): string => `${side} || ${rows.join('')} ||`;
  /** Checks the state and the text that is read as it. */
  const isRead = (drawn: string, wanted: string, before = '', after = ''): void => {
    const answer = before + drawn + after;
    const { outcome, candidates } = readAnswer(answer, { world: worldOf('connect_four') });
    const [found] = candidates;
    assert.deepEqual(
      [outcome, candidates.length, found?.state, answer.slice(found?.range.start, found?.range.end)],
      ['certain', 1, wanted, drawn],
    );
  };
  const outcomeOf = (answer: string): string => readAnswer(answer, { world: worldOf('connect_four') }).outcome;

  it('have the player to move that the words after or before them name', () => {
    for (const [words, side] of [
      ['X to move', 'x'],
      ['Next: O', 'o'],
      ['Player to move: x', 'x'],
      ['next player = o', 'o'],
      ["O's turn", 'o'],
      ['X plays next', 'x'],
      ['o is to play', 'o'],
      ['Turn: "X"', 'x'],
      ['Current player: X (you)', 'x'],
      ['side to move: black', 'x'],
      ['White to move', 'o'],
    ] as const) {
      isRead(board, state(side), '', `\n${words}`);
      isRead(board, state(side), `${words}.\n\n`);
    }
    isRead(board, state('x'), 'O to move before.\n', '\nX to move');
    for (const words of ['X to move or O to move', 'X = white. X to move', 'o is black; X to move'])
      assert.equal(outcomeOf(`${board}\n${words}`), 'unread', words);
    assert.equal(outcomeOf(`${board}\nX to move. ${'a '.repeat(100)} O to move`), 'unread');
    isRead(board, state('x'), '', `\nX to move. ${'a '.repeat(140)} O to move`);
    for (const words of ['a '.repeat(100), 'it is X'])
      assert.equal(outcomeOf(`X to move. ${words.padEnd(200)}\n${board}`), 'doubtful', words);
    assert.equal(outcomeOf(`${board}\nit is X`), 'doubtful');
  });

  it('may have rules, numbers, bars and signs of their own', () => {
    const after = '\nX to move';
    isRead(lines.join('\n---------\n'), state('x'), '', after);
    isRead(board, state('x'), '  1 2 3 4 5 6 7\n', after);
    isRead(
      lines.map((line, i) => `${i + 1} | ${line.replaceAll(' ', ' | ')} | ${i + 1}`).join('\n'),
      state('x'),
      '',
      after,
    );
    isRead(lines.map((line, i) => `Row ${i + 1}: ${line}`).join('\n'), state('x'), '', after);
    for (const [x = '', o = ''] of ['XO', '✕⭕', '❌⭕', '×O'].map((pair) => Array.from(pair)))
      for (const empty of ['.', '·', '*', '□', 'E', 'empty'])
        isRead(board.replaceAll('.', empty).replaceAll('x', x).replaceAll('o', o), state('x'), '', after);
    isRead(lines.map(() => '. . . . . . .').join('\n'), `x || ${'.'.repeat(42)} ||`, '', after);
    assert.equal(outcomeOf(`${rows.map(() => '|_|_|_|_|_|_|_|').join('\n')}${after}`), 'none');
    assert.equal(outcomeOf(`${lines.join('\nthen\n')}${after}`), 'none');
    assert.equal(outcomeOf(`${lines.slice(3).join('\n')}${after}`), 'none');
    assert.equal(outcomeOf(`${board.replace('x', 'q')}${after}`), 'none');
    assert.equal(outcomeOf(`${board.replaceAll('o', 'W')}${after}`), 'unread');
    assert.equal(outcomeOf(`${board.replaceAll('x', 'B').replaceAll('o', 'W')}\nBlack to move`), 'unread');
    assert.equal(outcomeOf(`${board.replaceAll('x', 'R').replaceAll('o', 'Y')}${after}`), 'unread');
  });

  it('may be arrays', () => {
    const after = ' X to move';
    isRead(JSON.stringify(rows), state('x'), '', after);
    isRead(JSON.stringify(lines), state('x'), '{"rows": ', `}${after}`);
    isRead(
      JSON.stringify(rows.map((row) => Array.from(row, (cell) => (cell === '.' ? null : cell)))),
      state('x'),
      '',
      after,
    );
    isRead(
      JSON.stringify(
        rows.map((row) => Array.from(row)),
        null,
        1,
      ).replaceAll('"', "'"),
      state('x'),
      'Turn: X\n',
    );
    for (const array of [rows.slice(3), rows.map((row) => row.replace('x', 'q')), rows.map((row, i) => row.slice(i))])
      assert.equal(outcomeOf(`So: ${JSON.stringify(array)}\n${after}`), 'none');
    assert.equal(outcomeOf(JSON.stringify(rows)), 'doubtful');
    assert.equal(outcomeOf(JSON.stringify([...rows.slice(0, 5), 'xxxxoox'])), 'unread');
    assert.equal(outcomeOf(`${JSON.stringify(rows).slice(0, -1)}\nX to move.`), 'none');
  });
});
