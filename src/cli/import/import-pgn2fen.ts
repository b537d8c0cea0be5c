import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import { sampleAnnotation, withoutStateText } from '../../core/evaluation/runs/answer-facts.ts';
import { encodeRunHeader, encodeRunSample } from '../../core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { GameIndex, importLines, namesInLogs, pgn2fenHeader, pgn2fenImporter } from '../../models/import/pgn2fen.ts';
import { EXIT, packageVersion, usageError } from '../command.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { readText, type SourceOptions, TextSource } from '../io/text-source.ts';
import { rewriteAnnotated } from '../rewrite/rewrite-blocks.ts';
import type { Pgn2fenFlags } from './import-options.ts';

/** Imports logs of the PGN2FEN benchmark; returns the exit status. */
export async function importPgn2fen(terminal: Terminal, logs: readonly string[], flags: Pgn2fenFlags): Promise<number> {
  if (new Set(logs).size !== logs.length) throw usageError('a log is given twice');
  const options: SourceOptions = { language: 'pgn', command: 'import pgn2fen' };
  return TextSource.with(terminal, flags.games, options, (games) => importWith(terminal, games, logs, flags));
}

async function importWith(
  terminal: Terminal,
  source: TextSource,
  logs: readonly string[],
  flags: Pgn2fenFlags,
): Promise<number> {
  const inputs = [...logs, flags.games];
  checkOutput(flags.annotate, { kind: 'pgn', inputs, overwrite: flags.overwrite });
  checkOutput(flags.out, { kind: 'run', inputs, overwrite: flags.overwrite });
  if (flags.take !== undefined && flags.extract !== true) throw usageError('--take requires --extract');
  const read: Awaited<ReturnType<typeof readText>>[] = [];
  for (const log of logs) read.push(await readText(terminal, log));
  const games = new GameIndex(namesInLogs(allLines(read)));
  for await (const { text } of wholeBlocks(source)) games.add(text);
  const options = { extract: flags.extract === true, take: flags.take };
  const importer = pgn2fenImporter(games, options);
  const samples: RunSample[] = [];
  let skipped = 0;
  for (const { name, text } of read)
    for (const event of importLines(importer, textLines(text), name)) {
      if (event.type === 'sample') samples.push(event.sample);
      else {
        skipped++;
        terminal.note(`${event.problem.file}:${event.problem.line}: ${event.problem.message}; skipped`);
      }
    }
  if (flags.annotate !== undefined) await writeAnnotated(terminal, source, samples, flags.annotate);
  if (flags.out !== undefined || flags.annotate === undefined) {
    const facts = {
      tool: { name: 'statelens', version: packageVersion() },
      files: logs.map((log) => path.basename(log)),
      games: { file: path.basename(flags.games), count: games.count },
      created: new Date().toISOString(),
    };
    const lines = [encodeRunHeader(pgn2fenHeader(importer, options, facts)), ...samples.map(encodeRunSample)];
    if (flags.out === undefined || flags.out === '-') for (const line of lines) await terminal.print(Buffer.from(line));
    else writeText(flags.out, lines.join(''));
  }
  terminal.note(
    `${plural(samples.length, 'answer')} imported, ${withoutStateText(samples)}${skipped > 0 ? `, ${plural(skipped, 'line')} skipped` : ''}`,
  );
  const nothing = samples.length === 0 && skipped > 0;
  return nothing || (skipped > 0 && flags.strict === true) ? EXIT.incomplete : EXIT.ok;
}

async function writeAnnotated(
  terminal: Terminal,
  source: TextSource,
  samples: readonly RunSample[],
  out: string,
): Promise<void> {
  const annotations = samples.flatMap((sample) => sampleAnnotation(sample) ?? []);
  const { missing } = await rewriteAnnotated(terminal, source, annotations, { sameLabel: 'replace' }, { out });
  if (missing.length > 0) throw new Error(`${missing.length} imported answers do not match ${source.name}`);
}

function* allLines(logs: readonly { readonly text: string }[]): Generator<string> {
  for (const { text } of logs) yield* textLines(text);
}

/** Yields the lines of a text without line ends, extracted one at a time. */
function* textLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    yield text.slice(start, end);
    start = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}
