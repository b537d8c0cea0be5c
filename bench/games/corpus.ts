import fs from 'node:fs';
import { seeded } from '../../src/core/base/random.ts';
import { games } from '../../test/support/pgn2fen.ts';

/** Half-moves that a game is cut to, at least; shorter ones are left out. */
const LEAST = 20;
const WIDTH = 79;
const BLOCK = 1 << 20;
const SEED = 20_240_831;

interface Base {
  readonly moves: readonly string[];
  readonly eco: string;
}

/** Games of people and of chance without promotions: pgn-extract loses count of promoted pieces when it compares material. */
function baseGames(): Base[] {
  const found: Base[] = [];
  const lichess = fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
  for (const text of [lichess, games('world-cup'), games('randomised')].join('\n\n').split(/\n\n(?=\[Event )/)) {
    const [tags = '', movetext = ''] = text.trim().split('\n\n');
    const bare = movetext.replace(/\{[^}]*\}/g, ' ').replace(/[!?]/g, '');
    const moves = bare.split(/\s+/).filter((word) => !/^\d+\.+$/.test(word));
    moves.pop();
    if (moves.length < LEAST || movetext.includes('=') || tags.includes('[FEN')) continue;
    found.push({ moves, eco: `${'ABCDE'[moves.length % 5]}${String(moves.length % 100).padStart(2, '0')}` });
  }
  return found;
}

/**
 * The beginnings of games, each of a random length and with tags of its own: some have equal moves, as in large collections, no
 * two have the same Site. A game does not end with a capture, since pgn-extract compares no material behind the last move.
 *
 * @param characters about as many are made
 */
export function* variedGames(characters: number): Generator<string> {
  const random = seeded(SEED);
  const below = (n: number): number => (random.next() >>> 0) % n;
  const two = (n: number): string => String(n).padStart(2, '0');
  const bases = baseGames();
  const resultOf = ['1-0', '0-1', '1/2-1/2'];
  let length = 0;
  for (let number = 0; length < characters; number++) {
    const { moves, eco } = bases[below(bases.length)];
    let count = LEAST + below(moves.length - LEAST + 1);
    while (/[x#]/.test(moves[count - 1])) count--;
    const result = resultOf[below(resultOf.length)];
    const tags = {
      Event: `Open ${1 + below(40)}`,
      Site: `https://example.org/${number}`,
      Date: `20${two(10 + below(15))}.${two(1 + below(12))}.${two(1 + below(28))}`,
      Round: String(1 + below(9)),
      White: `Player ${below(5000)}`,
      Black: `Player ${below(5000)}`,
      Result: result,
      WhiteElo: String(800 + below(2000)),
      BlackElo: String(800 + below(2000)),
      ECO: eco,
      TimeControl: `${60 * (1 + below(10))}+${below(6)}`,
    };
    const words = moves.slice(0, count).flatMap((move, ply) => (ply % 2 === 0 ? [`${ply / 2 + 1}.`, move] : [move]));
    const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`);
    const text = `${head.join('')}\n${wrapped([...words, result])}\n\n`;
    length += text.length;
    yield text;
  }
}

/** Words in lines of up to 79 characters, as export format has them. */
function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** Writes such games to a file; returns its size in bytes and the number of games. */
export function writeCorpus(file: string, characters: number): { readonly bytes: number; readonly games: number } {
  const handle = fs.openSync(file, 'w');
  let count = 0;
  let bytes = 0;
  let waiting = '';
  for (const text of variedGames(characters)) {
    waiting += text;
    count++;
    if (waiting.length < BLOCK) continue;
    bytes += fs.writeSync(handle, waiting);
    waiting = '';
  }
  bytes += fs.writeSync(handle, waiting);
  fs.closeSync(handle);
  return { bytes, games: count };
}
