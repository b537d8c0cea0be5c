import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Question, readAnswer } from '../../../src/core/answers/read-answer.ts';

const FENS: Readonly<Record<string, string>> = {
  A: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  B: 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1',
  C: 'rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1',
  S: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
};
const withFens = (text: string): string => text.replace(/\{([ABCS])\}/g, (_, name: string) => FENS[name] ?? '');
const withNames = (text: string): string =>
  Object.entries(FENS).reduce((short, [name, fen]) => short.replaceAll(fen, `{${name}}`), text);

/**
 * The reading of an answer in short: its outcome and rule; each state with its role and the words that give it, a star
 * at the one that is taken; the doubt.
 */
function readingOf(template: string, { prompt, startFen }: Question): string {
  const answer = withFens(template);
  const { outcome, rule, candidates, taken, reason } = readAnswer(answer, {
    ...(prompt !== undefined && { prompt: withFens(prompt) }),
    ...(startFen !== undefined && { startFen: withFens(startFen) }),
  });
  const states = candidates.map(({ range, state, role, cue }, i) => {
    assert.equal(answer.slice(range.start, range.end), state);
    const words = cue === undefined ? '' : ` "${withNames(answer.slice(cue.start, cue.end))}"`;
    return `${i === taken ? '*' : ''}${withNames(state).slice(1, -1)} ${role}${words}`;
  });
  return [
    rule === undefined ? outcome : `${outcome}, ${rule}`,
    ...states,
    ...(reason === undefined ? [] : [reason]),
  ].join(' | ');
}

