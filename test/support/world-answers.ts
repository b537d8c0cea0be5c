import type { Question } from '../../src/core/answers/read-answer.ts';
import { findWorld } from '../../src/core/worlds/worlds.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

/** States of worlds that a test makes up: a digit, letters or atoms, `a` alone, lines of `a`. */
const DIGIT = /^\d$/;
const LETTERS = /^[XYZ](?: [XYZ])*$|^\([ab]\)(?: \([ab]\))*$|^[xy]$/;
const ROW = /^a+$/;
const ROWS = /^a(?:\na){1,}$/;
const TWO = /^(?:a|b) (?:a|b)\n(?:a|b) (?:a|b)$/;

type Row = readonly [answer: string, question?: Question];
/** Answers to one prompt of a world, or of a pattern for its states. */
interface Table {
  readonly name: string;
  readonly world: string | RegExp;
  readonly rows: readonly Row[];
}

const S = '2 1 3 4 5';
const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen '.repeat(3);
const blank = (count: number): string => ' '.repeat(count);
/** The first words of a sentence. */
const words = (count: number): string => WORDS.split(' ').slice(0, count).join(' ');
const of = (name: string, world: string | RegExp, answers: readonly (string | Row)[]): Table => ({
  name,
  world,
  rows: answers.map((row) => (typeof row === 'string' ? [row] : row)),
});

const OPENERS = Array.from('*_`"\'>#([{$「『“«：:=→,|;!?/-~');
const CLOSERS = ['.', '</b>', '<|end|>', ...Array.from(',;!。！；,)]}>$」』”’»|✓\\?/~*'), '**.', '`)', ' .', '<a b>'];
const DENIALS =
  'not,never,no longer,cannot,unable,unsure,uncertain,unclear,unknown,whether,lost,instead of,rather than,isn’t,don\'t,knot,wherever'.split(
    ',',
  );
const TURNS = [':', '：', '=', ';', ',', '.', ' →', ' ->', ' but', ' so', ' therefore', ' thus', ' hence', ' and', ' –'];
const STARTS = 'start,starting,started,initial,initially,beginning,previous,previously,first'.split(',');
const ENDS = 'final,finally,end,result,resulting,after,now,current,currently,last,answer,then'.split(',');
const MEASURES = [
  'Steps',
  'Number of steps',
  'Total actions',
  'moves',
  'Moves 1 to 3',
  'Confidence',
  'My certainty',
  'Probability',
  'Length',
  'count of all',
  'Depth',
  'time',
  '- Score',
  'The score',
  'Place',
];

