import type { Command } from 'commander';

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

export const addPgn2fenOptions = (command: Command): Command =>
  addExtractOption(
    command
      .requiredOption('--games <pgn>', 'the PGN with the games of the logs')
      .option('--annotate <pgn>', 'write the games to this file, with a prediction for each line of the logs')
      .option('--out <run>', 'write a run file (*.run.jsonl)'),
  ).option('--strict', 'exit with status 3 if a line was skipped');

export const addRecordsOptions = (command: Command): Command =>
  command
    .option('--model <name>', 'name of the model (default: the file name)')
    .option('--out <run>', 'write the run file here (default: standard output)')
    .option('--strict', 'exit with status 3 if a record was skipped');

export const addExtractOption = (command: Command): Command =>
  command.option('--extract', "extract the FEN from the raw answer instead of using the log's FEN");
