import { type Command, Option } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { LineIndex } from '../../core/base/text/lines.ts';
import { runWalks } from '../../core/evaluation/exports/run-walks.ts';
import { RunReader, RunSamples } from '../../core/evaluation/runs/run-file.ts';
import { languageName } from '../../core/languages/languages.ts';
import { type Conversion, pgnToWalks, walksToPgn } from '../../core/notation/walk/convert-pgn.ts';
import { namedWorlds } from '../../core/notation/walk/walk-world.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { checkOutput, fileKind, overwriteOption } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { readDocument, readText } from '../io/text-source.ts';

const AFTER_HELP = `
A PGN becomes walks of chess: the main line of each game in UCI, with its predictions, up to a move that is illegal or passes
the turn. What is left out is named with its place, and the exit status is then 3. Walks of chess and Chess960 become games of
a PGN. A run file becomes walks, one for each game, if it holds its moves.

Example:
  $ statelens convert games.pgn --to walk --out games.walk`;

interface ConvertFlags {
  readonly to: 'walk' | 'pgn';
  readonly out?: string;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Convert between PGN and walk files, and run files to walks.')
    .argument('<file>', 'a PGN, a walk file or a run file; - for a PGN on standard input')
    .addOption(new Option('--to <language>', 'what to write').choices(['walk', 'pgn']).makeOptionMandatory())
    .option('--out <file>', 'write the result to this file (default: standard output)')
    .addOption(overwriteOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(convert));
}

async function convert(terminal: Terminal, file: string, { to, out, overwrite }: ConvertFlags): Promise<number> {
  checkOutput(out, { kind: to, inputs: [file], overwrite });
  const { text, count, left, notes } = await converted(terminal, file, to);
  if (out === undefined || out === '-') await terminal.print(text);
  else writeText(out, text);
  const what = languageName(to)?.hasWalks === true ? 'walk' : 'game';
  for (const note of notes.slice(0, MAX_SHOWN)) terminal.note(note);
  if (notes.length > MAX_SHOWN) terminal.note(`and ${notes.length - MAX_SHOWN} more places`);
  terminal.note(`${plural(count, what)} written${left > 0 ? `, ${left} left out` : ''}`);
  return left > 0 || notes.length > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Limit of the listed locations of omissions. */
const MAX_SHOWN = 20;

/** Returns a conversion with located omissions. */
function located(name: string, text: string, { leftOut, ...converted }: Conversion): Result {
  const index = new LineIndex(text);
  const notes = leftOut.map(({ offset, message }) => {
    const { line, character } = index.positionAt(offset);
    return `${name}:${line + 1}:${character + 1}: ${message}`;
  });
  return { ...converted, notes };
}

type Result = Omit<Conversion, 'leftOut'> & { readonly notes: readonly string[] };

async function converted(terminal: Terminal, file: string, to: ConvertFlags['to']): Promise<Result> {
  if (file !== '-' && fileKind(file) === 'run') {
    if (languageName(to)?.hasWalks !== true)
      throw usageError('a run file becomes walks; use annotate to write it into a PGN');
    const reader = new RunReader();
    const run = new RunSamples();
    run.add(reader.push((await readText(terminal, file)).text));
    run.add(reader.end());
    return { ...runWalks(run.samples, run.header?.plan), notes: [] };
  }
  const { name, text, language } = await readDocument(terminal, file, { command: `convert --to ${to}`, choices: [] });
  const [from, into] = [languageName(language), languageName(to)];
  if (from?.hasGames && into?.hasWalks) return located(name, text, pgnToWalks(text));
  if (from?.hasWalks && into?.hasGames) return located(name, text, walksToPgn(text, namedWorlds));
  throw usageError(`${name} cannot be converted to ${to}: a PGN becomes walks, walks become a PGN`);
}
