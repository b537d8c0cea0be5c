import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { parseUci } from 'chessops/util';
import type { LocatedFinding } from '../../src/core/audit/audit.ts';

/** What a second opinion says of a finding. `unknown`: its record shows nothing to judge it by. */
export type Ruling = 'true' | 'false' | 'unknown';

interface Value {
  readonly start: number;
  end: number;
  readonly key: string;
  /** The text of a string. */
  text?: string;
  readonly isList: boolean;
  readonly inner: Value[];
}

const FEN =
  /(?:[pnbrqkPNBRQK1-8]{1,8}\/){7}[pnbrqkPNBRQK1-8]{1,8} [wb](?: (?:-|[KQkqA-Ha-h]{1,4})(?: (?:-|[a-h][36]))?)?/g;
const ANSWER = /pred|llm|raw|resp|extract|answer|output|model/i;

/** Reads a JSON value with its places. Independent of the reader of audits. */
function readJson(text: string, from: number): Value | undefined {
  const root: Value = { start: from, end: text.length, key: '', isList: false, inner: [] };
  const open: Value[] = [root];
  let key = '';
  let isKey = false;
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    const top = open.at(-1);
    if (top === undefined) return undefined;
    if (c === '"') {
      let end = at + 1;
      while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
      const value: string = JSON.parse(text.slice(at, end + 1));
      if (isKey) key = value;
      else
        top.inner.push({
          start: at,
          end: end + 1,
          key: top.isList ? top.key : key,
          text: value,
          isList: false,
          inner: [],
        });
      at = end;
    } else if (c === '{' || c === '[') {
      const next: Value = { start: at, end: 0, key: top.isList ? top.key : key, isList: c === '[', inner: [] };
      top.inner.push(next);
      open.push(next);
      isKey = c === '{';
    } else if (c === '}' || c === ']') {
      top.end = at + 1;
      open.pop();
      isKey = false;
    } else if (c === ',') isKey = !top.isList && open.length > 1;
    else if (c === ':') isKey = false;
    else if (c === '\n' && open.length === 1 && root.inner.length > 0) break;
    else if (/[a-zA-Z\d-]/.test(c)) {
      const [word = c] = /^[\w.+-]+/.exec(text.slice(at, at + 40)) ?? [];
      top.inner.push({ start: at, end: at + word.length, key, text: word, isList: false, inner: [] });
      at += word.length - 1;
    }
  }
  return root;
}

/** The values around a place, the innermost first. */
function pathTo(value: Value, at: number): Value[] {
  const inner = value.inner.find(({ start, end }) => start <= at && at < end);
  return inner === undefined ? [value] : [...pathTo(inner, at), value];
}

/** The texts of an object and of the objects in it. */
const leavesOf = (value: Value): Value[] =>
  value.inner.flatMap((one) => (one.text !== undefined ? [one] : one.isList ? [] : leavesOf(one)));

/** The positions that the record around a place shows, without what is written there. */
function positionsAt(path: readonly Value[], written: string): Chess[] {
  for (const value of path) {
    if (value.text !== undefined || value.isList) continue;
    const found = leavesOf(value).flatMap(({ key, text = '' }) =>
      Array.from(text.matchAll(FEN), ([fen]) => ({ fen, isAnswer: ANSWER.test(key) })),
    );
    const given = found.filter(({ fen, isAnswer }) => !isAnswer && !written.includes(fen));
    const boards = (given.length > 0 ? given : found.filter(({ fen }) => !written.includes(fen))).flatMap(({ fen }) =>
      positionOf(fen),
    );
    if (boards.length > 0) return boards;
  }
  return [];
}

function positionOf(fen: string): Chess[] {
  const setup = parseFen(fen);
  const chess = setup.isOk ? Chess.fromSetup(setup.value) : undefined;
  return chess?.isOk === true ? [chess.value] : [];
}

const isLegal = (chess: Chess, written: string): boolean => {
  const text = written.replace(/^\d+\.+\s*/, '').replace(/[+#!?]+$/, '');
  const move = /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text) ? parseUci(text) : parseSan(chess, text);
  return move !== undefined && chess.isLegal(move);
};

/** The board, the side and the rights of a position. */
const nameOf = (chess: Chess): string => makeFen(chess.toSetup()).split(' ').slice(0, 3).join(' ');

/** The names of a position and of those a move or two after it. */
function* namesFrom(chess: Chess, plies: number): Generator<string> {
  yield nameOf(chess);
  if (plies === 0) return;
  for (const [from, dests] of chess.allDests())
    for (const to of dests) {
      const next = chess.clone();
      next.play({ from, to });
      yield* namesFrom(next, plies - 1);
    }
}

/** More men than a game has, a castling right without its king and rook, or a pawn that is said to have passed and is not there. */
function isImpossible(fen: string): boolean {
  const [board = '', , castling = '-', passed = '-'] = fen.split(' ');
  const ranks = board.split('/').map((rank) => rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))));
  const at = (file: number, rank: number): string => ranks[8 - rank]?.charAt(file) ?? '';
  if (/^[a-h][36]$/.test(passed)) {
    const isWhite = passed.endsWith('3');
    if (at(passed.charCodeAt(0) - 97, isWhite ? 4 : 5) !== (isWhite ? 'P' : 'p')) return true;
  }
  const count = (piece: string): number => board.split(piece).length - 1;
  const bishops = (piece: string, color: number): number =>
    ranks.reduce(
      (sum, rank, i) => sum + Array.from(rank).filter((one, k) => one === piece && (i + k) % 2 === color).length,
      0,
    );
  return [true, false].some((isWhite) => {
    const of = (piece: string): string => (isWhite ? piece.toUpperCase() : piece);
    const over = (number: number, usual: number): number => Math.max(0, number - usual);
    const promoted =
      over(count(of('n')), 2) +
      over(count(of('r')), 2) +
      over(count(of('q')), 1) +
      over(bishops(of('b'), 0), 1) +
      over(bishops(of('b'), 1), 1);
    if (count(of('p')) + promoted > 8) return true;
    const home = ranks[isWhite ? 7 : 0] ?? '';
    const king = home.indexOf(of('k'));
    return Array.from(castling).some((letter) => {
      if (letter !== of('k') && letter !== of('q')) return false;
      return king < 0 || !(letter === of('k') ? home.slice(king) : home.slice(0, king)).includes(of('r'));
    });
  });
}