/** Sentences around the state of a permutation. */
const LINES = of('line', 's5', [
  ...[24, 25, 26].flatMap((n) => [`${words(n)} ${S}`, `${words(n)} (${S}`]),
  ...[23, 24, 25, 26].map((n) => `${words(30)} ${'(x '.repeat(n)}(${S}`),
  ...OPENERS.map((sign) => `${words(30)} x${sign}${S}`),
  ...OPENERS.slice(0, 12).map((sign) => `${words(30)} x${sign} ${S}`),
  ...CLOSERS.map((sign) => `${S}${sign}`),
  ...[9, 10, 11].map((n) => `It is ${S}${')'.repeat(n)}`),
  ...[3, 4, 5].map((n) => `${S}${', so'.repeat(n)}`),
  ...[', a', '; a', ' (a', '（a', ' - a', ' -a', '. a', ' . a', '.a', ': a', '! a', '? a', ' – a'].map(
    (cut) => `It is ${S}${cut} b`,
  ),
  ...DENIALS.map((word) => `I am ${word} sure it is ${S}`),
  ...TURNS.flatMap((turn) => [`I am not sure${turn} ${S}`, `The initial one${turn} ${S}`]),
  ...STARTS.map((word) => `The ${word} one is ${S}`),
  ...ENDS.map((word) => `From the start, the ${word} one is ${S}`),
  ...ENDS.map((word) => `The initial, ${word} one is ${S}`),
  ...['```', '``` text', '"""', '---', '>', '- ', '1. ', '* ', '> > '].map((mark) => `${mark}\n${S}\n${mark}`),
  ...['- ', '1. ', '* ', '> > ', '| ', '# ', '[', '"', '**', '$', '\\boxed{', '<b>'].map((mark) => `${mark}${S}`),
  `${S}\n1 2 3 4 5`,
  `${S} → 1 2 3 4 5`,
  `${S}, 1 2 3 4 5`,
  `State 1: ${S}\nState 2: 1 2 3 4 5`,
  `Initial: ${S}\nFinal: 1 2 3 4 5`,
  `${S} 1 2 3 4 5`,
  `(${S})`,
  `As noted (see above) ${S}`,
  `(${S}) (1 2 3 4 5)`,
  '1: 2, 2: 1, 3: 3, 4: 4, 5: 5',
  `So ${S} is the answer.`,
  `**${S}**`,
  `The arrangement is **${S}**, as wanted.`,
  `{"state": "${S}"}`,
  `{"state": [2, 1, 3, 4, 5]}`,
  `{"state": ["2", "1", "3", "4", "5"], "steps": 3}`,
  `{"initial": [1, 2, 3, 4, 5], "final": [2, 1, 3, 4, 5]}`,
  '[2, 1, 3, 4, 5',
  '2, 1, 3, 4, 5]',
  '] [2, 1, 3, 4, 5',
  'a] b [2, 1, 3, 4, 5] c',
  '[] [2, 1, 3, 4, 5]',
  '[2, 1, 3, 4, 5], [1, 2, 3, 4, 5]',
  '[[2, 1, 3, 4, 5]]',
  '[2 1 3 4 5, ]',
  'Here [note] it is: [2, 1, 3, 4, 5]',
  `Here [note, or so] it is: ${S}`,
  `<think>\nPerhaps ${S}\n</think>\n1 2 3 4 5`,
  `<think>\nPerhaps ${S}`,
  `<think>Perhaps\n${S}\n</think>`,
  `x <think> ${S}\n1 2 3 4 5`,
  `${S}\n<think>1 2 3 4 5</think>`,
  `${S} <think>`,
  `${S}\n\n</think>1 2 3 4 5`,
  `assistantfinal${S}`,
  `analysisWe have 1 2 3 4 5assistantfinal${S}`,
  `analysisWe have 1 2 3 4 5\n${S}`,
  ...['State:', 'state :', '**State:**', '> State:', 'Final state:', 'Current state:', 'resulting state:', 'Next state:', 'States:'].flatMap(
    (label) => [`${label} 2 1 9`, `${label}\n2 1 9`, `${label} ${S}`, `I think so.\n${label} 2 1 9\nDone.`, `${label} .`, `${label}`],
  ),
  'State: [2, 1, 9]',
  'State: {"a": 1}',
  '{"a": 1}',
  '{"state": "2 1 9"}',
  '2 1 9',
  '2 1 9.',
  '2 1 9!',
  '2 1 9?**',
  'I cannot say: 2 1 9',
  '**2 1 9**',
  '<b>',
  '<b></b> - ',
  '<answer>2 1 9</answer>',
  '…',
  ' - | ',
  '2 1 9\n2 1 8',
  'a\n\n```\n2 1 9\n```',
  '```\n2 1 9\n```',
  `I'm sorry, I can't. ${S}`,
  `Is it ${S}?`,
  `It is not ${S}, but 1 2 3 4 5`,
  `It would be ${S}`,
  `Wait, ${S}. No, 1 2 3 4 5`,
  `${S}<|im_end|>\n<|im_start|>user\nAnd now?\n1 2 3 4 5`,
  `${S}\nUser: And now?\nAssistant: 1 2 3 4 5`,
  `${S}\n\nQuestion: again?\n1 2 3 4 5`,
]);

const PROMPT = `Start: 1 2 3 4 5\nSwap 1 and 2.\n${S}`;
const PLACED = of('place', 's5', [
  [`${S}\n1 2 3 4 5`, { place: 'first' }],
  [`no\n${S}\n1 2 3 4 5`, { place: 'first' }],
  [`${S} or 1 2 3 4 5`, { place: 'first' }],
  [`${S}\n1 2 3 4 5`, { place: 'last' }],
  [`${S}\nEnd.`, { place: 'last' }],
  [`1 2 3 4 5\n${S}`, { place: 'last-line' }],
  [`${S}\nEnd.`, { place: 'last-line' }],
  [`${S}\n2 1 9`, { place: 'last-line' }],
  [`${S}\n\`\`\``, { place: 'last-line' }],
  [`\`\`\`\n${S}\n\`\`\`\n1 2 3 4 5`, { place: 'fence' }],
  [`\`\`\`\n1 2 3 4 5\n\`\`\`\n\`\`\`\n${S}\n\`\`\``, { place: 'fence' }],
  [`\`\`\`${S}\`\`\``, { place: 'fence' }],
  [`\`\`\`\n${S}`, { place: 'fence' }],
  [S, { place: 'fence' }],
  [`\`\`\`\n2 1 9\n\`\`\`\n${S}`, { place: 'fence' }],
  [`\`\`\`\n<think>${S}</think>\n1 2 3 4 5\n\`\`\``, { place: 'fence' }],
  [`Start: 1 2 3 4 5\nSwap 1 and 2.\nIt is ${S}`, { prompt: PROMPT }],
  ['Start: 1 2 3 4 5', { prompt: PROMPT }],
  ['  Start: 1 2 3 4 5  ', { prompt: PROMPT }],
  [S, { prompt: PROMPT }],
  [`${S}.`, { prompt: `${S}.` }],
  ['Start: 1 2 3 4 5\rx', { prompt: 'a\rStart: 1 2 3 4 5\rb' }],
  [`The answer is ${S}\nStart: 1 2 3 4 5`, { prompt: PROMPT, place: 'first' }],
]);

