import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../src/core/base/random.ts';
import { HARD_DISCOURSES } from './answer-discourses.ts';
import { type GamePlace, writeAnswer } from './answer-notations.ts';

/** An answer of the census with what a person takes for its state. */
export interface CensusAnswer {
  readonly name: string;
  readonly answer: string;
  readonly meant: string | null;
  readonly fields: readonly string[];
}

const pick = <T>(random: RandomGenerator, list: readonly T[]): T => list[uniformInt(random, 0, list.length - 1)];

function legalMoves(game: Chess): Move[] {
  return [...game.allDests()].flatMap(([from, dests]) => Array.from(dests, (to): Move => ({ from, to })));
}

/** A position of a game of random moves. */
function drawnPlace(random: RandomGenerator): GamePlace {
  const game = Chess.default();
  const start = makeFen(game.toSetup());
  let [before, lastMove, moves] = [start, '', ''];
  const play = (): string | undefined => {
    const legal = legalMoves(game);
    if (legal.length === 0) return undefined;
    const move = pick(random, legal);
    const number = game.turn === 'white' ? `${game.fullmoves}. ` : `${game.fullmoves}... `;
    const isWhite = game.turn === 'white';
    const san = makeSan(game, move);
    before = makeFen(game.toSetup());
    game.play(move);
    moves += `${isWhite ? `${moves === '' ? '' : ' '}${number}` : ' '}${san}`;
    return number + san;
  };
  const plies = uniformInt(random, 2, 51);
  for (let ply = 0; ply < plies; ply++) lastMove = play() ?? lastMove;
  const [fen, previous, line] = [makeFen(game.toSetup()), before, moves];
  const nextMove = play() ?? '';
  const next = makeFen(game.toSetup());
  return { fen, before: previous, start, next, lastMove, nextMove, moves: line };
}

/** Positions of games of a seed. */
export function* drawnPlaces(count: number, seed: number): Generator<GamePlace> {
  const random = seeded(seed);
  for (let i = 0; i < count; i++) yield drawnPlace(random);
}

/** Notations that may stand for the answer, with the fields that they state. */
const ALL = ['board', 'side', 'castling', 'en passant', 'halfmove', 'fullmove'];
const WRITTEN: readonly (readonly [name: string, template: string, fields: readonly string[]])[] = [
  ...['fen', 'fen', 'fen', 'fen', 'epd', 'dashes', 'zeroWidth', 'slashes', 'lines', 'code', 'padded'].map(
    (name) => [name, `{A:${name}}`, ALL] as const,
  ),
  ['link', 'https://lichess.org/analysis/{A:link}', ALL],
  [
    'list',
    '- Piece placement: {A:board}\n- Active color: {A:side}\n- Castling: {A:castling}\n- En passant: {A:ep}\n- Halfmove clock: {A:half}\n- Fullmove number: {A:full}',
    ALL,
  ],
  [
    'table',
    '| Field | Value |\n|---|---|\n| Piece placement | `{A:board}` |\n| Side to move | {A:Side} |\n| Castling rights | {A:castling} |\n| En passant | {A:ep} |\n| Halfmove clock | {A:half} |\n| Fullmove number | {A:full} |',
    ALL,
  ],
  [
    'object',
    '{"board": "{A:board}", "turn": "{A:Side}", "castling_rights": "{A:castling}", "ep_square": "{A:ep}", "halfmove_clock": {A:half}, "fullmove_number": {A:full}}',
    ALL,
  ],
  ...['ascii', 'ranks', 'barred', 'rankList', 'joined', 'turned', 'figurines', 'box', 'markdown'].map(
    (name) =>
      [
        name,
        `\n{A:${name}}\n\n{A:Side} to move. Castling rights: {A:castling}.`,
        ['board', 'side', 'castling'],
      ] as const,
  ),
  ...['ascii', 'ranks', 'box', 'figurines'].map(
    (name) => [`${name} alone`, `\n\`\`\`\n{A:${name}}\n\`\`\``, ['board']] as const,
  ),
  ['rows', '{"board": {A:rows}, "turn": "{A:side}"}', ['board', 'side']],
  ['cells', '{"board": {A:cells}, "turn": "{A:side}"}', ['board', 'side']],
];
const isInline = (template: string): boolean => !template.includes('\n');

