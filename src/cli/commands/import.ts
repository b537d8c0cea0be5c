import type { Command } from 'commander';
import type { SetStatus } from '../commands.ts';

const AFTER_HELP = `
Example:
  $ statelens import pgn2fen gpt-4o.jsonl --games world-cup.pgn --annotate annotated.pgn`;

const PGN2FEN_HELP = `
Each line of a log is bound to its game by the tag SourceFile. A line without an extracted FEN becomes a prediction of no
state. Damaged lines are named by number and skipped. Without --annotate and --out the run file goes to standard output.

Example:
  $ statelens import pgn2fen gpt-4o.jsonl --games world-cup.pgn --annotate annotated.pgn
  $ statelens score annotated.pgn`;

export function define(command: Command, setStatus: SetStatus): void {
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
    .action(async (logs: readonly string[], flags: Pgn2fenFlags) => {
      const { importPgn2fen } = await import('../import-pgn2fen.ts');
      setStatus(await importPgn2fen(logs, flags));
    });
}

export interface Pgn2fenFlags {
  readonly games: string;
  readonly annotate?: string;
  readonly out?: string;
  readonly extract?: boolean;
  readonly strict?: boolean;
}