/** Judges a finding by the positions of its record and the rules of chess alone. */
export function judgeFinding(text: string, { code, range, message }: LocatedFinding): Ruling {
  const lineStart = text.lastIndexOf('\n', range.start) + 1;
  const isLines = /^\s*\{[^\n]*\}\s*(?:\n|$)/.test(text);
  const root = readJson(text, isLines ? lineStart : 0);
  const written = text.slice(range.start, range.end);
  if (root === undefined) return 'unknown';
  const positions = positionsAt(pathTo(root, range.start), written);
  // a move of a game that only the text tells of
  if (code.endsWith('MOVE') && / after \d+\./.test(message)) return 'unknown';
  switch (code) {
    case 'AUDIT_ILLEGAL_MOVE':
      return positions.length === 0 ? 'unknown' : positions.some((one) => isLegal(one, written)) ? 'false' : 'true';
    case 'AUDIT_MISNAMED_MOVE':
      // a sign that is not true, of a move that can be played, or a move that cannot
      if (positions.length === 0) return 'unknown';
      return positions.some((one) => isLegal(one, written)) === / but is written /.test(message) ? 'true' : 'false';
    case 'AUDIT_WRONG_STATE': {
      if (positions.length === 0) return 'unknown';
      const [fen = written] = written.match(FEN) ?? [];
      const name = fen.split(' ').slice(0, 3).join(' ');
      return positions.some((one) => [...namesFrom(one, 1)].some((other) => other === name)) ? 'false' : 'true';
    }
    case 'AUDIT_IMPOSSIBLE_STATE':
      return positionOf(written).length === 0 || isImpossible(written) || /check/.test(message) ? 'true' : 'false';
    case 'AUDIT_FALSE_CLAIM': {
      const side = /\b(white|black)\b|\b([wb])\b/i.exec(written)?.[0].charAt(0).toLowerCase();
      if (positions.length === 0 || side === undefined || /check/i.test(written)) return 'unknown';
      return positions.some(({ turn }) => turn.startsWith(side)) ? 'false' : 'true';
    }
    default:
      return 'unknown';
  }
}

/** A record with moves that are illegal in its `fen`, or with an answered FEN that is not its `input_fen`. */
export interface ShownFaults {
  readonly start: number;
  readonly end: number;
  readonly faults: number;
}

const MOVE = /^(?:[a-h][1-8][a-h][1-8][qrbn]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#]?|O-O(?:-O)?[+#]?)$/;
const fieldsOf = (fen: string): string => fen.split(' ').slice(0, 3).join(' ');

/** The faults of a log that its records show by themselves. */
export function shownFaults(text: string): ShownFaults[] {
  const found: ShownFaults[] = [];
  const walk = (value: Value): void => {
    const { start, end, inner, isList } = value;
    const text = (key: string): string | undefined => inner.find((one) => one.key === key)?.text;
    const [position] = isList ? [] : positionOf(text('fen') ?? '');
    if (position !== undefined) {
      const moves = inner.flatMap(({ key, text = '' }) => (/move|san|uci/.test(key) && MOVE.test(text) ? [text] : []));
      const faults = [...new Set(moves)].filter((move) => !isLegal(position, move)).length;
      if (faults > 0) found.push({ start, end, faults });
    }
    const all = isList || start > end ? [] : inner.flatMap((one) => one.inner);
    const truth = all.find(({ key }) => key === 'input_fen')?.text;
    const answer = all.find(({ key }) => key === 'llm_fen')?.text;
    if (truth !== undefined && answer?.includes('/') === true && fieldsOf(truth) !== fieldsOf(answer))
      found.push({ start, end, faults: 1 });
    inner.forEach(walk);
  };
  for (let at = 0; at < text.length; ) {
    const next = /^\s*\{[^\n]*\}\s*(?:\n|$)/.test(text) ? text.indexOf('\n', at) : -1;
    const root = readJson(text, at);
    if (root !== undefined) root.inner.forEach(walk);
    at = next < 0 ? text.length : next + 1;
  }
  return found;
}
