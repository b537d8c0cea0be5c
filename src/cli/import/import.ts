import type { Command } from 'commander';
import type { RecordFields, RecordFormat } from '../../models/importers/records.ts';
import type { Act } from '../command.ts';
import { usageError } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';

const AFTER_HELP = `
Example:
  $ statelens import pgn2fen gpt-4o.jsonl --games world-cup.pgn --annotate annotated.pgn`;

const PGN2FEN_HELP = `
Each line of a log is bound to its game by the tag SourceFile. A line without an extracted FEN becomes a prediction of no
state. Damaged lines are named by number and skipped. Without --annotate and --out the run file goes to standard output.

Example:
  $ statelens import pgn2fen gpt-4o.jsonl --games world-cup.pgn --annotate annotated.pgn
  $ statelens score annotated.pgn`;

export function define(command: Command, act: Act): void {
  command
    .description('Turn the logs of another benchmark into a run file or an annotated PGN.')
    .addHelpText('after', AFTER_HELP);
  command
    .command('pgn2fen')
    .summary('logs of the PGN2FEN benchmark (Aidan Cooper, 2025)')
    .description('Import logs of the PGN2FEN benchmark (Aidan Cooper, 2025).')
    .argument('<logs...>', 'log files (JSON lines), or - for standard input')
    .requiredOption('--games <pgn>', 'the PGN with the games that the logs speak of')
    .option('--annotate <pgn>', 'write the games there with a prediction for each line of the logs')
    .option('--out <run>', 'write a run file there (*.run.jsonl)')
    .option('--extract', "take the FEN out of the raw answer ourselves, instead of the log's")
    .option('--strict', 'exit status 3 when a line had to be skipped')
    .addHelpText('after', PGN2FEN_HELP)
    .action(
      act(async (terminal, logs: readonly string[], flags: Pgn2fenFlags) => {
        const { importPgn2fen } = await import('./import-pgn2fen.ts');
        return importPgn2fen(terminal, logs, flags);
      }),
    );
  recordsCommand(command, 'chessqa', 'results of the ChessQA benchmark: its state-tracking tasks')
    .option('--extract', "take the FEN out of the raw answer ourselves, instead of the log's")
    .action(
      act(async (terminal, logs: readonly string[], flags: RecordsFlags) => {
        const { CHESSQA } = await import('../../models/importers/records.ts');
        return run(terminal, logs, CHESSQA, flags);
      }),
    );
  recordsCommand(command, 'bigbench', 'BIG-bench task files of state tracking (input, target) with answers added')
    .option('--answer <field>', 'the field of an example that holds the answer', 'answer')
    .action(
      act(async (terminal, logs: readonly string[], flags: RecordsFlags & { readonly answer: string }) => {
        const { bigBench } = await import('../../models/importers/records.ts');
        return run(terminal, logs, bigBench(flags.answer), flags);
      }),
    );
  recordsCommand(command, 'records', 'any JSON, JSON Lines or CSV with named fields')
    .requiredOption('--answer <field>', 'the answer, or the predicted FEN')
    .option('--truth <field>', 'the true FEN (default: where the moves lead)')
    .option('--moves <field>', 'the moves up to the asked state, UCI or SAN')
    .option('--start <field>', 'FEN before the first move (default: the start position)')
    .option('--label <field>', 'the model, where a log holds several')
    .option('--name <field>', 'what the log calls the game')
    .addHelpText('after', RECORDS_HELP)
    .action(
      act(async (terminal, logs: readonly string[], flags: RecordsFlags & RecordFields) => {
        if (flags.truth === undefined && flags.moves === undefined)
          throw usageError('name the field of the true FEN with --truth, or that of the moves with --moves');
        const { answer, truth, moves, start, label, name } = flags;
        const fields = { truth, moves, start, label, name };
        const named = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
        return run(terminal, logs, { name: 'records', fields: { answer, ...named } }, flags);
      }),
    );
}

async function run(
  terminal: Terminal,
  logs: readonly string[],
  format: RecordFormat,
  flags: RecordsFlags,
): Promise<number> {
  const { importRecords } = await import('./import-records.ts');
  return importRecords(terminal, logs, format, flags);
}

const RECORDS_HELP = `
A field is named by its key, or by keys and places: answer, choices[0].message.content. Each record is a sample; the same
position asked again is the same game. Damaged records are named by line and skipped.

Example:
  $ statelens import records answers.csv --truth fen --answer output --moves moves --out answers.run.jsonl`;

/** A subcommand over files of records. */
const recordsCommand = (command: Command, name: string, summary: string): Command =>
  command
    .command(name)
    .summary(summary)
    .description(`Import ${summary}.`)
    .argument('<logs...>', 'log files, or - for standard input')
    .option('--model <name>', 'what the model is called (default: as the file)')
    .option('--out <run>', 'write the run file there (default: standard output)')
    .option('--strict', 'exit status 3 when a record had to be skipped');

export interface RecordsFlags {
  readonly model?: string;
  readonly out?: string;
  readonly extract?: boolean;
  readonly strict?: boolean;
}

export interface Pgn2fenFlags {
  readonly games: string;
  readonly annotate?: string;
  readonly out?: string;
  readonly extract?: boolean;
  readonly strict?: boolean;
}
