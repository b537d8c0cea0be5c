import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  readScoreLine,
  scoreHeaderLine,
  scoreRowLine,
  scoreSealLine,
} from '../../src/core/evaluation/report/score-file.ts';
import { STANDARD_LOGS } from '../pairs/real-pairs.ts';

const FIXTURES = 'test/fixtures/pgn2fen';
/** Games of the logs: repeats of their answers are about other games. */
const GAMES = 1000;

/** Where a made run lies. */
export interface MadeRun {
  readonly file: string;
  readonly samples: number;
  /** Megabytes of the run, and of the scores beside it. */
  readonly mb: readonly [run: number, scores: number];
}

/** The six standard logs as one run file each, made by the program that ships. */
export function realRuns(cli: string, folder: string): string[] {
  const unpacked = (from: string, to: string): string => {
    const file = path.join(folder, to);
    fs.writeFileSync(file, gunzipSync(fs.readFileSync(path.join(FIXTURES, from))));
    return file;
  };
  const games = unpacked('games/world-cup.pgn.gz', 'world-cup.pgn');
  return STANDARD_LOGS.map((name) => {
    const log = unpacked(`logs/${name}.jsonl.gz`, `${name}.jsonl`);
    const out = path.join(folder, `${name}.run.jsonl`);
    execFileSync(process.execPath, [cli, 'import', 'pgn2fen', log, '--games', games, '--out', out], { stdio: 'pipe' });
    return out;
  });
}

const linesOf = (file: string): string[] => fs.readFileSync(file, 'utf8').trimEnd().split('\n');

/**
 * One run of `count` samples, with its scores beside it: the answers of runs that are scored already, again and again, each
 * time about other games. Sealed as the program seals its own.
 */
export function manySamples(runs: readonly string[], folder: string, count: number): MadeRun {
  const read = runs.map((run) => ({
    samples: linesOf(run),
    scores: linesOf(run.replace(/\.run\.jsonl$/, '.scores.jsonl')).map(readScoreLine),
  }));
  const pairs = read.flatMap(({ samples, scores }) => {
    const rows = new Map(scores.flatMap((one) => (one?.type === 'row' ? [[one.row.id, one.row]] : [])));
    return samples.slice(1).flatMap((text) => {
      const sample = JSON.parse(text) as { readonly id: string; readonly game: number };
      const row = rows.get(sample.id);
      return row === undefined ? [] : [{ sample, row }];
    });
  });
  const seal = read[0].scores.at(-1);
  if (seal?.type !== 'seal') throw new Error(`${runs[0]} is not scored to its end`);
  const [lines, rows] = [[read[0].samples[0]], [scoreHeaderLine()]];
  for (let i = 0; i < count; i++) {
    const { sample, row } = pairs[i % pairs.length];
    const game = sample.game + GAMES * Math.floor(i / pairs.length);
    const id = `${row.model}/${i}`;
    lines.push(JSON.stringify({ ...sample, id, game }));
    rows.push(scoreRowLine({ ...row, id, game, key: i.toString(16).padStart(16, '0') }));
  }
  const file = path.join(folder, 'many.run.jsonl');
  const text = `${lines.join('\n')}\n`;
  fs.writeFileSync(file, text);
  const run = createHash('sha256').update(text).digest('hex');
  rows.push(scoreSealLine({ ...seal.seal, run }));
  const scores = rows.join('');
  fs.writeFileSync(path.join(folder, 'many.scores.jsonl'), scores);
  return { file, samples: count, mb: [text.length / 1e6, scores.length / 1e6] };
}
