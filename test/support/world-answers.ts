import { findWorld } from '../../src/core/worlds/worlds.ts';
import { PARTS, rowsOfTables } from './answer-parts.ts';
import type { RecordedAnswer } from './recorded-answers.ts';
import { worldTable as of, WORLD_NOTATIONS, type WorldTable } from './world-notation-answers.ts';

/** States of worlds that a test makes up: a digit, letters or atoms, `a` alone, lines of `a`. */
const DIGIT = /^\d$/;
const LETTERS = /^[XYZ](?: [XYZ])*$|^\([ab]\)(?: \([ab]\))*$|^[xy]$/;
const ROW = /^a+$/;
const ROWS = /^a(?:\na){1,}$/;
const TWO = /^(?:a|b) (?:a|b)\n(?:a|b) (?:a|b)$/;

const S = '2 1 3 4 5';
const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen '.repeat(3);
/** The first words of a sentence. */
const words = (count: number): string => WORDS.split(' ').slice(0, count).join(' ');

const OPENERS = Array.from('*_`"\'>#([{$「『“«：:=→,|;!?/-~');
const CLOSERS = ['.', '</b>', '<|end|>', ...Array.from(',;!。！；,)]}>$」』”’»|✓\\?/~*'), '**.', '`)', ' .', '<a b>'];
const DENIALS =
  "not,never,no longer,cannot,unable,unsure,uncertain,unclear,unknown,whether,lost,instead of,rather than,isn’t,don't,knot,wherever".split(
    ',',
  );
const TURNS = PARTS.turningWords;
const STARTS = 'start,starting,started,initial,initially,beginning,previous,previously,first'.split(',');
const ENDS = 'final,finally,end,result,resulting,after,now,current,currently,last,answer,then'.split(',');
const MEASURES = PARTS.measures;

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
  ...PARTS.arrays,
  ...[3999, 4000].map((n) => `[2, 1, 3, 4, 5]\n${'x\n'.repeat(n)}`),
  '2 1 9\n<think>not so</think>',
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
  ...PARTS.stateLabels.flatMap((label) => [
    `${label} 2 1 9`,
    `${label}\n2 1 9`,
    `${label} ${S}`,
    `I think so.\n${label} 2 1 9\nDone.`,
    `${label} .`,
    label,
  ]),
  'State: [2, 1, 9]',
  `${'Then it moves on. '.repeat(120)}\nState: 2 1 9`,
  ...PARTS.unreadTexts,
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
  ['5\n```\n7\n```', { place: 'fence' }],
  ['5\n```7```', { place: 'fence' }],
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
  ...PARTS.digits,
  ...[27, 28, 29, 30, 31, 32].map((n) => `Steps ${'a'.repeat(n)}: 7`),
]);

const ATOMS = of('letters', LETTERS, [
  ...PARTS.atoms,
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
  ...[3997, 3998, 3999].map((n) => `${'x\n'.repeat(n)}\na\na`),
  ...[3997, 3998, 3999].map((n) => `a\na\n\n${'x\n'.repeat(n)}`),
  `a\n${'a'.repeat(3998)}`,
  `a\n${'a'.repeat(3999)}`,
  `x\na\n${'a'.repeat(3998)}`,
]);
/** Atoms of 4000 characters with the spaces between them, and one more. */
const FILLED = of(
  'filled',
  /^\(p [a ]+\)(?: \(p [a ]+x\d+\))+$/,
  [0, 1, 2].map((n) =>
    [`p(${'a'.repeat(17 + n)})`, ...Array.from({ length: 306 }, (_, i) => `p(aaa, x${100 + i})`)].join(',\n'),
  ),
);
const BLOCK = of('rows', ROWS, [
  ...[2, 39, 40, 41].map((n) => Array(n).fill('a').join('\n')),
  ...[40, 41].map(
    (n) =>
      `Rows:\n${Array(n - 1)
        .fill('a')
        .join('\n')}`,
  ),
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

const TABLES: readonly WorldTable[] = [
  LINES,
  PLACED,
  SHORT,
  ATOMS,
  LONG,
  PAIR,
  FILLED,
  BLOCK,
  SQUARE,
  ...WORLD_NOTATIONS,
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
    for (const { key, text, question } of rowsOfTables({ [name]: rows }))
      yield { key, text, question: { ...question, world: isState } };
  }
}