type Row = readonly [answer: string, reading: string, question?: Question];
const ROLES: Readonly<Record<string, readonly Row[]>> = {
  'keys of JSON give the role of the values below them': [
    ['{"final": "{A}", "next": "{B}"}', 'certain, labelled | *A final "final" | B later "next"'],
    [
      '{"history": [{"fen": "{B}"}, "{C}"], "end": "{A}"}',
      'certain, labelled | B earlier "history" | C earlier "history" | *A final "end"',
    ],
    ['{"steps": {"a": {"b": ["{B}"]}}, "x": "{A}"}', 'certain, only state | B earlier "steps" | *A plain'],
    ['Here: {"note": "before it was {B}", "fen": "{A}"}', 'certain, labelled | B earlier "was" | *A final "fen"'],
    ['{"a\\"b": 1, "fen_before": "{B}", "fen" : "{A}"}', 'certain, labelled | B earlier "fen_before" | *A final "fen"'],
    ['{"fen"\n:\n"{A}"}', 'certain, labelled | *A final "fen"'],
    ['[{"previous": "{B}"}, {"fen": "{A}"}]', 'certain, labelled | B earlier "previous" | *A final "fen"'],
    ['{"previous": {"fen": "{B}"}} and {A}', 'certain, only state | B earlier "previous" | *A plain'],
    ['{"a": {"previous": "{B}"}, "b": "{A}"}', 'certain, only state | B earlier "previous" | *A plain'],
    ['{"previous": ["x", "{B}"], "y": ["{A}"]}', 'certain, only state | B earlier "previous" | *A plain'],
    ['{"example": {"fen": "{B}"}, "state": "{A}"}', 'certain, labelled | B earlier "example" | *A final "state"'],
    ['{"scratch": "{B}", "out": "{A}"}', 'certain, only state | B draft "scratch" | *A plain'],
    ['{"fenBefore": "{B}", "fenAfter": "{A}"}', 'certain, labelled | B earlier "fenBefore" | *A final "fenAfter"'],
    [
      '{"q": {"w": {"e": {"r": {"t": {"y": {"previous": "{B}"}}}}}}, "u": "{A}"}',
      'certain, only state | B earlier "previous" | *A plain',
    ],
    ['[] {"x": {}, "before": "{B}"} {"y": "{A}"}', 'certain, only state | B earlier "before" | *A plain'],
  ],
  'tags and boxes give the role of what they hold': [
    ['<answer>{A}</answer> {B}', 'certain, labelled | *A final "answer" | B plain'],
    ['<a>{B}</a> <result>{A}', 'certain, labelled | B plain | *A final "result"'],
    ['<answer><before>{B}</before> {A}</answer>', 'certain, labelled | B earlier "before" | *A final "<answer>"'],
    ['<before>{B}</before> <after>{A}</after>', 'certain, labelled | B earlier "before" | *A final "<after>"'],
    ['<Scratch>{B}</scratch> {A}', 'certain, only state | B draft "<Scratch>" | *A plain'],
    ['{B} \\boxed{ {A} } {C}', 'certain, labelled | B plain | *A final "\\boxed{" | C plain'],
    ['\\boxed{\\text{x} {A}} {B}', 'certain, labelled | *A final "\\boxed{" | B plain'],
    ['\\boxed{{A}', 'certain, labelled | *A final "\\boxed{"'],
    ['<before>{B} {A}', 'certain, only state | B earlier "before" | *A plain'],
    ['<result><fen>{A}</fen></result><next>{B}</next>', 'certain, labelled | *A final "result" | B later "next"'],
    ['<example>{B}</example><fen>{A}</fen>', 'certain, labelled | B earlier "example" | *A final "fen"'],
  ],
  'headings give the role of what stands below them': [
    ['# Start\n{B}\n# Final\n{A}', 'certain, labelled | B start "Start" | *A final "Final"'],
    ['## Final position (FEN)\n{A}\n## Legend\n{B}', 'certain, labelled | *A final "Final" | B earlier "## Legend"'],
    ['**Analysis**\n{B}\n**Answer:**\n{A}', 'certain, labelled | B earlier "**Analysis**" | *A final "Answer"'],
    ['[Moves]\n{B}\n[Result]\n{A}', 'certain, labelled | B earlier "[Moves]" | *A final "Result"'],
    ['Reasoning\n{B}\nSolution\n{A}', 'certain, labelled | B earlier "Reasoning" | *A final "Solution"'],
    [
      'Some words\n{A}\nOther words\n{B}',
      'doubtful, last | A plain | *B plain | 2 states have the same role and differ.',
    ],
    ['# Notes\n{B}\n\nFEN: {A}', 'certain, only state | B earlier "# Notes" | *A plain'],
    ['# Answer\nFEN: {A}\n# Recap\nFEN: {B}', 'certain, labelled | *A final "# Answer" | B earlier "# Recap"'],
    ['# Answer\nFEN before: {B}\nFEN: {A}', 'certain, labelled | B earlier "before:" | *A final "# Answer"'],
    ['x\n# Steps\n{B}\n# Other\n{A}', 'certain, only state | B earlier "# Steps" | *A plain'],
    ['Start\n\n{C}\n# Steps\n1. {B}\n2. {A}', 'certain, only state | C start "Start" | B earlier "# Steps" | *A plain'],
  ],
  'signs at a state': [
    ['~~`{B}`~~ `{A}`', 'certain, only state | B rejected "~~`" | *A plain'],
    ['✗ {B}\n✓ {A}', 'certain, labelled | B rejected "✗ " | *A final "✓ "'],
    ['❌ {B} ✅ {A}', 'certain, labelled | B rejected "❌ " | *A final "✅ "'],
    ['<del>{B}</del> {A}', 'certain, only state | B rejected "<del>" | *A plain'],
    ['#### {A}\n{B}', 'certain, labelled | *A final "#### " | B plain'],
    ['x <s>{B}</s> {A}', 'certain, only state | B rejected "<s>" | *A plain'],
  ],
  'words after a state': [
    ['{A} is wrong.\n{B}', 'certain, only state | A rejected " is wrong" | *B plain'],
    ['{B} is the position after 1. d4.\n{A}', 'certain, labelled | *B final " is the position after" | A plain'],
    ['{A}\n{B}, which would follow.', 'certain, only state | *A plain | B later ", which would follow"'],
    ['{A}\n{B} if Black moves.', 'certain, only state | *A plain | B later " if"'],
    ['{A} (final).\n{B}', 'certain, labelled | *A final " (final" | B plain'],
    ['{A}\n{B} was the previous one.', 'certain, only state | *A plain | B earlier " was the previous"'],
    ['{A}\n{B} is the start.', 'certain, only state | *A plain | B start " is the start"'],
    ['{B} → {A}', 'certain, only state | B earlier " →" | *A plain'],
    ['{B} --(e4)--> {A}', 'certain, only state | B earlier " --(e4)-->" | *A plain'],
    ['{B} => {A}', 'certain, only state | B earlier " =>" | *A plain'],
    ['{B} into {A}', 'certain, only state | B earlier " into" | *A plain'],
    ['{A} is the position before {B}', 'certain, only state | *A plain | B earlier "before"'],
  ],
  'words before a state': [
    [
      'Before the move: {B}\nAfter the move: {A}',
      'certain, labelled | B earlier "Before the move:" | *A final "After the"',
    ],
    ['It was {B}, now is {A}', 'certain, labelled | B earlier "was" | *A final "now is"'],
    ['not {B} but {A}', 'certain, labelled | B rejected "not" | *A final "but"'],
    ['The answer is e.g. {B} {A}', 'certain, only state | B earlier "e.g." | *A plain'],
    ['The FEN (not the old one) is {A}; {B}', 'certain, labelled | *A final "FEN" | B plain'],
    ['the previous one vs. the final {A} {B}', 'certain, labelled | *A final "final" | B plain'],
    ['before 1. e4 {B}, after {A}', 'certain, labelled | B earlier "before 1. e4" | *A final " after"'],
    ['http://x/final {A}\n{A}', 'certain, last | A plain | *A plain'],
    ['FEN: {A}, next {B}', 'certain, labelled | *A final "FEN" | B later "next"'],
    ['label position, old board: {B}; {A}', 'certain, only state | B earlier "old" | *A plain'],
    ['started from {B} and got {A}', 'certain, only state | B start "started from" | *A plain'],
    ['The initial one. It is now: {A}', 'certain, labelled | *A final "is now:"'],
    ['For example {B}\nAnswer: {A}', 'certain, labelled | B earlier "For example" | *A final "Answer"'],
    ['next: {B}\nThe current position: {A}', 'certain, labelled | B later "next" | *A final "position"'],
    ['result {A}\nfirst guess: {B}', 'certain, labelled | *A final "result" | B rejected "first guess"'],
    ['final previous {B}\nposition {A}', 'certain, labelled | B earlier "previous" | *A final "position"'],
    ['previous final {A}\nposition {B}', 'certain, labelled | *A final "final" | B final "position"'],
  ],
  'the line above a state': [
    ['The final position:\n\n{A}\n{B}', 'certain, labelled | *A final "final" | B plain'],
    ['That is the final position of the game.\n{A}\n{A}', 'certain, last | A plain | *A plain'],
    ['Final:\n```\n{A}\n```\n{B}', 'certain, labelled | *A final "Final" | B plain'],
    ['{B} ends it, finally:\n{A}', 'certain, labelled | B plain | *A final "finally"'],
    ['{B} ends it, finally\n{A}', 'doubtful, last | B plain | *A plain | 2 states have the same role and differ.'],
    ['Before: \n1. {B}\nAfter:\n2. {A}', 'certain, labelled | B earlier "Before:" | *A final "After:"'],
    ['First the former. Then the answer:\n{A}\n{B}', 'certain, labelled | *A final "answer" | B plain'],
    ['Previous\n\n\n- {B}\nNow\n* {A}', 'certain, only state | B earlier "Previous" | *A plain'],
    ['Final:\n\n\n\n\n\n{B}\nfen {A}', 'certain, labelled | B plain | *A final "fen"'],
  ],
  'rows of a table': [
    ['| before last | {B} |\n| now | {A} |', 'certain, only state | B earlier "before last" | *A plain'],
    ['| final | {A} |\n| 2 | {B} |', 'certain, labelled | *A final "final" | B plain'],
    ['| 1 | e4 | {B} |\n| 2 | e5 | {A} |', 'certain, only state | B earlier "| 1 | e4 |" | *A plain'],
    ['| 1 | e2e4 | {B} |\n| 2 | e7e5 | {A} |', 'certain, only state | B earlier "| 1 | e2e4 |" | *A plain'],
  ],
  'of the states after moves the last one counts, and none after the plies of the question': [
    ['After 1. e4: {B}\nAfter 1... e5: {A}', 'certain, only state | B earlier "After 1" | *A plain'],
    ['After 1... e5: {A}\nAfter 1. e4: {B}', 'certain, only state | *A plain | B earlier "After 1"'],
    ['Nf3: {B}\ne5: {A}', 'certain, only state | B earlier "Nf3:" | *A plain'],
    ['1. e4 {B}\n1... e5 {A}', 'certain, only state | B earlier "1. e4" | *A plain'],
    ['2. Nf3 {B}\n2. Nf3 Nc6 {A}', 'certain, only state | B earlier "2. Nf3" | *A plain'],
    [
      'After 1. e4: {A}\nAfter 1... e5: {B}',
      'certain, only state | *A plain | B later "After 1"',
      { prompt: 'Moves: 1. e4' },
    ],
    ['After 1... e5: {A}', 'certain, only state | *A plain', { prompt: 'Moves: 1. e4' }],
    [
      'After 1. e4: {B}\nAfter 1... e5: {A}',
      'certain, only state | B earlier "After 1" | *A plain',
      { prompt: 'Moves: 1. e4 e5' },
    ],
    [
      'After 1. e4: {B}\nAfter 2. e4: {C}\nFEN: {A}',
      'certain, labelled | B plain | C later "After 2" | *A final "FEN"',
      { prompt: 'Moves: 1. e4' },
    ],
    [
      'After 1. e4: {B}\nAfter 1... e5: {A}',
      'certain, only state | B earlier "After 1" | *A plain',
      { prompt: 'Moves: 1. d4 d5 2. c4 x 1. e4 e5' },
    ],
    [
      'After 1. e4: {B}\nAfter 1... e5: {A}',
      'certain, only state | B earlier "After 1" | *A plain',
      { prompt: 'From move 7. Nf3' },
    ],
    ['# Steps\n{B}\n{A}', 'certain, only state | B earlier "# Steps" | *A plain'],
    ['# Steps\n{B}\n{C}\n# Other\n{A}', 'certain, only state | B earlier "# Steps" | C earlier "# Steps" | *A plain'],
    [
      'After 9... a6: {A}\nAfter 10. a4: {B}\nAfter 8. a3: {C}',
      'certain, only state | A earlier "After 9" | *B plain | C earlier "After 8"',
    ],
    ['a6: {B}\nAfter 10. a4: {C}\nNf3: {A}', 'certain, only state | B earlier "a6:" | C earlier "After 1" | *A plain'],
  ],
  'the start of the game is no answer beside another board, or after a refusal': [
    ['{S}\n{A}', 'certain, only state | S start | *A plain'],
    ['{A}\n{S}', 'certain, only state | *A plain | S start'],
    ['Final: {S}\n{A}', 'certain, labelled | *S final "Final" | A plain'],
    ['{S}', 'certain, only state | *S plain'],
    ['Sorry, I lost track. {S}', 'none | S start'],
    [
      '{S} sorry',
      'doubtful, only state | *S plain | The words after the state say that it is wrong, and no other follows.',
    ],
    [
      'We start from {S}',
      'doubtful, only state | *S start "start from" | The words around the only state say that it is not the answer.',
    ],
    ['{B}\n{A}', 'certain, only state | B start | *A plain', { startFen: '{B}' }],
    ['{A}\n{B}', 'certain, only state | *A plain | B start', { prompt: 'From [FEN "{B}"] play' }],
    ['{S}\n{S}', 'certain, last | S plain | *S plain', { prompt: 'From [FEN "{B}"] play' }],
    ['{A}\n{B}', 'certain, only state | *A plain | B start', { prompt: '[FEN "{C}"] and [FEN "{B}"]' }],
  ],
  'what stands after the end of the turn is no answer': [
    ['{A}<|im_end|>{B}', 'certain, only state | *A plain | B beyond'],
    ['<|im_start|>assistant\n{A}<|im_end|>\n{B}', 'certain, only state | *A plain | B beyond'],
    ['<|im_end|>{A}', 'certain, only state | *A plain'],
    ['{A}\n\nUser: x\n{B}', 'certain, only state | *A plain | B beyond'],
    ['{A}\nquestion 2: x\n{B}', 'certain, only state | *A plain | B beyond'],
    ['{A}\n\nMoves: 1. d4\n{B}', 'certain, only state | *A plain | B beyond'],
    ['{B}\n\nMoves: 1. d4\nFinal FEN: {A}', 'certain, labelled | B plain | *A final "Final"'],
    ['Moves: 1. d4\n{A}', 'certain, only state | *A plain'],
    ['FEN: {A}\n\nTask: x\nFEN: {B}', 'certain, labelled | *A final "FEN" | B beyond'],
    ['{A}\nUser:\n{B}\nUser:\n{C}', 'certain, only state | *A plain | B beyond | C beyond'],
    ['FEN: {A}<|eot_id|>Final: {B}', 'certain, labelled | *A final "FEN" | B beyond'],
    ['<think>x<|im_end|></think>{A}', 'certain, only state | *A plain'],
    ['<think>{C}</think>\nUser: {A}', 'certain, only state | C draft "<think>" | *A plain'],
    ['previous: {B}\nUser: hm\n{A}', 'certain, only state | B earlier "previous" | *A plain'],
    ['[INST] {A} [/INST] {B}', 'certain, only state | *A plain | B beyond'],
    ['{A}[INST] {B}', 'certain, only state | *A plain | B beyond'],
    ['<think>{C}<|im_end|></think>{A}<|im_end|>{B}', 'certain, only state | C draft "<think>" | *A plain | B beyond'],
    ['analysisThe FEN {B}assistantfinal{A}', 'certain, only state | B draft "FEN" | *A plain'],
    ['analysisThe FEN {B}', 'none | B draft "FEN"'],
    [
      '<|channel|>analysis<|message|>{B}<|channel|>final<|message|>{A}',
      'certain, labelled | B draft | *A final "final"',
    ],
    ['{A}\n<s>x</s> {B}', 'doubtful, last | A plain | *B plain | 2 states have the same role and differ.'],
    ['Good.\nUser: x\n{A}', 'certain, only state | *A plain'],
  ],
  'a state that is taken back gives way to one that follows': [
    ['{B}. Wait, {A}', 'certain, only state | B rejected | *A plain'],
    ['{B}\n```\nWait, {A}', 'certain, only state | B rejected | *A plain'],
    ['{A}. Wait, that is fine.', 'certain, only state | *A plain'],
    ['{B}\n\nSorry, {A}', 'certain, only state | B rejected | *A plain'],
    ['{B} - no, {A}', 'certain, only state | B rejected | *A plain'],
    ['Previously {C}. Wait, {B}. Oops, {A}', 'certain, only state | C earlier "Previously" | B rejected | *A plain'],
    ['Answer: {B}\nHmm\nAnswer: {A}', 'certain, labelled | B rejected "Answer" | *A final "Answer"'],
    ['{A}. Wait, previously {B}', 'certain, only state | *A plain | B earlier "previously"'],
    ['{B}\nI made an error\n{A}', 'certain, only state | B rejected | *A plain'],
    ['{B}\nHowever, it seems there has been a mistake:\n{A}', 'certain, only state | B rejected | *A plain'],
    [
      'FEN: {B}\nI am sorry for the repeated errors. Once more:\n{A}',
      'certain, only state | B rejected "FEN" | *A plain',
    ],
    ["{B}. That's wrong: {A}", 'certain, only state | B rejected | *A plain'],
    ['{B} is wrong {A}', 'certain, only state | B rejected " is wrong" | *A plain'],
    ['{B}\nI got the castling wrong:\n{A}', 'certain, only state | B rejected | *A plain'],
  ],
  'words that judge another state, or none, leave a state as it is': [
    ['I made an error in it: {A}', 'certain, only state | *A plain'],
    ['No errors: {A}', 'certain, only state | *A plain'],
    ['Fixing that mistake gives {A}', 'certain, only state | *A plain'],
    ['{B} is out of date. {A}', 'certain, only state | B rejected " is out of date" | *A plain'],
    ['{A}\nA common error: {B}', 'certain, only state | *A plain | B rejected "error"'],
    [
      '{B}? That would have the king in the center. {A}',
      'doubtful, last | B plain | *A plain | 2 states have the same role and differ.',
    ],
    ['Wrong. {B}\n{A}', 'certain, only state | B rejected "Wrong" | *A plain'],
    ['This is wrong: {B}\nThis is right: {A}', 'certain, only state | B rejected "wrong:" | *A plain'],
  ],
  'a state that is called wrong is doubtful if no other follows': [
    [
      '{A}\n\nI apologize for the continued errors. It',
      'doubtful, only state | *A plain | The words after the state say that it is wrong, and no other follows.',
    ],
    [
      '{A}. No wait, that is before',
      'doubtful, only state | *A plain | The words after the state say that it is wrong, and no other follows.',
    ],
    ['{A}\nLet me check: all fine.', 'certain, only state | *A plain'],
    ['{A}\nThere is no mistake in it.', 'certain, only state | *A plain'],
    ['{A}\nI have not found an error.', 'certain, only state | *A plain'],
    ['{A}\nIt was a mistake to play it, though.', 'certain, only state | *A plain'],
    ['The illegal move is left out: {A}', 'certain, only state | *A plain'],
  ],
  'words after a state count at the end of the text, and not beyond its value in JSON': [
    ['{A} is the final one', 'certain, labelled | *A final " is the final"'],
    ['{A} is wrong', 'none | A rejected " is wrong"'],
    ['{"x": {"fen": "{A}"}, "start": "{B}"}', 'certain, labelled | *A final "fen" | B start "start"'],
    ['{"a": "{A}", "before": ["{B}"]}', 'certain, only state | *A plain | B earlier "before"'],
  ],
  'a heading decides where a label alone stands below it': [
    ['## Start\nFEN: {B}\n## Then\n{A}', 'certain, only state | B start "## Start" | *A plain'],
    ['## Example\nFEN: {B}', 'none | B earlier "## Example"'],
  ],
  'states for two cases are alternatives': [
    [
      'If White castled: {A}\nOtherwise {B}',
      'doubtful, last | A plain | *B plain | 2 states have the same role and differ.',
    ],
    ['If White castled {A}, or {B}', 'doubtful, last | A plain | *B plain | 2 states have the same role and differ.'],
    ['{A}\nor {A}', 'certain, last | A plain | *A plain'],
    [
      'If it is so, {A}. Else the answer: {B}',
      'doubtful, last | A plain | *B plain | 2 states have the same role and differ.',
    ],
    ['If it is so, {A}\n\n\n\nOtherwise: {B}', 'certain, only state | A later "If" | *B plain'],
  ],
  'the only fence, otherwise the only bold text, among states without words': [
    ['{B}\n```\n{A}\n```', 'certain, only fence | B plain | *A only "```"'],
    ['```\n{B}\n```\n```\n{A}\n```', 'doubtful, last | B plain | *A plain | 2 states have the same role and differ.'],
    ['{B}\n**{A}**', 'certain, only bold | B plain | *A only "**"'],
    ['**{B}**\n**{A}**', 'doubtful, last | B plain | *A plain | 2 states have the same role and differ.'],
    [
      '{C}\n```\n{B}\n{A}\n```',
      'doubtful, only fence | C plain | B only "```" | *A only "```" | 2 states have the same role and differ.',
    ],
    ['{B}\n```\n{A}', 'certain, only fence | B plain | *A only "```"'],
    ['**{A}.** {B}', 'certain, only bold | *A only "**" | B plain'],
    ['{B}\n**{A}*', 'doubtful, last | B plain | *A plain | 2 states have the same role and differ.'],
    ['FEN: {A}\n```\n{B}\n```', 'certain, labelled | *A final "FEN" | B plain'],
    ['```\n{A}\n```', 'certain, only state | *A plain'],
    [
      '{B}\n```\n**{C}**\n{A}\n```',
      'doubtful, only fence | B plain | C only "```" | *A only "```" | 2 states have the same role and differ.',
    ],
  ],
  'a state in a question is doubtful': [
    ['Is it {A}?', 'doubtful, only state | *A plain | The state stands in a question.'],
    ['Is it {A} (after e4)?', 'doubtful, only state | *A plain | The state stands in a question.'],
    ['{A} is it. Right?', 'certain, only state | *A plain'],
    ['Is it {A}, {A}?', 'doubtful, last | A plain | *A plain | The state stands in a question.'],
  ],
  'a state from which moves are played is a start': [
    ['{B} moves e7e5\n{A}', 'certain, only state | B start "{B}" | *A plain'],
    ['[FEN "{B}"]\n\n1... e5\n\n{A}', 'certain, only state | B start "{B}" | *A plain'],
    ['[FEN "{A}"]\n\nThat is it', 'certain, labelled | *A final "FEN"'],
  ],
  'what is left if nothing is the answer': [
    [
      'Previously {A}',
      'doubtful, only state | *A earlier "Previously" | The words around the only state say that it is not the answer.',
    ],
    ['I cannot say. Previously {A}', 'none | A earlier "Previously"'],
    ['It would be {A}', 'certain, only state | *A plain'],
    [
      'I cannot say, but it would be {A}',
      'doubtful, only state | *A plain | The words around the only state say that it is not the answer.',
    ],
    ['If it continues, it would be {A}', 'none | A later "would"'],
    ['Suppose 1. c4. Then White could have {A}.', 'none | A later "could"'],
    ['White would have {A}. Black would have {A}.', 'certain, last | A plain | *A plain'],
    ['For example {A}', 'none | A earlier "For example"'],
    [
      'Previously {B}; earlier {A}',
      'doubtful, only state | B earlier "Previously" | *A earlier "earlier" | The words around the only state say that it is not the answer.',
    ],
    [
      'Next: {B}. Initially {A}',
      'doubtful, only state | B later "Next" | *A start "Initially" | The words around the only state say that it is not the answer.',
    ],
  ],
  'what the answer repeats from its prompt is an echo, but a state after a label alone is not': [
    [
      'Moves: 1. e4\nFEN: {B}\n\nMoves: 1. d4\nFEN: {A}',
      'certain, labelled | B echo | *A final "FEN"',
      { prompt: 'Moves: 1. e4\nFEN: {B}\n\nMoves: 1. d4\nFEN:' },
    ],
    ['FEN: {B}', 'certain, labelled | *B final "FEN"', { prompt: 'Moves: 1. e4\nFEN: {B}\n\nMoves: 1. d4\nFEN:' }],
    ['Moves: 1. e4\nFEN: {B}', 'none | B echo', { prompt: 'Moves: 1. e4\nFEN: {B}\n\nMoves: 1. d4\nFEN:' }],
    [
      'The answer: {B}, as in the example',
      'certain, labelled | *B final "answer"',
      { prompt: 'Moves: 1. e4\nFEN: {B}\n\nMoves: 1. d4\nFEN:' },
    ],
    [
      'An example of the notation that is wanted here, without any moves at all: {B} is one of many. Then {A}',
      'certain, only state | B echo | *A plain',
      { prompt: 'An example of the notation that is wanted here, without any moves at all: {B} is one of many.' },
    ],
    [
      'It is {B}, one of many, which may be told in the same words as before. Or {A}',
      'certain, only state | B echo | *A plain',
      { prompt: 'It is {B}, one of many, which may be told in the same words as before.' },
    ],
    ['At {A}', 'certain, only state | *A plain', { prompt: 'At {A}' }],
    ['Human 0: 1. e4 {B}\n{A}', 'certain, only state | B echo | *A plain', { prompt: 'Moves: 1. e4 {B}' }],
  ],
  'words, brackets and tags before a state': [
    ['<x>previous</x> {A}', 'certain, only state | *A plain'],
    ['previous etc. at {B}\n{A}', 'certain, only state | B earlier "previous" | *A plain'],
    ['The old one, i.e. that of {B}; now: {A}', 'certain, only state | B earlier "old" | *A plain'],
    ['the previous FEN (which was the final one): {B}\n{A}', 'certain, only state | B earlier "previous" | *A plain'],
    ['{"fen": "{A}", "x": "the next one: {B}"}', 'certain, labelled | *A final "fen" | B later "next"'],
    ['<|im_start|>previous {B}\n{A}', 'certain, only state | B earlier "previous" | *A plain'],
    ['**previous** `{B}` **current** `{A}`', 'certain, labelled | B earlier "previous" | *A final "current"'],
    [
      '# Moves\nFEN: {B}\n# Answer\nIt was {C}, FEN: {A}',
      'certain, labelled | B earlier "# Moves" | C earlier "was" | *A final "# Answer"',
    ],
  ],
};

for (const [title, rows] of Object.entries(ROLES))
  describe(title, () => {
    for (const [answer, reading, question = {}] of rows)
      it(JSON.stringify(answer), () => assert.equal(readingOf(answer, question), reading));
  });