const SHORT = of('short', DIGIT, [
  ...MEASURES.flatMap((measure) => [`${measure}: 7`, `**${measure}** = 7`, `${measure} is 7`]),
  ...['state', 'answer', 'result', 'position', 'place'].flatMap((label) => [
    `the ${label}: 7, yes`,
    `the ${label} is 7, yes`,
    `the ${label} = 7, yes`,
    `the ${label}： 7, yes`,
    `the ${label} "7", yes`,
    `the **${label}**: \`7\`, yes`,
    `the ${label} has been found to be: 7, yes`,
  ]),
  ...[34, 35, 36].map((n) => `state:${' '.repeat(n)}7, yes`),
  '7 8 9',
  '12 7',
  '1: 7',
  '1 7',
  'a1 7',
  '7 a',
  '7, 8',
  '7 or 8',
  '| 1 | 7 |',
  '| a | 7 |',
  '|7|',
  'a || 7',
  'a |7',
  '7\n8',
  '7\n\n8',
  'State 7',
  '-7',
  '- 7',
  '+7',
  '7%',
  '\u200b7',
  ...[27, 28, 29, 30, 31, 32].map((n) => `Steps ${'a'.repeat(n)}: 7`),
]);

const ATOMS = of('letters', LETTERS, [
  'X Y Z',
  'A X Y',
  'AB X Y',
  'X X',
  'Z Y X Y',
  'the list is X Y, so Y',
  'X',
  'a (a) (b)',
  '`(a)` (b)',
  '"(a)", (b)',
  '(a)(b)',
  '((a) (b))',
  '(a) (b) (c)',
  '(a); (b)',
  '(a), (b)',
  '(X Y)',
  'see (c) X Y',
  'see (c), (a) (b)',
  'so (a) (b), (b)',
  'so (a) (b), b',
  'so (a) (b',
  'so (a), (b)',
  'so (a)',
  'so (a), or',
  'x | y',
  'x || y',
  '| x | y |',
  'x; y',
  'x, y',
  'x y',
  '(a)\n(b)',
  '- (a)\n- (b)',
  '- (a)\n- (b)\n- (c)',
  '(a)\n\n(b)',
  '(a)\n(b)\ntext',
  'text:\n(a)\n(b)',
  '(a)\n(b)\n(c',
  '(a)\n(b)\n- `(c',
  '(a)\n(b)\n\n(c',
  '(a)\n```\n(b)',
  '> (a),\n> (b).',
  '(a) (b)\n(a)',
  '(a) (b)\n(c)',
  '(a)',
  '- (a)',
  '(c)',
  '"(a)"',
  'State: (a)\n(b)',
  `(a)\n${' '.repeat(38)}(b`,
  `(a)\n${' '.repeat(39)}(b`,
  `(a)\n${' '.repeat(37)}(b`,
  ['(a)\n(b)\n\n(b)\n(a)', { place: 'first' }],
  ['(a)\n(b)\n\n(b)\n(a)', { place: 'last' }],
  ['(a)\n(b)\n\n(b)\n(a)', { place: 'last-line' }],
]);

const LONG = of('long', ROW, [
  'a'.repeat(4000),
  'a'.repeat(4001),
  `"${'a'.repeat(4000)}"`,
  `"${'a'.repeat(4001)}"`,
  `State: ${'b'.repeat(4000)}`,
  `State: ${'b'.repeat(4001)}`,
  `aa\n${'x\n'.repeat(3998)}x`,
  `aa\n${'x\n'.repeat(3999)}x`,
  `aa\n${'x\n'.repeat(4000)}x`,
  [`${'x\n'.repeat(3999)}aa`, { place: 'first' }],
  [`${'x\n'.repeat(4000)}aa`, { place: 'first' }],
]);

