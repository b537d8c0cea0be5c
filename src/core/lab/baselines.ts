import { SINK } from '../base/automaton.ts';
import { LruMap } from '../base/lru-map.ts';
import { err, ok, type Result } from '../base/result.ts';
import { fnv1a } from '../base/text/hash.ts';
import { chess960 } from '../games/chess/chess.ts';
import { replayActions } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import { type ActionHistory, type NextActions, type NextDistribution, translateModel } from './next-actions.ts';
import type { WorldSurvey } from './settings.ts';

/** Built-in models for comparison; `naive-tracker` knows chess alone. */
export const LAB_BASELINES = ['oracle', 'uniform', 'constant', 'history-hash', 'naive-tracker'] as const;
export type LabBaseline = (typeof LAB_BASELINES)[number];

/** Number of histories whose states are cached, so that the next ply is one step. */
const REMEMBERED = 4096;

/**
 * Returns a model without learning, which translates renamed actions by their key:
 *
 * - `oracle`: uniform over the legal actions, by the rules.
 * - `uniform`: uniform over all actions of the world, whatever the history.
 * - `constant`: uniform over the actions that are legal at the start, whatever the history.
 * - `history-hash`: uniform over about half of all actions, chosen by a hash of the whole history, by any names: it
 * reads no key.
 * - `naive-tracker`: in chess, uniform over all moves that the pieces could make: it knows no checks and pins, no
 * castling and no en passant.
 */
export function labBaseline<State>(
  name: LabBaseline,
  world: World<State>,
  { actions }: WorldSurvey,
): Result<NextActions, string> {
  const label = `baseline:${name}`;
  const started = (model: NextActions, from: (start: string) => NextActions): NextActions => ({ ...model, from });
  switch (name) {
    case 'oracle':
      return ok(
        started(oracle(label, world), (start) => {
          const parsed = chess960.parse(start);
          return parsed.ok ? oracle(label, { automaton: chess960, start: parsed.value }) : oracle(label, world);
        }),
      );
    case 'uniform':
      return ok(pure(label, () => even(actions)));
    case 'constant': {
      const next = even(world.automaton.legal(world.start));
      return ok(pure(label, () => next));
    }
    case 'history-hash':
      return ok(hashing(label, actions));
    case 'naive-tracker':
      if (world.name !== 'chess') return err('baseline:naive-tracker knows chess alone');
      return ok(started(naive(label, world.automaton.print(world.start)), (start) => naive(label, start)));
  }
}

function pure(label: string, next: (history: ActionHistory) => NextDistribution): NextActions {
  const model: NextActions = { label, next: (histories) => Promise.resolve(ok(histories.map(next))) };
  return {
    ...model,
    // The answers of such a model do not depend on the start, or `labBaseline` states how.
    from: () => pure(label, next),
    told: (key) => translateModel(model, key),
  };
}

function hashing(label: string, actions: readonly string[]): NextActions {
  const model = pure(label, (history) => even(hashed(actions, history)));
  return { ...model, told: () => model };
}

const even = (actions: readonly string[]): NextDistribution => ({
  probs: new Map(actions.map((action) => [action, 1 / actions.length])),
});

function oracle<State>(label: string, world: Pick<World<State>, 'automaton' | 'start'>): NextActions {
  const { automaton } = world;
  const states = new LruMap<string, State>(REMEMBERED);
  return pure(label, (history) => {
    const before = states.get(history.slice(0, -1).join(' '));
    const last = history.at(-1);
    const next = before === undefined || last === undefined ? undefined : automaton.step(before, last);
    const walk = next === undefined ? replayActions(world, history) : undefined;
    if (next === SINK || walk?.illegal !== undefined) return { probs: new Map() };
    const state = next ?? walk?.states.at(-1) ?? world.start;
    states.set(history.join(' '), state);
    return { ...even(automaton.legal(state)), printed: automaton.print(state) };
  });
}

function hashed(actions: readonly string[], history: ActionHistory): readonly string[] {
  const basis = fnv1a(history.join(' '));
  const chosen = actions.filter((action) => mixed(fnv1a(action, basis)) % 2 === 0);
  return chosen.length === 0 ? actions : chosen;
}

/** Mixes the bits of an FNV hash, whose lowest bit depends on the characters' lowest bits alone. */
const mixed = (hash: number): number => {
  const h = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  return (h ^ (h >>> 15)) >>> 0;
};

function naive(label: string, start: string): NextActions {
  const boards = new LruMap<string, NaiveBoard>(REMEMBERED);
  return pure(label, (history) => {
    const last = history.at(-1);
    const before = last === undefined ? undefined : boards.get(history.slice(0, -1).join(' '));
    const board =
      before === undefined
        ? history.reduce((one, move) => one.after(move), NaiveBoard.of(start))
        : before.after(last ?? '');
    boards.set(history.join(' '), board);
    return { ...even(board.moves()), printed: board.print() };
  });
}

/** Board of 8 by 8 squares from a8 to h1; capitals are white, a space is empty. */
const SIZE = 8;
const STRAIGHT = [-8, 8, -1, 1];
const DIAGONAL = [-9, -7, 7, 9];
const KNIGHT = [-17, -15, -10, -6, 6, 10, 15, 17];
const STEPS: Readonly<Record<string, readonly number[]>> = {
  N: KNIGHT,
  B: DIAGONAL,
  R: STRAIGHT,
  Q: [...STRAIGHT, ...DIAGONAL],
  K: [...STRAIGHT, ...DIAGONAL],
};
/** Castling rights that a move from or to a square ends. */
const RIGHTS: Readonly<Record<string, string>> = { a1: 'Q', h1: 'K', e1: 'KQ', a8: 'q', h8: 'k', e8: 'kq' };

