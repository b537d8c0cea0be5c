import { censusAnswers } from './answer-census.ts';
import { HARD_DISCOURSES } from './answer-discourses.ts';
import { writeAnswer } from './answer-notations.ts';
import { type AnswerRow, blank, PARTS, PLACE, rowsOfTables } from './answer-parts.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

const CUES = PARTS.cues;
const TAILS = PARTS.tails;
const MARKS = PARTS.marks;
const HEADINGS = [
  ...PARTS.headings,
  `# ${'x'.repeat(80)}`,
  `# answer ${'x'.repeat(70)}`,
  `# answer ${'x'.repeat(71)}`,
  `# answer ${'x'.repeat(72)}`,
];
const KEYS = [
  ...PARTS.keys,
  `final ${'x'.repeat(53)}`,
  `final ${'x'.repeat(54)}`,
  `final ${'x'.repeat(55)}`,
  `final ${'x'.repeat(80)}`,
];
const THOUGHTS = PARTS.thoughts;
const TOKENS = PARTS.tokens;

/** Lines of JSON that part a state from the words before it. */
const FAR = ['b', 'c', 'd', 'e', 'f'].map((item) => `"${item}",\n`).join('');
const ROLES: readonly AnswerRow[] = [
  ...CUES.flatMap((cue) => [`${cue} {P}\n{A}`, `{P}\n\nSo ${cue} {A}`, `The FEN:\n{P}\n${cue}\n{A}`, `${cue} {A}`]),
  ...TAILS.flatMap((tail) => [`{P} ${tail}\n{A}`, `{P} ${tail} {A}`, `{A}\nOr {P}${tail}`, `{A} ${tail}`]),
  ...MARKS.flatMap((mark) => [
    `${mark.replace('@', '{P}')}\n\n{A}`,
    `{P}\n\n${mark.replace('@', '{A}')}`,
    mark.replace('@', '{A}'),
  ]),
  ...HEADINGS.flatMap((heading) => [
    `${heading}\n{P}\n\n## Other\n{A}`,
    `{A}\n\n${heading}\n\n{P}`,
    `${heading}\nFEN: {A}\nAfter 3. d4: {P}`,
  ]),
  ...KEYS.flatMap((key) => [
    `{"${key}": "{P}", "fen": "{A}"}`,
    `{"${key}": {"fen": "{A}"}, "start": "{P}"}`,
    `{"a": "{P}", "${key}": ["{A}"]}`,
    `{"fen": "{P}"}, "${key}": "{A}"`,
    `The final one: {"${key}": "{A}"} and {P}`,
    `{"${key}": "Before it was {P}, so now {A}"}`,
  ]),
  ...[10, 11, 12, 13].map((n) => `{"final"${blank(n)}: [${FAR}"{A}"], "x": "{P}"}`),
  ...[59, 60, 61].map((n) => `{"${'final'.padEnd(n, ' x')}": [${FAR}"{A}"], "x": "{P}"}`),
  ...[4, 5, 6, 7].map((n) => `{"final": ${'{"x": '.repeat(n)}"{A}"${'}'.repeat(n)}, "y": "{P}"}`),
  ...[61, 62, 63, 64, 65].map((n) => `{"final": ${'['.repeat(n)}${FAR}"{A}"${']'.repeat(n)}, "y": "{P}"}`),
  ...[62, 63, 64, 65].map((n) => `${'<steps>'.repeat(n)}<result>\n{A}</result>${'</steps>'.repeat(n)}\n{P}`),
  ...[39, 40, 41].map((n) => `{${blank(n)}"final": [${FAR}"{A}"]} {P}`),
  ...[3998, 3999, 4000, 4001].map((n) => `\\boxed{${blank(n)}{A}}\n\n{P}`),
  ...PARTS.jsonTexts,
  ...THOUGHTS.flatMap((thought) => [
    `${thought.replace('@', '{P}')}{A}`,
    `${thought.replace('@', '{P}')}\n<answer>{A}</answer>`,
    `{P}\n${thought.replace('@', '{A}')}`,
    `${thought.replace('@', 'none')}\n{A}`,
    thought.replace('@', '{A}'),
  ]),
  ...PARTS.thoughtTexts,
  ...TOKENS.flatMap((token) => [
    `{A}${token} x\n{P}`,
    `${token} x\n{A}`,
    `Let us see.${token}\n{A}`,
    `{A}\n${token}\nFinal answer: {P}`,
    `Final: {A}\n${token}\nFEN: {P}`,
    `Before: {P}\n${token}\n{A}`,
  ]),
  ...PARTS.alternatives,
  ['{P}\n{A}', { startFen: PLACE.before }],
  ['{S}\n{A}', { startFen: PLACE.before }],
  ['{P}', { startFen: PLACE.before }],
  ['{P}\n{A}', { prompt: `[FEN "${PLACE.before}"]\n5. O-O` }],
  ['{P}\n{A}', { prompt: `[FEN "${PLACE.start}"]\n[FEN "${PLACE.before}"]` }],
  ['{P}\n{A}', { prompt: `[FEN "${PLACE.before}"]\n[FEN "${PLACE.start}"]` }],
  ['{S}\n{A}', { prompt: `[FEN "${PLACE.before}${blank(60)}"]` }],
  ...PARTS.steps,
  'After 5. O-O: {P}\nAfter Be7: {A}',
  'FEN, then; before it - final: {P}\n{A}',
  'The final, then; before it - so: {P}\n{A}',
  'Before it, final; and so - then: {P}\n{A}',
  'It could be {A}, the board, or {P}',
  'It could be {A}, but it might be, or {P}',
  'Final FEN after 5. O-O: {P}\n{A}',
  'After 5. O-O the final FEN: {P}\n{A}',
  'Position after 5. O-O: {P}\n{A}',
  'FEN: {A}\nFEN: r1bqkb1r/1ppp1ppp/p1n2n2`',
  'FEN: {A}\nFEN: r1bqkb1r/1ppp1ppp/p1n2n2?',
  '<think>none</think><|im_end|>{A}',
  '{P}\n<think>\nUser: x\n</think>\n{A}',
  ...(
    [
      'Play 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O',
      '1.e4 e5 2.Nf3 then 1. d4 d5',
      '5. O-O',
      'e4 e5',
      `1. e4 ${blank(20000)}`,
      `${blank(19990)}1. e4 e5`,
      '11. e4',
    ] as const
  ).flatMap((prompt) =>
    [
      'After 4... Nf6: {P}\nAfter 5. O-O: {A}\nAfter 5... Be7: {N}',
      'After 5... Be7: {N}\nFEN: {A}',
      'After 5... Be7: {N}',
      'After 1. e4: {A}\nAfter 1... e5: {N}',
      'O-O: {A}\nAfter 5... Be7: {N}',
    ].map((text): AnswerRow => [text, { prompt }]),
  ),
  ...(
    [
      'The moves are 1. e4. FEN: {P}',
      'Game: {P} is the position that we have on the board in this long example of a game.',
      'FEN: {P}',
      '{P}',
      'User: FEN: {P}',
      `${'Some words without a digit. '.repeat(2)}{P}`,
      `${'ab'.repeat(20)} {P}`,
      `${'ab'.repeat(19)}a {P}`,
      `${'a'.repeat(20)} {P} ${'b'.repeat(20)}`,
      `${'a'.repeat(20)} {P} ${'b'.repeat(19)}`,
      `1${'a'.repeat(398)} {P}`,
      `1${'a'.repeat(399)} {P}`,
      `1${'a'.repeat(400)} {P}`,
      ...[15, 16, 17].map((n) => `${'x {P} '.repeat(n)} 1. e4 {P}`),
    ] as const
  ).flatMap((prompt): AnswerRow[] => {
    const written = writeAnswer(prompt, PLACE);
    return [
      [`${prompt}\n{A}`, { prompt: written }],
      [`Assistant: ${prompt} and now {A}`, { prompt: written }],
      ['{P}', { prompt: written }],
      ['1. e4 {P}', { prompt: written }],
      [`> ${prompt}`, { prompt: written }],
    ];
  }),
  ...PARTS.notations,
  `${'{A}\n'.repeat(39)}White: Kg1, Rf1\nBlack: Ke8`,
  `${'{A}\n'.repeat(40)}White: Kg1, Rf1\nBlack: Ke8`,
  ...PARTS.labels,
  ...(['first', 'last', 'last-line', 'fence'] as const).flatMap((place) =>
    [...PARTS.placeTexts].map((text): AnswerRow => [text, { place }]),
  ),
];