const PAIR = of('pair', /^a+\na+$/, [
  `a\n${'a'.repeat(3998)}`,
  `a\n${'a'.repeat(3999)}`,
  `x\na\n${'a'.repeat(3998)}`,
]);
/** Atoms of 4000 characters with the spaces between them, and one more. */
const FILLED = of('filled', /^\(p [a ]+\)(?: \(p [a ]+x\d+\))+$/, [
  ...[0, 1, 2].map((n) => [`p(${'a'.repeat(17 + n)})`, ...Array.from({ length: 306 }, (_, i) => `p(aaa, x${100 + i})`)].join(',\n')),
]);
const BLOCK = of('rows', ROWS, [
  ...[2, 39, 40, 41].map((n) => Array(n).fill('a').join('\n')),
  ...[40, 41].map((n) => `Rows:\n${Array(n - 1).fill('a').join('\n')}`),
  `a\n${'x'.repeat(10)}\na`,
  'a',
  'Rows:\nHere:\na\na',
  'a\na\n\nb',
  'a\na\n```\nb',
  '```\na\na\n```',
]);
const SQUARE = of('square', TWO, [
  'a a\nb b\n\nb b\na a',
  ['a a\nb b\n\nb b\na a', { place: 'first' }],
  ['a a\nb b\n\nb b\na a', { place: 'last-line' }],
  'Now:\na a\nb b',
  'a a\nb b\nc',
  'a a\n\nb b',
  '(a)\na a\nb b',
  '> a a\n> b b',
  ['```\na a\nb b\n```\nb b\na a', { place: 'fence' }],
]);

const BOXES = of('boxes', 'boxes', [
  ...'Box,Container,basket,bag,room,Bin,drawer,Slot,place,Position,Crate'
    .split(',')
    .flatMap((box) => [
      `${box} 1: coin; ${box} 2: nothing; ${box} 3: apple; ${box} 4: egg`,
      `${box} 1 contains the coin. ${box} 2 is empty. ${box} 3 contains apple and drum. ${box} 4 has egg.`,
    ]),
  ...[':', ' =', ' |', ' ->', ' →', ' now contains', ' still holds', ' contain', ' has', ' is', ' includes', ' holding', ' with'].map(
    (verb) => `Box 1${verb} coin; Box 2${verb} nothing; Box 3${verb} apple; Box 4${verb} egg`,
  ),
  ...'the,an,only,just,now,also,both,item,objects,thing,contains,holds,has,is,nothing,empty,none,nil,null,no,currently,left,some'
    .split(',')
    .map((word) => `Box 1: coin; Box 2: ${word}; Box 3: ${word} apple; Box 4: egg`),
  '**Box 1:** coin\n**Box 2:** empty\n**Box 3:** apple, drum\n**Box 4:** egg',
  '- Box 1: coin\n- Box 2:\n- Box 3: apple\n- Box 4: egg',
  '| Box 1 | coin |\n| Box 2 | - |\n| Box 3 | apple |\n| Box 4 | egg |',
  '| Box 1: coin | Box 2: - | Box 3: apple | Box 4: egg |',
  '{"Box 1": ["coin"], "Box 2": [], "Box 3": ["apple", "drum"], "Box 4": ["egg"]}',
  '{"1": ["coin"], "2": [], "3": ["apple", "drum"], "4": ["egg"]}',
  '{"1": [ "coin", "2" ], "2": []}',
  '{"Box 1": ["coin"',
  'Box 1: [coin], Box 2: [], Box 3: [apple], Box 4: [egg]',
  'Box 1: coin, Box 2: nothing, Box 3: apple, Box 4: egg',
  'Box 1: coin Box 2: nothing Box 3: apple Box 4: egg',
  'Box #1: coin; Box #2: nothing; Box #3: apple; Box #4: egg',
  'Box-1: coin; Box_2: nothing; Box 3: apple; Box 4: egg',
  'Box 1 (left one): coin; Box 2 (right): nothing; Box 3: apple; Box 4: egg',
  'Box 1 (a remark that is too long for it): coin; Box 2: nothing; Box 3: apple; Box 4: egg',
  'Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: coin',
  'Box 1: coin (see [2]) here; Box 2: nothing; Box 3: apple; Box 4: egg',
  'Box 1: coin x] drum; Box 2: nothing; Box 3: apple; Box 4: egg',
  'Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg\nSo 1: egg | 2: | 3: apple | 4: coin\nBox 1: drum; Box 2: nothing; Box 3: apple; Box 4: egg',
  'Box 1: coin; Box 2: nothing; Box 3: apple',
  'Box 1: coin; Box 2: nothing; Box 4: apple; Box 5: egg',
  'Box 2: coin; Box 3: nothing',
  'Box 10: coin; Box 11: nothing',
  '2: coin; 3: nothing',
  '0: coin; 1: nothing',
  'At step 3: Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg',
  'v1.1: coin; 1: coin; 2: nothing; 3: apple; 4: egg',
  'After 1 move: coin. Box 1: coin',
  `Box 1: coin;${' '.repeat(24)}Box 2: nothing; Box 3: apple; Box 4: egg`,
  `Box 1: coin;${' '.repeat(23)}Box 2: nothing; Box 3: apple; Box 4: egg`,
  `Box 1: coin;${' '.repeat(25)}Box 2: nothing; Box 3: apple; Box 4: egg`,
  `Box 1: ${'x '.repeat(40)}; Box 2: y`,
  `Box 1: ${'x '.repeat(41)}; Box 2: y`,
  `Box 1: ${'x'.repeat(299)}; Box 2: y`,
  `Box 1: ${'x'.repeat(300)}; Box 2: y`,
  'Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg\nBox 1: egg; Box 2: nothing; Box 3: apple; Box 4: coin',
  'Before: 1: coin | 2: | 3: apple | 4: egg\nFinal: 1: egg | 2: | 3: apple | 4: coin',
  '1: coin | 2: | 3: apple | 4: egg',
  '1: coin | 2: | 3: apple |',
  '<think>Box 1: coin; Box 2: nothing; Box 3: apple; Box 4: egg</think>\nBox 1: egg; Box 2: nothing; Box 3: apple; Box 4: coin',
]);
const SEATS = of('seats', 's5', [
  'Slot 1: 2; Slot 2: 1; Slot 3: 3; Slot 4: 4; Slot 5: 5',
  'Position 1 has 2, position 2 has 1, position 3 has 3, position 4 has 4 and position 5 has 5',
  'Place 1: 2\nPlace 2: 1\nPlace 3: 3\nPlace 4: 4\nPlace 5: 5',
  '1 -> 2\n2 -> 1\n3 -> 3\n4 -> 4\n5 -> 5',
  '1: 2 9\n2: 1\n3: 3\n4: 4\n5: 5',
  '1: \n2: 1\n3: 3\n4: 4\n5: 5',
  'Slot 1: 2\nSlot 2: 2',
  'Slot 3: 2\nSlot 4: 2',
  '3: 2\n4: 2',
]);

