import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { gamesOfPgn } from './chess/games.ts';
import { label } from './chess/label.ts';
import { readLabels } from './chess/labels.ts';
import { isLane, LANES, type LaneFiles, type LaneName, laneOf, seedOf } from './chess/lanes.ts';
import { chessFrames, labeledFrame } from './chess/stream.ts';
import { connectFourStones } from './stones/connect-four.ts';
import { hexStones } from './stones/hex.ts';
import { othelloStones } from './stones/othello.ts';
import { stoneFrames } from './stones/stone-frames.ts';

const USAGE = `Positions, legal actions and values of games for training/. Commands:
  games PGN ... --without PGN --out FILE.gz      games of people as moves, none that is in the other file
  label LANE --games FILE --held-out FILE --out FILE --engine PROGRAM [--depth 6] [--positions N]
                                                 values of all moves of chess, from the first position without them on
  frames LANE --game chess|connect_four|hex|othello --positions 64 --steps 16 [--from BLOCK] [--games FILE --held-out FILE]
                                                 positions, legal actions and steps to the standard output, until nobody reads on
  labeled LANE LABELS --games FILE --held-out FILE
                                                 labeled positions of chess to the standard output
Lanes: ${LANES.join(', ')}`;

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string', default: 'chess' },
    games: { type: 'string' },
    'held-out': { type: 'string' },
    without: { type: 'string' },
    out: { type: 'string' },
    engine: { type: 'string' },
    depth: { type: 'string', default: '6' },
    positions: { type: 'string', default: 'Infinity' },
    steps: { type: 'string', default: '0' },
    from: { type: 'string', default: '0' },
  },
});

function need(name: keyof typeof given): string {
  const value = given[name];
  if (value === undefined) throw new Error(`--${name} is missing`);
  return value;
}

function laneName(): LaneName {
  const name = positionals[1] ?? '';
  if (!isLane(name)) throw new Error(`${name === '' ? 'no lane' : name} is none of ${LANES.join(', ')}`);
  return name;
}

const laneFiles = (): LaneFiles => ({ games: need('games'), heldOut: need('held-out') });

const games = (files: readonly string[]): Set<string> =>
  new Set(files.flatMap((file) => gamesOfPgn(readFileSync(file, 'utf8'))));

/** Writes, and waits while the reader has enough. */
const written = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(bytes, () => resolve());
  });

function framesOf(game: string, lane: LaneName): Iterable<Buffer> {
  const sizes = { positions: Number(given.positions), steps: Number(given.steps) };
  const from = Number(given.from);
  const stones = { seed: seedOf(lane), isPractice: lane === 'lists' };
  switch (game) {
    case 'chess':
      return chessFrames(laneOf(lane, laneFiles()), sizes, from);
    case 'connect_four':
      return stoneFrames(connectFourStones, stones, sizes, from);
    case 'hex':
      return stoneFrames(hexStones, stones, sizes, from);
    case 'othello':
      return stoneFrames(othelloStones, stones, sizes, from);
    default:
      throw new Error(`${game} is no game that is drawn: chess, connect_four, hex, othello`);
  }
}

async function main(): Promise<void> {
  switch (positionals[0]) {
    case 'games': {
      const without = games(given.without === undefined ? [] : [given.without]);
      const lines = [...games(positionals.slice(1))].filter((line) => !without.has(line));
      const text = lines.map((line) => `${line}\n`).join('');
      writeFileSync(need('out'), gzipSync(text, { level: 9 }));
      console.error(`${lines.length} games`);
      return;
    }
    case 'label':
      return label({
        ...laneFiles(),
        lane: laneName(),
        out: need('out'),
        engine: need('engine'),
        depth: Number(given.depth),
        positions: Number(given.positions),
        tell: (line) => console.error(line),
      });
    case 'frames': {
      for (const frame of framesOf(given.game, laneName())) await written(frame);
      return;
    }
    case 'labeled':
      return written(labeledFrame(readLabels(positionals[2] ?? '', laneOf(laneName(), laneFiles())).labeled));
    default:
      console.error(USAGE);
      process.exitCode = 2;
  }
}

// who reads frames stops when there are enough
process.stdout.on('error', () => process.exit(0));
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
