/**
 * Answers to "which position is it after these moves?", as templates. `{A}` is the state that a reader takes for the answer; `{P}` the state one
 * half-move before, `{S}` that of the start, `{N}` one after a further move, `{W}` the answer with the other side to move; `{m}` is the last
 * move, `{n}` the further one, `{moves}` the game. `{A:FORM}` writes the state in a notation of `answer-notations.ts`.
 */
export interface Discourse {
  readonly name: string;
  readonly text: string;
  /** Nothing in it is the answer. */
  readonly isNone?: true;
  /** The prompt, where the answer repeats it. */
  readonly prompt?: string;
}

const of = (name: string, text: string): Discourse => ({ name, text });
const none = (name: string, text: string): Discourse => ({ name, text, isNone: true });

/** Written before the reader, from answers in public logs, issues and data sets: labels, steps, corrections, chat tokens and drawings. */
export const HARD_DISCOURSES: readonly Discourse[] = [
  of(
    'steps, then a label',
    'Let me track the game.\n\nInitial position: {S}\nAfter the second-to-last move: {P}\nAfter {m}: {A}\n\n**FEN:** `{A}`',
  ),
  of('numbered steps', '1. Start from `{S}`.\n2. Play everything up to the last move: `{P}`.\n3. Play {m}: `{A}`.'),
  of(
    'section marks',
    '[Problem Understanding]\nThe given FEN is {P}.\n[Problem Solving]\nWe play {m}.\n[Verification]\nThe old FEN was {P}.\n[Final Answer]\n{A}',
  ),
  of('sections, verification last', '## Solution\n\n`{A}`\n\n## Verification\n\nReplaying from `{S}` we pass `{P}`.'),
  of('bold heading', '**Final Position**\n\n{A}\n\n**Previous Position**\n\n{P}'),
  of(
    'answer first, explanation',
    '{A}\n\nExplanation: before {m} the board was {P}; {m} then gives the position above.',
  ),
  of('parenthesis', 'The position is {A} (starting from {S}).'),
  of('instead of', 'It is {A}, not {P}.'),
  of('not, but', 'The FEN is not {W} but {A}.'),
  of('rather than', 'FEN: {A} rather than {W}, because of the side to move.'),
  of('hmm', '{W}\n\nHmm, that is not right, the side to move is off. The correct FEN is\n\n{A}'),
  of('actually', 'FEN: {W}\nActually, let me fix the side to move.\nFEN: {A}'),
  of('oops', 'Answer: {W}\n\nOops, I made a mistake. Answer: {A}'),
  of('correction upper case', 'FEN: {W}\nCORRECTION: {A}'),
  of('if you continue', 'Answer: {A}\n\nIf White or Black continues with {n}, you get {N}.'),
  of('next move suggestion', '`{A}`\n\nThe best continuation is {n}, leading to `{N}`.'),
  of('after the next move', 'Current FEN: {A}\nFEN after {n}: {N}'),
  of('json current, next', '{"current_fen": "{A}", "next_fen": "{N}", "best_move": "{n}"}'),
  of('json nested', '{"reasoning": {"start": "{S}", "before": "{P}"}, "answer": {"fen": "{A}"}}'),
  of('json history', '{"fen": "{A}", "history": ["{S}", "{P}"]}'),
  of('json positions then final', '{"positions": ["{S}", "{P}"], "final_position": "{A}"}'),
  of(
    'json pretty fenced',
    'Here you go:\n\n```json\n{\n  "previous_fen": "{P}",\n  "move": "{m}",\n  "resulting_fen": "{A}"\n}\n```',
  ),
  of(
    'json list of steps with a result',
    '{"steps": [{"move": "-", "fen": "{S}"}, {"move": "x", "fen": "{P}"}], "result": "{A}"}',
  ),
  of('json reasoning text', '{"explanation": "From {P} the move {m} was played.", "fen": "{A}"}'),
  of('yaml', 'start_fen: {S}\nprevious_fen: {P}\nfinal_fen: {A}'),
  of('tags in upper case', '<SCRATCH>{P}</SCRATCH>\n<ANSWER>{A}</ANSWER>'),
  of('result tag', '<reasoning>we had {P}</reasoning><result>{A}</result>'),
  of('position tags', '<before>{P}</before><after>{A}</after>'),
  of('boxed in dollars', 'Before: {P}\n\n$$\\boxed{\\texttt{{A}}}$$'),
  of('boxed with text', 'Therefore \\[ \\boxed{\\text{{A}}} \\] and not {W}.'),
  of('hash answer', 'We get {P} first.\n#### {A}'),
  of('think', '<think>\nStart {S}. Then {P}. Then {A}? or {W}?\n</think>\n{A}'),
  of('think, answer, quote', '<think>{P}</think>**{A}**\n\n(Previously: {P})'),
  of(
    'llama 3 tokens',
    '{A}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nand before?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n{P}',
  ),
  of('phi tokens', '{A}<|end|><|user|>\nprevious?<|end|><|assistant|>\n{P}'),
  of('deepseek tokens', '{A}<｜end▁of▁sentence｜><｜User｜>before?<｜Assistant｜>{P}'),
  of('vicuna', '{A}\nUSER: and one earlier?\nASSISTANT: {P}'),
  of('human', '{A}\n\nHuman: What was it before {m}?\n\nAssistant: {P}'),
  of(
    'next exercise',
    '{A}\n\nExercise 2:\nMoves: 1. c4\nFEN: rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1',
  ),
  of(
    'next puzzle in the same form',
    '{A}\n\nMoves: 1. c4 e5\nFEN: rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2',
  ),
  of('user in markdown', '{A}\n\n**User:** And the one before?\n\n**Assistant:** {P}'),
  of('alpaca input', '{A}\n\n### Input:\n{P}\n\n### Response:\n{S}'),
  of(
    'command r',
    '{A}<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>before?<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{P}',
  ),
  of('zephyr', '{A}</s>\n<|user|>\nbefore?</s>\n<|assistant|>\n{P}'),
  of(
    'harmony with tokens',
    '<|channel|>analysis<|message|>{P} then {m}<|end|><|start|>assistant<|channel|>final<|message|>{A}<|return|>',
  ),
  of(
    'fields with words',
    'Piece placement: {A:board}\nSide to move: {A:side}\nCastling availability: {A:castling}\nEn passant target square: {A:ep}\nHalfmove clock: {A:half}\nFullmove number: {A:full}',
  ),
  of(
    'fields, bold keys',
    '**Board:** `{A:board}`\n**Turn:** {A:Side}\n**Castling:** {A:castling}\n**En passant:** {A:ep}\n**Halfmove:** {A:half}\n**Fullmove:** {A:full}',
  ),
  of(
    'fields by number',
    '1. Piece placement: `{A:board}`\n2. Active color: `{A:side}`\n3. Castling rights: `{A:castling}`\n4. En passant: `{A:ep}`\n5. Halfmove clock: `{A:half}`\n6. Fullmove number: `{A:full}`',
  ),
  of('fields and the whole', 'Breakdown:\n- Piece placement: {A:board}\n- Side to move: {A:side}\n\nFull FEN: {A}'),
  of(
    'field json, order changed',
    '{"turn": "{A:Side}", "fullmove": {A:full}, "halfmove": {A:half}, "ep_square": "{A:ep}", "castling": "{A:castling}", "board_fen": "{A:board}"}',
  ),
  of('drawing before the FEN', '```\n{A:ascii}\n```\n\nFEN: {A}'),
  of('drawing of the start, FEN of the end', 'Starting board:\n\n{S:ascii}\n\nAfter all moves the FEN is {A}.'),
  of(
    'figurines',
    '{A:figurines}\n\n{A:Side} to move. Castling: {A:castling}. En passant: {A:ep}. Halfmove clock: {A:half}. Fullmove number: {A:full}.',
  ),
  of('box of lines', 'Final position:\n\n{A:box}\n\n{A:Side} to move, castling rights: {A:castling}.'),
  of('two drawings', 'Before {m}:\n\n{P:ascii}\n\nAfter {m}:\n\n{A:ascii}\n\n{A:Side} to move.'),
  of('side before the drawing', '{A:Side} to move:\n\n```\n{A:ranks}\n```'),
  of('array of rows', '{"board": {A:rows}, "turn": "{A:side}", "castling": "{A:castling}"}'),
  of('array of arrays', '{"board": {A:cells}, "side_to_move": "{A:Side}"}'),
  of('padded FEN', '{A:padded}'),
  of('EPD', '{A:epd}'),
  of('link', '[the position](https://lichess.org/analysis/{A:link})'),
  of('editor link', 'See https://lichess.org/editor?fen={A:escaped}&color=white for the final position.'),
  of('PGN tags', '[SetUp "1"]\n[FEN "{A}"]'),
  of('German', 'Die Endstellung ist: {A}\n(Ausgangsstellung: {S})'),
  of('French', 'Position finale : {A}\nPosition initiale : {S}'),
  of('Spanish', 'FEN final: {A}\nFEN inicial: {S}'),
  of('Chinese', '最终局面：{A}\n初始局面：{S}'),
  of('table of moves', '| move | FEN |\n|---|---|\n| start | {S} |\n| before {m} | {P} |\n| {m} | {A} |'),
  of('table with final', '| | FEN |\n|---|---|\n| Final | {A} |\n| Initial | {S} |'),
  of('quoted echo', '> You start from {S}.\n\n{A}'),
  of('dash typography', '{A:dashes}'),
  of('capital side', 'FEN: {A:board} {A:side} {A:castling} {A:ep} {A:half} {A:full}\n\n(White = uppercase)'),
  none('refusal with the start', "I'm sorry, I can't reliably follow this game. It starts at {S}."),
  none('refusal with an example', 'I cannot determine the position. A FEN looks like this, for example: {S}'),
  none('cut off in thoughts', '<think>\nWe begin with {S}. After some moves: {P}. Now'),
  none('prose', 'White has a pleasant edge and the bishop pair; Black is to move on e5/d5/c5.'),
  none('only moves', '{moves}'),
];