const WORLD = 'on(b, a), clear(b), clear(d), ontable(a), ontable(d), holding(c)';
const FACTS = ['b is on a', 'b is clear', 'd is clear', 'a is on the table', 'd is on the table'];
const BLOCKS = of('blocks', 'blocks', [
  WORLD,
  `State: ${WORLD}`,
  `The state is {${WORLD}}`,
  `The state is { ${WORLD} } now.`,
  `[${WORLD}]`,
  `x = [${WORLD}]`,
  `{"state": ["${WORLD.replaceAll('), ', ')", "')}"]}`,
  WORLD.replaceAll('), ', ')\n'),
  WORLD.replaceAll('), ', ') and '),
  WORLD.replaceAll('), ', '); '),
  WORLD.replaceAll('), ', ') & '),
  WORLD.replaceAll('), ', ') ∧ '),
  WORLD.replaceAll('), ', ') '),
  WORLD.replaceAll(', ', ' , '),
  WORLD.replaceAll('(', ' ('),
  WORLD.replaceAll('(', '  ('),
  WORLD.toUpperCase(),
  `- ${WORLD.replaceAll('), ', ')\n- ')}`,
  `1. ${WORLD.replaceAll('), ', ')\n2) ')}`,
  `* \`${WORLD.replaceAll('), ', ')`,\n* `')}\``,
  `Facts:\n${WORLD.replaceAll('), ', ')\n')}\n\nThat is all.`,
  `${WORLD}\nThat is all.`,
  `${WORLD}.`,
  `${WORLD}, x y z`,
  `First: clear(a), ontable(a)\nThen: ${WORLD}`,
  `clear(a), ontable(a)\n\n${WORLD}`,
  `clear(a), ontable(a)\nnothing else\n${WORLD}`,
  `${WORLD.slice(0, -1)}`,
  `${WORLD.replace(', holding(c)', '')}\nholding(c`,
  `${WORLD.replace(', holding(c)', '')}\n(holding c`,
  `${WORLD.replace(', holding(c)', '')}\nholding c`,
  'on(b, a), on(a, b)',
  'on(b, a)',
  'handempty, clear',
  'handempty, clear(a)',
  'handempty and arm-empty',
  'clear(a), ontable(a), handempty',
  'clear(a), ontable(a), handempty()',
  'clear(a), clear(a), ontable(a), handempty',
  'clear( a ), ontable( a ), handempty',
  '(clear a) (ontable a) (handempty)',
  '(clear a), (ontable a), (handempty)',
  '(CLEAR A), (ONTABLE A), (HANDEMPTY)',
  '(clear, a), (ontable a), (handempty)',
  '(clear a)\n(ontable a)\n(handempty)',
  '((clear a) (ontable a) (handempty))',
  '(and (clear a) (ontable a) (handempty))',
  '(:init (clear a) (ontable a) (handempty))',
  '(clear a), ontable(a), handempty',
  '"(clear a)", "(ontable a)", "(handempty)"',
  '["(clear a)", "(ontable a)", "(handempty)"]',
  '**(clear a)**, **(ontable a)**, **(handempty)**',
  'The B block is on the A block, THE D BLOCK IS CLEAR, A is ON THE TABLE, Holding C',
  'MY HAND IS EMPTY AND A IS CLEAR AND A IS ON TABLE',
  ...[3980, 3981, 3982].map((n) => `${'clear(a),'.repeat(200)}${blank(n - 1800)}ontable(a), handempty`),
  '`(clear a)`, `(ontable a)`, `(handempty)`',
  'The hand is empty, a is clear, a is on the table',
  'The arm is empty and the block a is clear and block a is on table',
  "The robot's gripper is now empty, a is now clear, a is now on table",
  'my hand is empty; a is clear; a is ontable',
  'Robot arm is empty. a is clear. a is on the table.',
  `${FACTS.join(', ')}, the hand is holding c`,
  `${FACTS.join(', ')}, the gripper holds the block c`,
  `${FACTS.join(', ')}, holding c`,
  `${FACTS.join(', ')}, arm holding block c`,
  `${FACTS.join('\n')}\nholding c`,
  `- ${FACTS.join('\n- ')}\n- holding c`,
  `In the final state the hand is holding c, ${FACTS.join(', ')}`,
  `After it, ${FACTS.join(', ')}, holding c`,
  `Now block b is on top of block a, b is clear, block d is clear, block a is on the table, d block is on the table, and hand is holding c`,
  `So the b block is on the a block, ${FACTS.slice(1).join(', ')}, hand holds c`,
  `b is on top of a, ${FACTS.slice(1).join(', ')}, hand is holding c`,
  `b sits on a, ${FACTS.slice(1).join(', ')}, hand is holding c`,
  `${WORLD}\n\n(clear a) (ontable a) (handempty)`,
  `The initial state is clear(a), ontable(a), handempty.\nThe final state is ${WORLD}`,
  `${WORLD} // done`,
  `{ on(b, a), clear(b) } and so on`,
  `} on(b, a), clear(b) {`,
  `if { on(b, a), clear(b) }`,
  `We have {on(b, a), clear(b)} then {clear(d)}`,
  `${'clear(a), '.repeat(398)}ontable(a), handempty`,
  `${'clear(a), '.repeat(400)}ontable(a), handempty`,
]);

