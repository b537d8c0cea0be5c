import { SINK } from '../../src/core/base/automaton.ts';
import { afterMove, legalMoves } from '../../src/core/games/chess/chess.ts';
import { printSan } from '../../src/core/games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, parseChess, printChess } from '../../src/core/games/chess/state.ts';
import type { Language } from '../../src/core/notation/language.ts';
import { findWorld } from '../../src/core/worlds/worlds.ts';
import type { Dice } from './dice.ts';

const TAGS = [
  '[Event "Casual"]', '[Site "?"]', '[Date "2024.02.30"]', '[Date "????.??.??"]', '[Round "1.2"]', '[White "Ada \\"L\\" B"]', '[Black "C\\\\D"]', '[Result "1-0"]', '[Result "*"]',
  '[Result "maybe"]', '[SetUp "1"]', '[Variant "Chess960"]', '[Variant "Atomic"]', '[Variant "Crazyhouse"]', '[Variant "From Position"]', '[Variant "Shogi"]', '[ECO "B12"]', '[WhiteElo "high"]',
  '[Empty ""]', '[NoValue]', '[Open "x', '["Nameless"]', '[Event “typographic”]', '[SetUp „1“]', '[White «A ”B» ]', '[Black “open]', '[Event \'x\']', '[Event"glued"]', '[ Event  "wide" ]', '[FEN "rnbqkbnr/8/8/8 w KQkq - 0 1"]', '[TimeControl "180+2"]',
  '[A "1"][B "2"]', '[Two "a" "b"]',
]; // biome-ignore format: a list
const COMMENTS = [
  '{ good }', '{}', '{ [%clk 0:01:02] }', '{[%eval -0.3]}', '{[%eval #-3]} ', '{ [%csl Ra1,Gb2][%cal Ge2e4] }', '{[%clk x]}', '{[%pfen gpt-4o ?]}', '{ [%pfen a@b#2 8/8/8/8/8/8/8/K1k5 w - - 0 1] }',
  '{[%pfen]}', '{[%pfen m', '; to the end\n', ';[%eval 1]\r\n', '\n%escaped line\n', '{ nested { brace }', '{ two\nlines }', '{ ends \r\n\r\n late }', '{ (1. e4) [Event "x"] }', '{unclosed', '{ 𝔘nicode – é }',
]; // biome-ignore format: a list
const SIGNS = [
  '!',
  '?',
  '!!',
  '??',
  '!?',
  '?!',
  ' $1',
  ' $255',
  ' $256',
  ' $',
  ' +-',
  ' =',
  ' ±',
  ' e.p.',
  '+',
  '#',
  '++',
  '=',
  ' !',
  ' +',
  ' #',
  ' ch',
  ' mate',
  ' ++ e.p.',
];
const RESULTS = [
  '1-0',
  '0-1',
  '1/2-1/2',
  '*',
  '1/2',
  '½-½',
  '0.5-0.5',
  '1–0',
  '1 - 0',
  '0- 1',
  '1/2 - 1/2',
  '½ – ½',
  '* *',
  '',
  '',
];
const STRAYS = [
  '}',
  ')',
  '(',
  '()',
  '( ',
  '<',
  '>',
  'hello',
  'e9',
  'Nf3',
  'e2e4',
  'e2-e4',
  'Sf3',
  '♘f3',
  'nf3',
  '0-0',
  '0-0-0',
  'O-O-O-O',
  'e8Q',
  'exd',
  '--',
  'Z0',
  '@@@@',
  'pass',
  '<>',
  'a8(Q)',
  'e1=(n)+',
  '+',
  'dbl',
  'N@e4',
  '1.',
  '17...',
  '9999999999.',
  '\uFEFF',
  '\0',
  '\u00a0',
  '%',
  '"',
  '\\',
  ']',
  '[',
  '[%eval 1]',
  '1.e4e5',
  '....',
  '…',
];
const GAPS = [' ', ' ', ' ', ' ', ' ', ' ', '\n', '\n', '\r\n', '\r', '\t', '  ', ' \n', ''];
const BLANK_LINES = ['\n\n', '\n\n', '\n', '\r\n\r\n', '\n \n', '\n\n\n', '', ' '];

