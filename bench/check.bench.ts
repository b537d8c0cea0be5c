// Speed and memory of checking PGN, with peers in the same run: node bench/run.mjs check [--help]; needs `npm run build`
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CLI, chessops, commandLine, ours, pgnExtract, pythonChess, whyNot } from './check/contestants.ts';
import { largeTable, readLarge } from './check/large.ts';
import { readAll, readingTable } from './check/reading.ts';
import { judge } from './check/targets.ts';
import { writeTexts } from './check/texts.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  if (!fs.existsSync(CLI)) throw new Error(`${CLI} is missing: npm run build`);
  const machine = startMachine();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  try {
    const texts = writeTexts(folder, options.pgn);
    const contestants = [ours, chessops, commandLine(1)];
    if (machine.cores > 1) contestants.push(commandLine(2));
    const skipped: string[] = [];
    const extract = ['pgn-extract', '/usr/games/pgn-extract'];
    const programs = await Promise.all(extract.map((program) => whyNot(program, ['--version'])));
    const found = extract[programs.indexOf(undefined)];
    if (found === undefined) skipped.push(`pgn-extract was skipped: ${programs[0]}.`);
    else contestants.push(pgnExtract(found));
    const noPython = await whyNot(options.python, ['-c', 'import chess.pgn']);
    if (noPython === undefined) contestants.push(pythonChess(options.python));
    else skipped.push(`python-chess was skipped: ${noPython}.`);
    const readings = await readAll(texts, contestants, options.quick ? 2 : 5, progressLine);
    const large = await readLarge(folder, texts, machine.cores, options.quick, progressLine);
    const targets = judge(readings, large);
    publish(
      {
        name: 'check',
        machine,
        tables: [targets, readingTable(readings, skipped), largeTable(large)],
        data: { readings, large, skipped },
        ok: readings.every(({ agrees }) => agrees) && large.every(({ status }) => status === 0),
      },
      options,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
