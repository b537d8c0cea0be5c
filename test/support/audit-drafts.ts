import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { textBoard } from '../../src/core/board/board-text.ts';
import { replayLine } from '../../src/core/tools/replay-moves.ts';
import { PIECE_NAMES } from './piece-names.ts';
import { cleanGames } from './transcription.ts';

/** The faults that are put into transcripts. */
export const FAULTS = [
  'wrong square',
  'stale state',
  'wrong side',
  'wrong castling',
  'dropped move',
  'illegal move',
  'misnamed move',
] as const;
export type AuditFault = (typeof FAULTS)[number];

/** A piece of a message, with what it may be changed to. */
export interface Slot {
  readonly text: string;
  readonly faults?: Readonly<Partial<Record<AuditFault, string>>>;
}
export type Role = 'user' | 'assistant' | 'call' | 'tool';
export interface Turn {
  readonly role: Role;
  readonly slots: readonly (string | Slot)[];
}
/** A clean conversation about one game. */
export type Draft = readonly Turn[];

interface Line {
  readonly sans: readonly string[];
  /** FEN before each move, and the last one. */
  readonly fens: readonly string[];
}

const lines: readonly Line[] = cleanGames.map(({ words }) => {
  const replayed = replayLine(words.join(' '), undefined, 'chess');
  if (!replayed.ok) throw new Error(replayed.error);
  const { plies } = replayed.value;
  return { sans: plies.slice(1).map(({ san }) => san ?? ''), fens: plies.map(({ fen }) => fen) };
});

type Pick = (most: number) => number;