const FACE_NAMES = ['U', 'R', 'F', 'D', 'L', 'B'];
const LONG_NAMES = ['Up', 'Right', 'Front', 'Down', 'Left', 'Back'];
const faces = (line: (face: string, stickers: string) => string, names = FACE_NAMES): string =>
  names.map((face) => line(face, (face[0] ?? '').repeat(4))).join('\n');
const CUBE = of('cube', 'cube', [
  faces((face, four) => `${face}: ${four}`),
  faces((face, four) => `${face}:${four}`),
  faces((face, four) => `${face} face: ${four}`, LONG_NAMES),
  faces((face, four) => `- **${face}** (w): ${Array.from(four).join(' ')}`, LONG_NAMES),
  faces((face, four) => `> "${face}" = [${Array.from(four, (c) => `"${c}"`).join(', ')}],`),
  faces((face, four) => `${face} → ${four}.`),
  faces((face, four) => `${face} - ${four}`),
  faces((face, four) => `${face} ${four}`),
  faces((face, four) => `${face}: ${four}R`),
  faces((face, four) => `${face}: ${four.slice(1)}`),
  faces((face, four) => `${face}: ${four}`, ['B', 'L', 'D', 'F', 'R', 'U']),
  faces((face, four) => `${face}: ${four}`, FACE_NAMES.slice(1)),
  faces((face, four) => `${face}: ${four}`, ['U', 'U', ...FACE_NAMES.slice(1)]),
  faces((face, four) => `${face}: ${four}`, [...FACE_NAMES, 'U']),
  faces((face, four) => `${face}: ${four}`, [...FACE_NAMES, ...FACE_NAMES]),
  `Faces:\n${faces((face, four) => `${face}: ${four}`)}\nDone`,
  `${faces((face, four) => `${face}: ${four}`, FACE_NAMES.slice(0, 3))}\nand\n${faces((face, four) => `${face}: ${four}`, FACE_NAMES.slice(3))}`,
  faces((face, four) => `${face}: ${four}`).replace('UUUU', 'UUUR'),
  faces((face, four) => `${' '.repeat(73)}${face}: ${four}`),
  faces((face, four) => `${' '.repeat(74)}${face}: ${four}`),
  faces((face, four) => `${' '.repeat(72)}${face}: ${four}`),
  'UUUU RRRR FFFF DDDD LLLL BBBB',
  'The cube is UUUU RRRR FFFF DDDD LLLL BBBB.',
  'UUUU\nRRRR\nFFFF\nDDDD\nLLLL\nBBBB',
  'U: UUUU, R: RRRR, F: FFFF, D: DDDD, L: LLLL, B: BBBB',
  '<think>\nU: UUUU\n</think>\nR: RRRR\nF: FFFF\nD: DDDD\nL: LLLL\nB: BBBB\nU: UUUU',
]);