const indexOf = (square: string): number => (SIZE - Number(square[1])) * SIZE + square.charCodeAt(0) - 97;
const nameOf = (square: number): string =>
  `${String.fromCharCode(97 + (square % SIZE))}${SIZE - Math.floor(square / SIZE)}`;
const isWhite = (piece: string): boolean => piece === piece.toUpperCase();

/**
 * Chessboard that follows moves in UCI, and knows how pieces move and no other rules: its moves leave kings in check,
 * and lack castling and en passant. It follows those when they are played.
 */
export class NaiveBoard {
  readonly #squares: readonly string[];
  readonly #white: boolean;
  readonly #castling: string;
  /** Square that a pawn skipped with a move of two squares, or `-`. */
  readonly #behind: string;

  private constructor(squares: readonly string[], white: boolean, castling: string, behind: string) {
    this.#squares = squares;
    this.#white = white;
    this.#castling = castling;
    this.#behind = behind;
  }

  static of(fen: string): NaiveBoard {
    const [placement = '', side = 'w', castling = '-', behind = '-'] = fen.split(' ');
    const squares = Array.from(placement.replaceAll('/', '').replace(/\d/g, (n) => ' '.repeat(Number(n))));
    return new NaiveBoard(squares, side === 'w', castling, behind);
  }

  after(move: string): NaiveBoard {
    const [from, to, promoted] = [move.slice(0, 2), move.slice(2, 4), move.slice(4, 5)];
    const [start, end] = [indexOf(from), indexOf(to)];
    const squares = [...this.#squares];
    const piece = squares[start] ?? ' ';
    const isPawn = piece.toUpperCase() === 'P';
    squares[start] = ' ';
    squares[end] = promoted === '' ? piece : this.#own(promoted);
    if (isPawn && to === this.#behind) squares[Math.floor(start / SIZE) * SIZE + (end % SIZE)] = ' ';
    if (piece.toUpperCase() === 'K' && Math.abs(end - start) === 2) {
      const isShort = end > start;
      squares[isShort ? start + 3 : start - 4] = ' ';
      squares[isShort ? start + 1 : start - 1] = this.#own('R');
    }
    const lost = `${RIGHTS[from] ?? ''}${RIGHTS[to] ?? ''}`;
    const castling = Array.from(this.#castling).filter((right) => right !== '-' && !lost.includes(right));
    const behind = isPawn && Math.abs(end - start) === 2 * SIZE ? nameOf((start + end) / 2) : '-';
    return new NaiveBoard(squares, !this.#white, castling.join('') || '-', behind);
  }

  /** Returns the possible moves of its pieces, castling and en passant left out. */
  moves(): string[] {
    const found: string[] = [];
    for (const [from, piece] of this.#squares.entries()) {
      if (piece === ' ' || isWhite(piece) !== this.#white) continue;
      const kind = piece.toUpperCase();
      if (kind === 'P') this.#pawnMoves(from, found);
      else
        for (const step of STEPS[kind] ?? []) this.#slide(from, step, kind === 'N' || kind === 'K' ? 1 : SIZE, found);
    }
    return found;
  }

  print(): string {
    const rows = Array.from({ length: SIZE }, (_, row) =>
      this.#squares
        .slice(row * SIZE, (row + 1) * SIZE)
        .join('')
        .replace(/ +/g, (empty) => String(empty.length)),
    );
    return `${rows.join('/')} ${this.#white ? 'w' : 'b'} ${this.#castling} ${this.#behind} 0 1`;
  }

  #own(letter: string): string {
    return this.#white ? letter.toUpperCase() : letter.toLowerCase();
  }

  #slide(from: number, step: number, most: number, found: string[]): void {
    for (let at = from, steps = 0; steps < most; steps++) {
      const next = at + step;
      // A knight crosses two files at most, all others one: a larger distance wraps around the edge.
      if (next < 0 || next >= SIZE * SIZE || Math.abs((next % SIZE) - (at % SIZE)) > 2) return;
      const there = this.#squares[next] ?? ' ';
      if (there !== ' ' && isWhite(there) === this.#white) return;
      found.push(nameOf(from) + nameOf(next));
      if (there !== ' ') return;
      at = next;
    }
  }

  #pawnMoves(from: number, found: string[]): void {
    const forward = this.#white ? -SIZE : SIZE;
    const isHome = Math.floor(from / SIZE) === (this.#white ? 6 : 1);
    const one = from + forward;
    if (this.#squares[one] === ' ') {
      this.#pawnTo(from, one, found);
      if (isHome && this.#squares[one + forward] === ' ') this.#pawnTo(from, one + forward, found);
    }
    for (const side of [-1, 1]) {
      const to = one + side;
      const there = this.#squares[to] ?? ' ';
      if (Math.abs((to % SIZE) - (from % SIZE)) === 1 && there !== ' ' && isWhite(there) !== this.#white)
        this.#pawnTo(from, to, found);
    }
  }

  #pawnTo(from: number, to: number, found: string[]): void {
    const move = nameOf(from) + nameOf(to);
    const isLast = to < SIZE || to >= SIZE * (SIZE - 1);
    if (isLast) found.push(...Array.from('qrbn', (piece) => move + piece));
    else found.push(move);
  }
}