const numbered = (sans: readonly string[], from = 0): string =>
  sans
    .map((san, i) => {
      const ply = from + i;
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${san}`;
      return i === 0 ? `${(ply + 1) / 2}... ${san}` : san;
    })
    .join(' ');

/** A list of moves whose faults leave its numbers as they were. */
function listSlot(line: Line, from: number, to: number, pick: Pick): Slot {
  const sans = line.sans.slice(from, to);
  const text = numbered(sans, from);
  const at = from + 2 + pick(Math.max(0, to - from - 4));
  const faults: Partial<Record<AuditFault, string>> = {};
  const replaced = (san: string): string =>
    numbered([...sans.slice(0, at - from), san, ...sans.slice(at - from + 1)], from);
  const illegal = illegalFor(line, at, pick);
  if (illegal !== undefined) faults['illegal move'] = replaced(illegal);
  const misnamed = misnamedFor(line, at);
  if (misnamed !== undefined) faults['misnamed move'] = replaced(misnamed);
  const san = sans[at - from];
  const word = at % 2 === 0 ? `${at / 2 + 1}. ${san}` : san;
  const dropped = ` ${text} `.replace(` ${word} `, at % 2 === 0 ? ` ${at / 2 + 1}. ` : ' ').trim();
  if (to - from > 6 && dropped !== text) faults['dropped move'] = dropped;
  return { text, faults };
}

const plays = (fen: string, san: string): boolean => {
  const line = replayLine(san, fen, 'chess');
  return line.ok && line.value.failed === undefined && line.value.plies.length > 1;
};

function illegalFor(line: Line, ply: number, pick: Pick): string | undefined {
  for (let tries = 0; tries < 50; tries++) {
    const san = `${'NBRQK'[pick(4)]}${'abcdefgh'[pick(7)]}${1 + pick(7)}`;
    // nor legal in the plies around it, which a reader may take it for
    if ([0, -1, -2, 1].every((by) => !plays(line.fens[ply + by] ?? line.fens[0], san))) return san;
  }
  return undefined;
}

function misnamedFor(line: Line, ply: number): string | undefined {
  const san = line.sans[ply];
  if (san === undefined) return undefined;
  if (/^[NBRQK][a-h][1-8]$/.test(san)) {
    for (const letter of 'NBRQ') {
      const other = `${letter}${san.slice(1)}`;
      if ([0, -1, -2].every((by) => !plays(line.fens[ply + by] ?? line.fens[0], other))) return other;
    }
  }
  return /[+#]$/.test(san) ? undefined : `${san}+`;
}

const squaresOf = (fen: string): string =>
  fen
    .split(' ')[0]
    .replace(/\d/g, (n) => '.'.repeat(Number(n)))
    .replaceAll('/', '');
const nameOf = (square: number): string => `${'abcdefgh'[square % 8]}${8 - Math.floor(square / 8)}`;
const placementOf = (squares: string): string =>
  (squares.match(/.{8}/g) ?? []).map((rank) => rank.replace(/\.+/g, (run) => `${run.length}`)).join('/');

/** The FEN of a ply with what it may be changed to. */
function fenSlot({ fens }: Line, ply: number, pick: Pick, staleFrom = 2): Slot {
  const fen = fens[ply] ?? '';
  const [, side, castling, ...rest] = fen.split(' ');
  const faults: Partial<Record<AuditFault, string>> = {};
  const squares = squaresOf(fen);
  const pieces = Array.from(squares).flatMap((c, i) => (/[nbrqNBRQ]/.test(c) ? [i] : []));
  const empty = Array.from(squares).flatMap((c, i) => (c === '.' ? [i] : []));
  const from = pieces[pick(pieces.length - 1)];
  const to = empty[pick(empty.length - 1)];
  if (from !== undefined && to !== undefined) {
    const changed = Array.from(squares);
    changed[to] = changed[from] ?? '.';
    changed[from] = '.';
    faults['wrong square'] = [placementOf(changed.join('')), ...fen.split(' ').slice(1)].join(' ');
  }
  const stale = fens[ply - staleFrom - 2 * pick(2)];
  if (stale !== undefined && stale !== fens[0]) faults['stale state'] = stale;
  const board = fen.split(' ')[0];
  faults['wrong side'] = [board, side === 'w' ? 'b' : 'w', castling, ...rest].join(' ');
  const rights = castling === '-' ? 'KQkq' : castling.length > 1 ? castling.slice(1) : '-';
  faults['wrong castling'] = [board, side, rights, ...rest].join(' ');
  return { text: fen, faults };
}

function claimSlot({ fens }: Line, ply: number, pick: Pick): Slot {
  const fen = fens[ply] ?? '';
  const side = fen.split(' ')[1] === 'w' ? 'White' : 'Black';
  const squares = squaresOf(fen);
  const kind = pick(3);
  if (kind === 0) return { text: pick(1) === 0 ? `${side} is to move` : `It is ${side}'s turn` };
  const pieces = Array.from(squares).flatMap((c, i) => (/[nbrqkNBRQK]/.test(c) ? [i] : []));
  const at = pieces[pick(pieces.length - 1)] ?? 0;
  const piece = squares[at] ?? 'k';
  const color = piece < 'a' ? 'white' : 'black';
  const role = PIECE_NAMES[piece.toLowerCase()] ?? '';
  const on = `${role} on ${nameOf(at)}`;
  return {
    text:
      kind === 1
        ? `The ${on} is well placed`
        : kind === 2
          ? `The ${color} ${role} is on ${nameOf(at)}`
          : `Note the ${on}`,
  };
}

function moveSlot(line: Line, ply: number, pick: Pick, withNumber: boolean): Slot {
  const san = line.sans[ply] ?? '';
  const number = withNumber ? `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '. ' : '...'}` : '';
  const illegal = illegalFor(line, ply, pick);
  const misnamed = misnamedFor(line, ply);
  return {
    text: `${number}${san}`,
    faults: {
      ...(illegal !== undefined && { 'illegal move': `${number}${illegal}` }),
      ...(misnamed !== undefined && { 'misnamed move': `${number}${misnamed}` }),
    },
  };
}

const CUES = [
  (fen: Slot) => ['So the position is `', fen, '`.'],
  (fen: Slot) => ['Current FEN: ', fen],
  (fen: Slot) => ['After these moves we have:\n\n```\n', fen, '\n```'],
  (fen: Slot) => ['The position is now **', fen, '**'],
  (fen: Slot) => ['This gives the FEN "', fen, '".'],
];

/** A game in one message, and what holds of its end. */
function reportDraft(line: Line, ply: number, pick: Pick): Draft {
  const cue = CUES[pick(CUES.length - 1)];
  const says: (string | Slot)[] = [
    'The game so far: ',
    listSlot(line, 0, ply, pick),
    '.\n\n',
    ...cue(fenSlot(line, ply, pick)),
  ];
  return [
    { role: 'user', slots: ['Where does the game stand? Please be careful.'] },
    { role: 'assistant', slots: [...says, '\n\n', claimSlot(line, ply, pick), '. ', claimSlot(line, ply, pick), '.'] },
  ];
}

function boardDraft(line: Line, ply: number, pick: Pick): Draft {
  const fen = line.fens[ply] ?? '';
  const changed = fenSlot(line, ply, pick).faults?.['wrong square'] ?? fen;
  const stale = line.fens[ply - 3] ?? fen;
  const draw = (one: string): string => textBoard({ fen: one }).join('\n');
  const faults = { 'wrong square': draw(changed), 'stale state': draw(stale) };
  return [
    { role: 'user', slots: ['Moves: ', listSlot(line, 0, ply, pick)] },
    {
      role: 'assistant',
      slots: [
        'I replay the moves: ',
        { text: numbered(line.sans.slice(0, ply)) },
        '\n\nThe board is now:\n\n```\n',
        { text: draw(fen), faults },
        '\n```\n\n',
        claimSlot(line, ply, pick),
        '.',
      ],
    },
  ];
}

/** A game move by move. */
function playDraft(line: Line, ply: number, pick: Pick): Draft {
  const turns: Turn[] = [];
  const end = Math.min(ply, 12 + 2 * pick(4));
  for (let at = 0; at + 1 < end; at += 2) {
    turns.push({ role: 'user', slots: ['I play ', moveSlot(line, at, pick, true), '.'] });
    const tracks =
      at > 3 ? [' The position is now `', fenSlot(line, at + 2, pick), '`. ', claimSlot(line, at + 2, pick), '.'] : [];
    turns.push({ role: 'assistant', slots: ['I answer ', moveSlot(line, at + 1, pick, true), '.', ...tracks] });
  }
  return turns;
}

/** An agent with tools that know the position. */
function agentDraft(line: Line, ply: number, pick: Pick): Draft {
  const turns: Turn[] = [
    { role: 'user', slots: ['You play a game of chess with tools. Position: ', { text: line.fens[ply] ?? '' }] },
  ];
  for (let at = ply; at < Math.min(ply + 6, line.sans.length - 1); at++) {
    turns.push({
      role: 'assistant',
      slots: ['We are at `', fenSlot(line, at, pick, 3), '`. ', claimSlot(line, at, pick), '.'],
    });
    turns.push({ role: 'call', slots: ['{"move":"', moveSlot(line, at, pick, false), '"}'] });
    turns.push({ role: 'tool', slots: [`{"ok":true,"fen":"${line.fens[at + 1]}"}`] });
  }
  return turns;
}

const DRAFTS = [reportDraft, boardDraft, playDraft, agentDraft];

/** A clean conversation about a real game, drawn at random. */
export function draw(random: RandomGenerator): Draft {
  const pick: Pick = (most) => uniformInt(random, 0, Math.max(0, most));
  const line = lines[pick(lines.length - 1)];
  if (line === undefined) throw new Error('there are no games');
  const ply = 12 + pick(Math.max(0, Math.min(80, line.sans.length - 20)));
  return (DRAFTS[pick(DRAFTS.length - 1)] ?? reportDraft)(line, Math.min(ply, line.sans.length - 2), pick);
}
