import { isGame, readPgn } from '../../src/core/notation/pgn/document.ts';
import { buildTree } from '../../src/core/notation/pgn/tree.ts';
import { type Spread, spreadOf } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { tidy } from '../harness/timed.ts';
import type { Contestant, Reading } from './contestants.ts';
import type { TextFile } from './texts.ts';

/** How a contestant read a file. */
export interface ReadingResult {
  readonly text: string;
  readonly contestant: string;
  readonly cores: number;
  readonly megabytes: number;
  /** Megabytes a second. */
  readonly speed: Spread;
  readonly peakMb: number | undefined;
  /** True if it found no fault, and as many games and plies as there are. */
  readonly agrees: boolean;
}

/** Lets every contestant read every file, in turn, each round beginning with another. */
export async function readAll(
  texts: readonly TextFile[],
  contestants: readonly Contestant[],
  rounds: number,
  progress: (line: string) => void,
): Promise<ReadingResult[]> {
  const results: ReadingResult[] = [];
  for (const text of texts) {
    const readings = new Map<Contestant, Reading[]>(contestants.map((contestant) => [contestant, []]));
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < contestants.length; turn++) {
        const contestant = contestants[(round + turn) % contestants.length];
        progress(`${text.name}, round ${round + 1} of ${rounds}: ${contestant.name}`);
        tidy();
        readings.get(contestant)?.push(await contestant.read(text));
      }
    }
    const truth = countOf(text.text);
    const megabytes = Buffer.byteLength(text.text) / 1e6;
    for (const [{ name, cores }, all] of readings) {
      const peaks = all.flatMap(({ peakMb }) => peakMb ?? []);
      results.push({
        text: text.name,
        contestant: name,
        cores,
        megabytes,
        speed: spreadOf(all.map(({ wallMs }) => (1000 * megabytes) / wallMs)),
        peakMb: peaks.length === 0 ? undefined : Math.max(...peaks),
        agrees: all.every(
          ({ games, plies, faults }) =>
            faults === 0 && (games ?? truth.games) === truth.games && (plies ?? truth.plies) === truth.plies,
        ),
      });
    }
  }
  return results;
}

/** Games of a text, and half-moves of their main lines; the texts have no variations. */
function countOf(text: string): { readonly games: number; readonly plies: number } {
  const { chunks, offsets } = readPgn(text);
  let games = 0;
  let plies = 0;
  chunks.forEach((chunk, i) => {
    if (isGame(chunk)) games++;
    plies += buildTree(chunk, offsets[i]).moveToken.length;
  });
  return { games, plies };
}

export const readingTable = (results: readonly ReadingResult[], skipped: readonly string[]): Table => ({
  title: 'Reading and checking 20 MB of PGN',
  columns: ['file', 'who', 'cores', 'rounds', 'MB/s min', 'median', 'max', 'most MB', 'agrees'],
  rows: results.map(({ text, contestant, cores, speed, peakMb, agrees }) => [
    text,
    contestant,
    String(cores),
    String(speed.n),
    figure(speed.min),
    figure(speed.median),
    figure(speed.max),
    peakMb === undefined ? '' : figure(peakMb),
    agrees ? 'yes' : 'NO',
  ]),
  notes: [
    'Megabytes of the file by wall time. In process: the text is in memory already; else from the start of the process to its end. StateLens: the lossless tree, every line replayed, all diagnostics. chessops: parsed in pieces of 64 KiB, main lines replayed. Agrees: no fault, and the number of games and half-moves that there are, as far as a contestant counts them.',
    ...skipped,
  ],
});