const SHOWN =
  '\u00a0\u2000\u2009\u202f\u205f\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u2502\u2503\u2551\uff5c\u250a\u2506\u2044\u2215\uff0f\uff1a\u2018\u2019\u02bc\u201c\u201d\u2028\u2029\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3';
const SPECIALS = [
  ...PARTS.specials,
  `<b ${'x'.repeat(119)}>`,
  `<b ${'x'.repeat(120)}>`,
  `<b ${'x'.repeat(121)}>`,
  'assistantfinal',
  'assistantfinal ',
  'AssistantFinal',
];
const VIEWS: readonly AnswerRow[] = [...Array.from(SHOWN), ...SPECIALS].flatMap((sign) => [
  `${sign}{A}${sign}`,
  `FEN${sign}{A}\n{P}`,
  `x ${sign} y ${sign} Final: {A} ${sign}${sign} {P}`,
  `{A:board}${sign}b${sign}kq`,
  PLACE.fen.replaceAll('/', `/${sign}`),
  PLACE.fen.replaceAll('/', sign),
  PLACE.fen.replaceAll('-', sign),
  `| {P} ${sign} before |`,
]);

/** Yields answers in which words, marks, keys and headings tell what each state is. */
export function* roleAnswers(): Iterable<RecordedAnswer> {
  for (const { key, text, question } of rowsOfTables({ role: ROLES, view: VIEWS }))
    yield { key, text: writeAnswer(text, PLACE), question };
}

/** Yields the answers of the discourses, and some of the census. */
export function* toldAnswers(): Iterable<RecordedAnswer> {
  for (const [i, { text, prompt }] of HARD_DISCOURSES.entries())
    yield {
      key: `discourse ${i}`,
      text: writeAnswer(text, PLACE),
      question: prompt === undefined ? {} : { prompt: writeAnswer(prompt, PLACE) },
    };
  let i = 0;
  for (const { answer } of censusAnswers(300, 5)) yield { key: `census ${i++}`, text: answer, question: {} };
}
