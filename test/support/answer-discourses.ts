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
  of('label with its notation', 'Final position (FEN): {A}\nInitial position (FEN): {S}'),
  of('note on what came before', '{A}\n\nNote: prior to the last move the FEN read {P}'),
  of('quoted line', 'Here is the FEN:\n\n> {A}'),
  of('HTML code', '<p>Before: <code>{P}</code></p><p>After: <code>{A}</code></p>'),
  of('camel case keys', '{"fenBefore": "{P}", "fenAfter": "{A}"}'),
  of('keys within keys', '{"position": {"before": "{P}", "after": "{A}"}, "ok": true}'),
  of(
    'moves with their states, then the end',
    '{"moves": [{"san": "x", "fen": "{P}"}, {"san": "y", "fen": "{A}"}], "end": "{A}"}',
  ),
  of('dictionary of Python', "{'previous': '{P}', 'fen': '{A}'}"),
  of(
    'code',
    '```python\nboard = chess.Board("{S}")\n# ... push the moves\nassert board.fen() == "{A}"\n```\nThe FEN is {A}',
  ),
  of('arrow', '{P} → {A}'),
  of('arrow with the move', '`{P}` --({m})--> `{A}`'),
  of('struck out', '~~{W}~~ {A}'),
  of('thought first', 'I initially thought {W}, but it is {A}.'),
  of('no, colon', '{W}? No: {A}'),
  of('marks of right and wrong', '{W} (incorrect)\n{A} (correct)'),
  of('old and new', 'Old FEN: {P}\nNew FEN: {A}'),
  of('updated', 'Updated FEN: {A}\nOriginal FEN: {S}'),
  of(
    'a FEN after each move',
    'FEN after each move:\n- 1st half-move: {S}\n- before the last one: {P}\n- last one ({m}): {A}',
  ),
  of('after the moves', 'After {moves} the position is:\n\n{A}\n\nThe last position before that was {P}.'),
  of(
    'table of one row',
    '| Board | Turn | Castling | EP | Half | Full |\n|---|---|---|---|---|---|\n| {A:board} | {A:side} | {A:castling} | {A:ep} | {A:half} | {A:full} |',
  ),
  of('values with commas', '{A:board},{A:side},{A:castling},{A:ep},{A:half},{A:full}'),
  of('JSON array of fields', '["{A:board}", "{A:side}", "{A:castling}", "{A:ep}", {A:half}, {A:full}]'),
  of(
    'fields in a sentence',
    'The placement is {A:board} with {A:Side} to move, castling {A:castling}, en passant {A:ep}, halfmove clock {A:half} and fullmove number {A:full}.',
  ),
  of('decoded without tokens', '{A}\nuser\nAnd one ply earlier?\nassistant\n{P}'),
  of('human in brackets', '{A}\n<human>: and before?\n<bot>: {P}'),
  of('follow-up', '{A}\n\nFollow-up: what was it before?\n{P}'),
  of(
    'question and answer, answered',
    'Question: what is the FEN after {moves}?\nAnswer: {A}\n\nQuestion: what is it one move earlier?\nAnswer: {P}',
  ),
  of(
    'prompt continued',
    ' {A}\n\nMoves: 1. a3\nFEN: rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1\n\nMoves: 1. h3\nFEN: rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq - 0 1',
  ),
  of(
    'rank by rank',
    'Rank 8: {A:rank8}\nRank 7: {A:rank7}\nRank 6: {A:rank6}\nRank 5: {A:rank5}\nRank 4: {A:rank4}\nRank 3: {A:rank3}\nRank 2: {A:rank2}\nRank 1: {A:rank1}\n\nSo the FEN is {A}.',
  ),
  of(
    'rank by rank alone',
    '8: {A:rank8}\n7: {A:rank7}\n6: {A:rank6}\n5: {A:rank5}\n4: {A:rank4}\n3: {A:rank3}\n2: {A:rank2}\n1: {A:rank1}\n\n{A:Side} to move.',
  ),
  of('lists of pieces', '{A:pieces}\n\n{A:Side} to move.'),
  of('lists of pieces, roles on lines', '{A:piecesByRole}\n\n{A:Side} to move.'),
  of('map of squares', '{"squares": {A:map}, "turn": "{A:Side}"}'),
  of('two-letter pieces', '{A:colored}\n\n{A:Side} to move'),
  of('from Black, with coordinates', '{A:turned}\n\n{A:Side} to move.'),
  of(
    'thinking aloud',
    'Okay, so after the first moves we have something like {P}. Then {m} happens. So the final FEN should be {A}. Let me double check: castling rights fine, clocks fine. Yes.',
  ),
  of('conclusion', 'In conclusion, {m} transforms {P} into {A}.'),
  of('the last word is the move', 'Position: {A}. This is after {m}, and {n} is a natural reply (giving {N}).'),
  of('hypothetical before', 'Had the last move been different, we would have {N}. As played, the FEN is {A}.'),
  of('check mark', '❌ {W}\n✅ {A}'),
  of('details', '<details><summary>Steps</summary>\n\n{S}\n{P}\n\n</details>\n\n{A}'),
  of('answer in a list of answers', '- Initial: {S}\n- Final: {A}'),
  of('reversed list', '- End: {A}\n- Start: {S}'),
  of(
    'final in the middle of JSON text',
    '{"analysis": "The game starts at {S}.", "final": {"fen": "{A}", "side": "{A:Side}"}, "alternatives": ["{N}"]}',
  ),
  of('escaped JSON', '"{\\"fen\\": \\"{A}\\", \\"previous_fen\\": \\"{P}\\"}"'),
  of('Answer with a dash', 'Answer - {A}'),
  of('double emphasis', '***{A}***'),
  of('nested quotes', 'He said: "The FEN is \'{A}\'".'),
  none('only the position before', 'Before {m} the position was {P}, but I cannot work out what comes next.'),
  none('last known position', 'I lost track. The last known FEN was {P}.'),
  none('denied', 'It is certainly not {W}.'),
  none('restated question', 'You ask for the FEN after {moves}. I am unable to compute it.'),
  none('refusal with the start', "I'm sorry, I can't reliably follow this game. It starts at {S}."),
  none('refusal with an example', 'I cannot determine the position. A FEN looks like this, for example: {S}'),
  none('cut off in thoughts', '<think>\nWe begin with {S}. After some moves: {P}. Now'),
  none('prose', 'White has a pleasant edge and the bishop pair; Black is to move on e5/d5/c5.'),
  none('only moves', '{moves}'),
];