const DISCS = ['.......', '.......', '.......', '...x...', '..oxo..', '.xxoxoo'];
const drawn = (line: (row: string, i: number) => string, between = '\n', rows = DISCS): string =>
  rows.map(line).join(between);
const cells = (row: string): string[] => Array.from(row);
const spaced = (row: string): string => cells(row).join(' ');
const SIDES = [
  'X to move',
  'o to play.',
  'Next player: X',
  'next to move = O',
  'Next turn: (X)',
  'Turn: *X*',
  'Turn is O',
  'Current player: ● (you)',
  'current turn: ○',
  'Player to move: `x`',
  'Side to move: ⚫',
  'Color to play: ⚪',
  'disc to move: x',
  'X is to go',
  "X's turn",
  'X’s turn',
  'X has the move',
  'O moves next',
  'O moves',
  'X plays next',
  'X player next',
  'The next player is O',
  'next: black',
  'Turn: white',
  'X to move, not O',
  'X to move. O to move',
  'max to move',
  'Xto move',
  'Turn: Xa',
  'the turn X',
  'Turn of X',
  'x to move. x is black',
  'x to move. x = white',
  'x to move. "x": light',
  'x to move. o for black',
  'x to move. ● (white)',
  'x to move. ○ is dark',
  'x to move. ox is white',
];
const STONES = of('stones', 'connect_four', [
  ...SIDES.flatMap((side) => [`${drawn(spaced)}\n\n${side}`, `${side}\n\n${drawn(spaced)}`]),
  ...[
    drawn((row) => row),
    drawn(spaced, '\n-------------\n'),
    drawn(spaced, '\n+-+-+-+-+-+-+-+\n'),
    drawn(spaced, '\n[ ]\n'),
    ...[159, 160, 161].map((n) => drawn(spaced, `\n${'-'.repeat(n)}\n`)),
    drawn(spaced, '\n\n'),
    drawn(spaced, '\nthen\n'),
    drawn((row) => `|${cells(row).join('|')}|`),
    drawn((row) => `| ${cells(row).join(' | ')} |`, '\n|---|---|---|---|---|---|---|\n'),
    drawn((row) => `|${spaced(row)}|`),
    drawn((row) => `|${cells(row).join('|').replaceAll('.', ' ')}|`),
    drawn((row) => `|${cells(row).join('|').replaceAll('.', '')}|`),
    drawn((row, i) => `${6 - i} ${spaced(row)}`),
    drawn((row, i) => `${6 - i} | ${spaced(row)} | ${6 - i}`),
    drawn((row, i) => `${6 - i}: ${spaced(row)}`),
    drawn((row, i) => `${i + 10}. ${spaced(row)}`),
    drawn((row, i) => `Row ${i + 1}: ${spaced(row)}`),
    drawn((row, i) => `rank ${i + 1}) ${spaced(row)}`),
    drawn((row) => `> ${spaced(row)}`),
    drawn((row) => `[${cells(row).map((c) => `"${c}"`).join(', ')}]`),
    drawn((row) => spaced(row), '\n', DISCS.slice(2)),
    drawn((row) => spaced(row), '\n', DISCS.slice(3)),
    drawn((row) => spaced(row), '\n', [...DISCS, '.......']),
    drawn((row) => spaced(row), '\n', [...DISCS, ...DISCS, ...DISCS, '.......']),
    drawn((row) => spaced(row), '\n', [...DISCS, ...DISCS, ...DISCS, '.......', '.......']),
    drawn((row) => spaced(row), '\n', ['......', ...DISCS]),
    drawn((row) => spaced(row.slice(0, 3))),
    drawn((row) => spaced(row.slice(0, 4))),
    drawn((row) => spaced(row.repeat(2))),
    drawn((row) => spaced(row.repeat(3).slice(0, 19))),
    drawn((row) => spaced(row.repeat(3).slice(0, 20))),
    drawn((row) => `${spaced(row)}${' '.repeat(147)}`),
    drawn((row) => `${spaced(row)}${' '.repeat(148)}`),
    drawn((row) => `  ${spaced(row)}`),
    ...['-', '_', '*', '+', ':', '□', '⬜', '▢', '0', '--', 'empty', 'null', 'None', 'E', '·', '~'].map((empty) =>
      drawn((row) => cells(row).map((c) => (c === '.' ? empty : c)).join(' ')),
    ),
    ...['XO', '✕O', '✖⭕', '×o', '❌⭕', '●○', '⚫⚪', 'BW', 'bw', 'RY', 'ry', 'rb', '🔴🟡', '🔴🔵', 'XY', 'XW'].map((pair) => {
      const [x = '', o = ''] = Array.from(pair);
      return drawn((row) => cells(row).map((c) => (c === 'x' ? x : c === 'o' ? o : c)).join(' '));
    }),
    drawn((row) => spaced(row.replaceAll('x', '.').replaceAll('o', '.'))),
    drawn((row) => spaced(row.replaceAll('x', '.'))),
    JSON.stringify(DISCS),
    JSON.stringify(DISCS.map(cells)),
    JSON.stringify(DISCS.map(cells), null, 1),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? null : c)))),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? '' : c)))),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? 0 : c)))),
    JSON.stringify(DISCS.map((row) => cells(row).map((c) => (c === '.' ? 'empty' : c)))),
    JSON.stringify(DISCS.map(spaced)),
    JSON.stringify(DISCS.map(cells)).replaceAll('"', "'"),
    JSON.stringify(DISCS.map(cells)).replaceAll('"."', 'None'),
    JSON.stringify(DISCS.map(cells)).replace('"x"', '"q"'),
    JSON.stringify(DISCS.map(cells)).replace('"x",', ''),
    JSON.stringify(DISCS.map(cells)).slice(0, -1),
    JSON.stringify(DISCS.map(cells)).slice(0, -2),
    JSON.stringify(DISCS.slice(3).map(cells)),
    JSON.stringify(DISCS.map(cells)).replaceAll('],[', `],${' '.repeat(560)}[`),
    JSON.stringify(DISCS.map(cells)).replaceAll('],[', `],${' '.repeat(800)}[`),
    `{"moves": ["a1", "b2"], "board": ${JSON.stringify(DISCS.map(cells))}}`,
    `${drawn(spaced)}\n\nfinal:\n\n${drawn(spaced).replace('. . . x', '. . x x')}`,
    `x || ${DISCS.join('')} ||`,
    `o || ${DISCS.join('')} ||\n${drawn(spaced)}`,
    `<think>\n${drawn(spaced)}\n</think>`,
  ].flatMap((board) => [`${board}\nX to move`, board]),
  ...[157, 158, 159, 160].map((n) => `X to move${' '.repeat(n - 9)}\n${drawn(spaced)}`),
  ...[249, 250, 251, 252].map((n) => `${drawn(spaced)}\n${' '.repeat(n)}X to move`),
]);
const SQUARES = ['......', '......', '..xo..', '..ox..', '......', '......'];
const DISC_WORLD = of('discs', 'othello6', [
  ...['xo', '●○', '⚫⚪', 'BW', 'bw', 'RY'].flatMap((pair) => {
    const [x = '', o = ''] = Array.from(pair);
    const board = SQUARES.map((row) => cells(row).map((c) => (c === 'x' ? x : c === 'o' ? o : c)).join(' '));
    return [`${board.join('\n')}\nBlack to move`, `${board.join('\n')}\nWhite to move`, `${JSON.stringify(board)}\nX to move`];
  }),
  `${SQUARES.slice(1).map(spaced).join('\n').replaceAll('x', '●').replaceAll('o', '○')}\nBlack to move`,
  `${SQUARES.map((row) => spaced(row.slice(1))).join('\n').replaceAll('x', '●').replaceAll('o', '○')}\nBlack to move`,
]);

const TABLES: readonly Table[] = [
  LINES,
  PLACED,
  SHORT,
  ATOMS,
  LONG,
  PAIR,
  FILLED,
  BLOCK,
  SQUARE,
  BOXES,
  SEATS,
  BLOCKS,
  CUBE,
  STONES,
  DISC_WORLD,
];

/** The test whether a text is a state: of a world, or of a pattern. */
function worldOf(name: string | RegExp): (text: string) => boolean {
  if (typeof name !== 'string') return (text) => name.test(text);
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  const { automaton } = world.value;
  return (text) => automaton.parse(text).ok;
}

/** Yields answers with states of worlds, in many notations and sentences, to both sides of each limit. */
export function* worldAnswers(): Iterable<RecordedAnswer> {
  for (const { name, world, rows } of TABLES) {
    const isState = worldOf(world);
    for (const [i, [text, question]] of rows.entries())
      yield { key: `${name} ${i}`, text, question: { ...question, world: isState } };
  }
}
