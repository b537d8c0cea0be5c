import { type Game, type PgnNodeData, PgnParser, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { checkCounted } from '../../src/core/languages/check.ts';
import { type Child, runChild } from './child.ts';
import type { TextFile } from './texts.ts';

/** What a contestant said about a file. */
export interface Reading {
  readonly wallMs: number;
  /** Games that it counted; undefined where it counts none. */
  readonly games: number | undefined;
  readonly plies: number | undefined;
  /** Findings or errors, which are to be 0. */
  readonly faults: number;
  /** Most memory of a process of its own, in MB. */
  readonly peakMb: number | undefined;
}

export interface Contestant {
  readonly name: string;
  readonly cores: number;
  read(text: TextFile): Promise<Reading>;
}

export const CLI = 'dist/cli.mjs';
const PIECE = 1 << 16;

/** In this process: the lossless tree, all lines replayed, all diagnostics. */
export const ours: Contestant = {
  name: 'StateLens, check in process',
  cores: 1,
  read({ text }) {
    const started = performance.now();
    const { found, games } = checkCounted(text, 'pgn');
    const wallMs = performance.now() - started;
    return Promise.resolve({ wallMs, games, plies: undefined, faults: found.length, peakMb: undefined });
  },
};

/** The text in pieces, the main line of each game replayed. */
export const chessops: Contestant = {
  name: 'chessops, PgnParser streamed, SAN replayed',
  cores: 1,
  read({ text }) {
    let games = 0;
    let plies = 0;
    let faults = 0;
    const started = performance.now();
    const parser = new PgnParser((game: Game<PgnNodeData>, error) => {
      games++;
      const start = startingPosition(game.headers);
      if (error !== undefined || start.isErr) {
        faults++;
        return;
      }
      const position = start.value;
      for (const { san } of game.moves.mainline()) {
        const move = parseSan(position, san);
        if (move === undefined) {
          faults++;
          return;
        }
        position.play(move);
        plies++;
      }
    });
    for (let at = 0; at < text.length; at += PIECE) parser.parse(text.slice(at, at + PIECE), { stream: true });
    parser.parse('');
    return Promise.resolve({ wallMs: performance.now() - started, games, plies, faults, peakMb: undefined });
  },
};

/** The command line, from start to end of its process. */
export const commandLine = (jobs: number): Contestant => ({
  name: `statelens check --jobs ${jobs}`,
  cores: jobs,
  async read({ file }) {
    const { status, wallMs, peakMb } = await runChild(process.execPath, [CLI, 'check', file, '--jobs', String(jobs)]);
    return { wallMs, games: undefined, plies: undefined, faults: status === 0 ? 0 : 1, peakMb };
  },
});

/** Reads, replays and reports errors, and writes no games; `-s`, since telling of each game would cost it time. */
export const pgnExtract = (program: string): Contestant => ({
  name: 'pgn-extract -s -r',
  cores: 1,
  async read({ file }) {
    const { status, wallMs, peakMb } = await runChild(program, ['-s', '-r', file]);
    return { wallMs, games: undefined, plies: undefined, faults: status === 0 ? 0 : 1, peakMb };
  },
});

/** Reads games one by one, which replays their moves. */
export const pythonChess = (python: string): Contestant => ({
  name: 'python-chess, chess.pgn.read_game',
  cores: 1,
  async read({ file }) {
    const child = await runChild(python, ['bench/check/python_chess_reader.py', file]);
    const [games, plies, faults] = child.output.trim().split(' ').map(Number);
    return { wallMs: child.wallMs, games, plies, faults: faults ?? 1, peakMb: child.peakMb };
  },
});

/** True if a program can be run; else why not, in a line. */
export async function whyNot(program: string, args: readonly string[]): Promise<string | undefined> {
  const child: Child | Error = await runChild(program, args).catch((error: unknown) => error as Error);
  if (child instanceof Error) return child.message;
  return child.status === 0 ? undefined : (child.errors.trim().split('\n').at(-1) ?? `exit status ${child.status}`);
}