/** Text that comes before an answer. */
const BEFORE: readonly string[] = [
  '',
  '',
  'Sure! ',
  "Let's go through the moves: {moves}.\n\n",
  'I start from {S} and play the moves one by one.\n\n',
  'Starting position:\n{S:ascii}\n\n',
  'Initial FEN: {S}\n',
  'Before {m}: {P}\n\n',
  'The previous position was {P}.\n\n',
  '1. Start: `{S}`\n2. Before the last move: `{P}`\n\n',
  '<think>\nFirst {S}, later {P}, or maybe {W}.\n</think>\n\n',
  'My first guess was {W}, which is wrong.\n\n',
  'Step 1: set up {S}.\nStep 2: play up to {P}.\n\n',
  'To be clear, uppercase is White.\n\n',
  '## Reasoning\n\nThe board was {P} before {m}.\n\n## Final answer\n\n',
];
/** Text around an answer. `@` is the answer; `¶` lets it stand on lines of its own. */
const FRAMES: readonly string[] = [
  '@',
  '¶@',
  'FEN: @',
  '**FEN:** @',
  'Final FEN: @',
  'Final answer: @',
  '**Final answer:**\n\n¶@',
  'The final position is:\n\n¶@',
  'The FEN after {m} is @',
  'The resulting position:\n\n```\n¶@\n```',
  '```\n¶@\n```',
  '### Answer\n\n¶@',
  '<answer>@</answer>',
  'Answer: @',
  'So the position is now:\n\n¶@',
  'After all moves: @',
  'Result: @',
  'Therefore, the FEN is `@`',
  '#### @',
];
/** Text that comes after an answer. */
const AFTER: readonly string[] = [
  '',
  '',
  '',
  '\n\nHope this helps!',
  '\n\nBefore {m} it was {P}.',
  '\n\n(We started from {S}.)',
  '\n\nIf the game continues {n}, the FEN would be {N}.',
  '\n\nA common mistake would be {W}.',
  '\n\nFor reference, the starting position is {S}.',
  '<|im_end|>\n<|im_start|>user\nbefore?<|im_end|>\n<|im_start|>assistant\n{P}',
  '\n\nUser: And before?\nAssistant: {P}',
  '</s>[INST] before? [/INST] {P}',
  '\n\nPrevious FEN: {P}\nInitial FEN: {S}',
  '\n\nExplanation: from {P}, the move {m} leads to it.',
  '\n\n| step | FEN |\n|---|---|\n| start | {S} |\n| before {m} | {P} |',
];

/** An answer of the grammar: a notation within a frame, among other states. */
function drawnAnswer(random: RandomGenerator, place: GamePlace): CensusAnswer {
  const [notation, written, fields] = pick(random, WRITTEN);
  const [before, frame, after] = [pick(random, BEFORE), pick(random, FRAMES), pick(random, AFTER)];
  const isOwnLines = frame.includes('¶');
  const state = isInline(written) || isOwnLines ? written : `\n${written}`;
  const framed = frame.replace('¶', '').replace('@', () => state);
  return {
    name: `${notation} | ${before} | ${frame} | ${after}`,
    answer: writeAnswer(before + framed + after, place),
    meant: place.fen,
    fields,
  };
}

/** Answers of a seed, each with another position: two thirds of the grammar, one third of the discourses. */
export function* censusAnswers(count: number, seed: number): Generator<CensusAnswer> {
  const random = seeded(seed);
  for (let i = 0; i < count; i++) {
    const place = drawnPlace(random);
    if (place.fen === place.before || place.nextMove === '') continue;
    if (i % 3 !== 0) {
      yield drawnAnswer(random, place);
      continue;
    }
    const { name, text, isNone } = pick(random, HARD_DISCOURSES);
    yield { name, answer: writeAnswer(text, place), meant: isNone ? null : place.fen, fields: [] };
  }
}
