import type { Command } from 'commander';
import type { FieldMap } from '../../models/import/plans/plan-text.ts';
import { type Act, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { addLogOptions, addPgn2fenOptions, type LogFlags, type Pgn2fenFlags } from './import-options.ts';

const AFTER_HELP = `
A log of another program is recognized: statelens import FILE. statelens import log --help lists the options.

Example:
  $ statelens import log.eval --out log.run.jsonl
  $ statelens import pgn2fen gpt-4o.jsonl --games world-cup.pgn --annotate annotated.pgn`;

const LOG_HELP = `
Logs of Inspect AI (.eval, JSON), Every Eval Ever, lm-evaluation-harness, OpenAI evals, promptfoo, ChessQA, Chess-World-Model,
ChessArena, LLM Chess and Kaggle's Game Arena are recognized, rows of Lichess puzzles, and rows of data sets: JSON of any shape, CSV, Parquet. Which field is
taken for what is found out from the records, and said; --explain shows it and writes nothing. Where two readings fit, the command stops
with both, and --map chooses: asked=before, answer=output.text, truth=target. What cannot be understood is reported with its place.
Without --out, the run file is written to standard output.

Status: 0; 1 if less than half of the log was read; 2 if nothing was, or --map must choose; 3 with --strict if a sample was skipped.

Example:
  $ statelens import answers.jsonl --explain
  $ statelens import log.eval --out log.run.jsonl`;

const PGN2FEN_HELP = `
Each line of a log is matched to its game by the SourceFile tag. A line without an extracted FEN becomes a prediction without a
state. Damaged lines are reported by line number and skipped. Without --annotate and --out, the run file is written to standard
output.

Example:
  $ statelens import pgn2fen gpt-4o.jsonl --games world-cup.pgn --annotate annotated.pgn
  $ statelens score annotated.pgn`;

const RECORDS_HELP = `
A field is given by its key, or by a path of keys and indices: answer, choices[0].message.content. Each record is a sample; records
with the same position belong to the same game. Damaged records are reported by line number and skipped.

Example:
  $ statelens import records answers.csv --truth fen --answer output --moves moves --out answers.run.jsonl`;

export function define(command: Command, act: Act): void {
  command
    .description('Convert the logs of another program or benchmark to a run file or an annotated PGN.')
    .addHelpText('after', AFTER_HELP);
  addLogOptions(
    command
      .command('log', { isDefault: true })
      .summary('logs of other programs, by their shape (the default)')
      .description('Import logs of other programs into a run file.')
      .argument('[logs...]', 'log files, or - for standard input'),
  )
    .addHelpText('after', LOG_HELP)
    .action(
      act(async (terminal, logs: readonly string[], flags: LogFlags) => {
        const { importLogs } = await import('./import-log.ts');
        return importLogs(terminal, logs, flags);
      }),
    );
  const pgn2fen = command
    .command('pgn2fen')
    .summary('logs (JSON Lines) of the PGN2FEN benchmark (Aidan Cooper, 2025)')
    .description('Import logs (JSON Lines) of the PGN2FEN benchmark (Aidan Cooper, 2025).')
    .argument('<logs...>', 'log files, or - for standard input');
  addPgn2fenOptions(pgn2fen)
    .addHelpText('after', PGN2FEN_HELP)
    .action(
      act(async (terminal, logs: readonly string[], flags: Pgn2fenFlags) => {
        const { importPgn2fen } = await import('./import-pgn2fen.ts');
        return importPgn2fen(terminal, logs, flags);
      }),
    );
  logCommand(command, 'chessqa', 'results of ChessQA (state-tracking tasks)').action(
    act(async (terminal, logs: readonly string[], flags: LogFlags) => {
      if (flags.take !== undefined && flags.extract !== true) throw usageError('--take requires --extract');
      return importAs(terminal, logs, { ...flags, as: 'chessqa' });
    }),
  );
  logCommand(command, 'bigbench', 'BIG-bench state-tracking task files (input, target) with added answers')
    .option('--answer <field>', 'the field with the answer', 'answer')
    .action(
      act(async (terminal, logs: readonly string[], { answer, ...flags }: LogFlags & { readonly answer: string }) =>
        importAs(terminal, logs, withMap(flags, { moves: 'input', truth: 'target', answer })),
      ),
    );
  logCommand(command, 'records', 'JSON, JSON Lines or CSV with named fields')
    .requiredOption('--answer <field>', 'the field with the answer')
    .option('--truth <field>', 'the true FEN (default: the position after the moves)')
    .option('--moves <field>', 'the moves up to the requested state, in UCI or SAN')
    .option('--start <field>', 'the FEN before the first move (default: as the records show)')
    .option('--model-field <field>', 'the field with the model, if a log contains several')
    .option('--name <field>', 'the name of the game in the log')
    .addHelpText('after', RECORDS_HELP)
    .action(act(importFields));
}

/** Defines a subcommand that is `import log` with some options set. */
const logCommand = (command: Command, name: string, summary: string): Command =>
  addLogOptions(
    command
      .command(name)
      .summary(summary)
      .description(`Import ${summary}.`)
      .argument('<logs...>', 'log files, or - for standard input'),
  );

/** Adds default field names to `--map`; those mapped by the user win. */
const withMap = (flags: LogFlags, map: FieldMap): LogFlags => ({ ...flags, as: 'rows', map: { ...map, ...flags.map } });

type FieldFlags = LogFlags &
  Pick<FieldMap, 'truth' | 'moves' | 'start' | 'name'> & { readonly answer: string; readonly modelField?: string };

function importFields(terminal: Terminal, logs: readonly string[], given: FieldFlags): Promise<number> {
  const { answer, truth, moves, start, modelField: model, name, ...flags } = given;
  if (truth === undefined && moves === undefined)
    throw usageError('specify the field of the true FEN with --truth, or the field of the moves with --moves');
  const optional = Object.entries({ truth, moves, start, model, name }).filter(([, field]) => field !== undefined);
  return importAs(terminal, logs, withMap(flags, { answer, ...Object.fromEntries(optional) }));
}

async function importAs(terminal: Terminal, logs: readonly string[], flags: LogFlags): Promise<number> {
  const { importLogs } = await import('./import-log.ts');
  return importLogs(terminal, logs, flags);
}