const LETTERS: readonly [RegExp, string][] = [
  [/^N/, 'S'], [/^N/, '♘'], [/^B/, 'b'], [/^Q/, 'D'], [/=/, ''], [/x/, ':'], [/x/, ''], [/[+#]$/, ''], [/$/, '+'], [/^O-O/, '0-0'], [/^([NBRQ])/, '$1x'], [/^([NBRQK])([a-h])/, '$1a$2'], [/\d/, '9'],
]; // biome-ignore format: a list

/** A move as a person might write it: mostly right. */
function written(dice: Dice, san: string): string {
  if (!dice.once(12)) return san;
  const [form, by] = dice.pick(LETTERS);
  return san.replace(form, by);
}

interface Budget {
  left: number;
}

function movetext(dice: Dice, from: ChessState, ply: number, depth: number, budget: Budget, faults: number): string {
  let text = '';
  let state = from;
  const plies = dice.below(depth === 0 ? 30 : 8);
  let numbered = true;
  for (let n = 0; n < plies && budget.left > 0; n++) {
    budget.left--;
    const moves = legalMoves(state);
    if (moves.length === 0) break;
    const before = state;
    const number = 1 + ((ply + n) >> 1);
    if ((ply + n) % 2 === 0)
      text += `${dice.once(faults) ? number + dice.below(3) : number}.${dice.pick(['', ' ', ' '])}`;
    else if (numbered || dice.once(20)) text += `${number}...${dice.pick(['', ' '])}`;
    numbered = false;
    const move = dice.pick(moves);
    text += written(dice, printSan(state.words, 0, move));
    state = afterMove(state, move);
    if (dice.once(8)) text += dice.pick(SIGNS);
    text += dice.pick(GAPS);
    if (dice.once(faults)) text += dice.pick(STRAYS) + dice.pick(GAPS);
    while (dice.once(6)) {
      text += dice.pick(COMMENTS) + dice.pick(GAPS);
      numbered = true;
    }
    for (let more = depth < 4 && dice.once(9); more; more = dice.once(9)) {
      text += `(${dice.pick(GAPS)}${movetext(dice, before, ply + n, depth + 1, budget, faults)}${dice.once(40) ? '' : ')'}${dice.pick(GAPS)}`;
      numbered = true;
    }
  }
  return text;
}

const INITIAL = parseChess(INITIAL_FEN, false);

/** A position some legal moves away from the start. */
function somePosition(dice: Dice): ChessState {
  if (!INITIAL.ok) throw new Error(INITIAL.error);
  let state = INITIAL.value;
  for (let n = dice.below(40); n > 0; n--) {
    const moves = legalMoves(state);
    if (moves.length === 0) break;
    state = afterMove(state, dice.pick(moves));
  }
  return state;
}

/** Games as the PGN standard has them, with the faults that people and programs make. */
function pgn(dice: Dice): string {
  let text = dice.once(40) ? '\uFEFF' : '';
  const faults = dice.pick([15, 60, 10_000]);
  for (let games = 1 + dice.below(4); games > 0; games--) {
    for (let tags = dice.below(6); tags > 0; tags--) text += dice.pick(TAGS) + dice.pick(['\n', '\n', '\r\n', ' ']);
    const start = dice.once(3) ? somePosition(dice) : undefined;
    if (start !== undefined) text += `[SetUp "1"]\n[FEN "${printChess(start)}"]\n`;
    text += dice.pick(BLANK_LINES);
    const state = start ?? INITIAL;
    if ('ok' in state) {
      if (state.ok) text += movetext(dice, state.value, 0, 0, { left: 60 }, faults);
    } else {
      const [, side, , , , number] = printChess(state).split(' ');
      text += movetext(dice, state, 2 * (Number(number) - 1) + (side === 'b' ? 1 : 0), 0, { left: 60 }, faults);
    }
    text += dice.pick(RESULTS) + dice.pick(BLANK_LINES);
  }
  return text;
}

const OPERATIONS = [
  ' bm Nf3;', ' am e4 d4;', ' id "x";', ' id "open', ' c0 "a;b";', ' ce 12;', ' acd;', ' bm e9;', ' pv e4 e5 Nf3;', ' hmvc 3; fmvn 9;', ' 0 1', ' 3 20', ' 0', ' x y z', ' -1 0', ' bm',
]; // biome-ignore format: a list
const LINES = [
  '# a remark',
  '# pfen gpt-4o ?',
  '# pfen',
  '# pfen a 8/8/8/8/8/8/8/K1k5 w - - 0 1',
  '',
  '   ',
  'no position',
  '8/8/8/8/8/8/8/8 w - - 0 1',
  '9/8/8/8/8/8/8/K1k5 w - - 0 1',
  'K7/8/8/8/8/8/8/k7 x KQkq e3 0 1',
  'rnbq1rk1/8/8/8/8/8/8/RK5R w HAha - 0 1',
];

/** Lines of FEN or EPD, right and wrong. */
function fen(dice: Dice): string {
  let text = dice.once(40) ? '\uFEFF' : '';
  for (let lines = dice.below(8); lines > 0; lines--) {
    if (dice.once(3)) text += dice.pick(LINES);
    else {
      let line = printChess(somePosition(dice));
      if (dice.once(3))
        line = line
          .split(' ')
          .slice(0, 1 + dice.below(6))
          .join(' ');
      while (dice.once(3)) line += dice.pick(OPERATIONS);
      text += line;
    }
    text += dice.pick(['\n', '\n', '\n', '\r\n', '\r', '']);
  }
  return text;
}

const MAV_HEADS = [
  '<mav game=chess> %FEN %top_3 %best_action </mav>', '<mav game=chess> %prev_FEN %prev_action %FEN %state %top_all %best_action %FEN </mav>', '<mav game=chess960> %FEN %top_1 </mav>',
  '<|chess|> %FEN %top_2', '<|hex|> %state </mav>', '<|im_start|>', '<mav game=hex> %state %top_2 </mav>', '<mav game=connect_four> %state </mav>', '<mav game=chess %state', '<mav> %top 5', '<mav game=go> %state </mav>', 'Minimax breadth=2 depth=1', 'Minimax',
]; // biome-ignore format: a list
const MAV_LINES = [
  '[%prev_action e2e4]', '[%best_action e2e4]', '[%top_3 e2e4:<ctrl33> d2d4:<ctrl70> e7e5]', '[%top 2 e2e4 : "<val_0>" d2d4: e7e5]', '[%best action\n3]', '[%top_all . . . e2e4:<ctrl33> …]', '[%top_1 invalid : "1-0"]', '[%state w || R . k ||', '[%state x || . . . . ||]', '[%state]', '[nothing]', '# a remark', 'Evaluation for node: <root>', 'Evaluation for node: <root e2e4>', 'Expand from node <root>: <root e2e4> <root d2d4>', 'Decision for node: <root>', 'e2e4 : "<ctrl3>"', 'Selecting: e2e4 : "<ctrl32>"', 'Playing e2e4!', 'stray', '',
]; // biome-ignore format: a list

/** Examples and traces, right and wrong. */
function mav(dice: Dice): string {
  let text = dice.once(40) ? '\uFEFF' : '';
  for (let items = 1 + dice.below(4); items > 0; items--) {
    text += dice.pick(MAV_HEADS) + dice.pick(['\n', '\n', '\r\n', ' ', '\n\n']);
    for (let lines = dice.below(9); lines > 0; lines--) {
      const command = dice.pick(['prev_FEN', 'FEN', 'state']);
      text += dice.once(3) ? `[%${command} ${printChess(somePosition(dice))}]` : dice.pick(MAV_LINES);
      text += dice.pick(['\n', '\n', '\n', '\r\n', ' ']);
    }
  }
  return text;
}

const WALK_WORLDS = [
  'othello',
  'othello6',
  's5',
  'cube',
  'boxes',
  'chess',
  'connect_four',
  'hex7',
  'otello',
  'door.csv',
  's3[(12),(123)]',
  '',
];
const WALK_LINES = [
  '# a comment', '# pstate gpt-4o ?', '# pstate gpt-4o x || . x ||', '#pstate m@t#2 2 1 3 4 5', '# pstate m', '# pstate', 'start 2 1 3 4 5', 'start', 'start x || ||', '', '  ', 'pass', 'worlds', '\uFEFF', '# pstate a%20b 1: apple | 2: | 3: | 4:',
]; // biome-ignore format: a list

/** Walks, right and wrong. */
function walk(dice: Dice): string {
  let text = dice.once(40) ? '\uFEFF' : '';
  for (let walks = dice.below(4); walks > 0; walks--) {
    const name = dice.pick(WALK_WORLDS);
    const found = findWorld(name);
    text += `world${dice.pick([' ', '\t', '  '])}${name}${dice.pick(GAPS.filter((gap) => /[\r\n]/.test(gap)))}`;
    let state = found.ok ? found.value.start : undefined;
    for (let steps = dice.below(20); steps > 0; steps--) {
      if (dice.once(4)) text += dice.pick(['\n', '\r\n', ' \n']) + dice.pick(WALK_LINES) + dice.pick(['\n', '\r']);
      const legal = found.ok && state !== undefined ? found.value.automaton.legal(state) : [];
      const action =
        legal.length === 0 || dice.once(15) ? dice.pick(['d3', 'U9', '(21)', 'e2e4', 'Nf3']) : dice.pick(legal);
      const next = found.ok && state !== undefined ? found.value.automaton.step(state, action) : SINK;
      if (next !== SINK) state = next;
      text += action + dice.pick([' ', ' ', ' ', '\n', '\t', '  ']);
    }
    text += dice.pick(['\n', '\n', '\r\n', '']);
  }
  return text;
}

/** The languages whose texts are made at random. */
const GRAMMARS: Readonly<Record<string, (dice: Dice) => string>> = { pgn, fen, epd: fen, walk, mav };
export const GRAMMAR_LANGUAGES: readonly Language[] = Object.keys(GRAMMARS);

/** A text made by the grammar of a language. */
export function grammarText(dice: Dice, language: Language): string {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) throw new Error(`no grammar of ${language} in test/fuzz/grammar.ts`);
  return grammar(dice);
}
