import fs from 'node:fs';
import path from 'node:path';
import { games, readLog } from '../../test/support/pgn2fen.ts';
import { runChild } from '../check/child.ts';
import { CLI } from '../check/contestants.ts';
import { writeLarge } from '../check/texts.ts';
import { figure, type Table } from '../harness/table.ts';

/** How a command got through a large file. */
export interface StreamResult {
  readonly command: string;
  readonly megabytes: number;
  readonly seconds: number;
  readonly peakMb: number | undefined;
  readonly status: number | null;
}

/** What no command may pass, in MB. */
export const BOUND_MB = 300;

const LOG = 'openai_gpt-4o-2024-08-06';
const SIZE = 100e6;
const SIZE_QUICK = 20e6;

/** The commands by name, each on the same file. */
const commandsOn = (
  file: string,
  log: string,
  run: string,
  out: string,
): Readonly<Record<string, readonly string[]>> => ({
  'format --out': ['format', file, '--out', out],
  'strip --out': ['strip', file, '--out', out],
  'import pgn2fen --games': ['import', 'pgn2fen', log, '--games', file, '--out', run, '--overwrite'],
  'annotate --out': ['annotate', run, '--in', file, '--out', out],
  'score --summary': ['score', file, '--summary', '--depth', '1', '--jobs', '1'],
  'mav make --where': ['mav', 'make', file, '--where', 'plies >= 40 and castling'],
  'games --where --out': ['games', file, '--where', 'plies >= 40 and castling', '--out', out],
  'run --where --dry-run': [
    'run',
    '--games',
    file,
    '--where',
    'plies >= 100',
    '--model',
    'baseline:lag-1',
    '--dry-run',
  ],
});

/** Runs every command on a file of real games, with predictions in some, one after another. */
export async function runStreams(
  folder: string,
  quick: boolean,
  progress: (line: string) => void,
): Promise<StreamResult[]> {
  const [file, log, run, out] = ['games.pgn', 'log.jsonl', 'log.run.jsonl', 'out.pgn'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string, string];
  fs.writeFileSync(log, readLog(LOG).join('\n'));
  const predicted = fs.readFileSync('samples/world-cup.pgn', 'utf8').trim();
  const clocks = fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8').trim();
  // the games of the log once, so that each name is that of one game
  const size = writeLarge(file, `${predicted}\n\n${clocks}\n\n`, quick ? SIZE_QUICK : SIZE);
  const named = `${games('world-cup').trim()}\n`;
  fs.appendFileSync(file, named);
  const bytes = size + Buffer.byteLength(named);
  const results: StreamResult[] = [];
  for (const [command, args] of Object.entries(commandsOn(file, log, run, out))) {
    progress(command);
    const { status, wallMs, peakMb } = await runChild(process.execPath, [CLI, ...args]);
    results.push({ command, megabytes: bytes / 1e6, seconds: wallMs / 1000, peakMb, status });
  }
  return results;
}

export const streamTable = (results: readonly StreamResult[]): Table => ({
  title: 'Commands on one large file',
  columns: ['command', 'MB', 's', 'MB/s', 'most MB', 'may have'],
  rows: results.map(({ command, megabytes, seconds, peakMb }) => [
    `\`${command}\``,
    figure(megabytes),
    figure(seconds),
    figure(megabytes / seconds),
    peakMb === undefined ? '-' : figure(peakMb),
    figure(BOUND_MB),
  ]),
  notes: [
    'Wall time of whole processes on one thread, both readings of the file included; the most that was resident, by the kernel. Dry runs hold the positions that they would ask about.',
  ],
});
