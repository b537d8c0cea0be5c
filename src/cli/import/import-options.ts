import { type Command, InvalidArgumentError, Option } from 'commander';
import { ASKED } from '../../core/evaluation/runs/import-plan.ts';
import { LOG_FORMATS, type LogFormatName } from '../../models/importers/logs/log-format.ts';
import type { FieldMap } from '../../models/importers/plans/field-map.ts';

/** Which state of an answer counts, where it holds several. */
export type TakenState = 'first' | 'last';

export interface Pgn2fenFlags {
  readonly games: string;
  readonly annotate?: string;
  readonly out?: string;
  readonly extract?: boolean;
  readonly take?: TakenState;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
}

export interface LogFlags {
  readonly as?: LogFormatName;
  readonly map?: FieldMap;
  readonly model?: string;
  readonly out?: string;
  readonly take?: TakenState;
  readonly extract?: boolean;
  readonly explain?: boolean;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
}

/** What `--map` can name. */
const MAPPED = [
  'start',
  'moves',
  'move',
  'asked',
  'truth',
  'answer',
  'question',
  'model',
  'reasoning',
  'name',
] as const satisfies readonly (keyof FieldMap)[];

export const addLogOptions = (command: Command): Command =>
  command
    .addOption(new Option('--as <format>', 'read the log as this format').choices(LOG_FORMATS))
    .addOption(
      new Option(
        '--map <field=path>',
        `what a field is: ${MAPPED.join(', ')} (repeatable); asked=before or asked=after the record's move`,
      ).argParser(readMapping),
    )
    .option('--model <name>', 'name of the model (default: as the log says, or the file name)')
    .option('--out <run>', 'write the run file here (default: standard output)')
    .option('--extract', 'take states out of the answers also where the log has its own (ChessQA)')
    .addOption(takeOption('default: last'))
    .option('--explain', 'write nothing; show which field is read as what, and a sample')
    .option('--dry-run', 'write nothing; say what the log holds')
    .option('--strict', 'exit with status 3 if a sample was skipped')
    .option('--overwrite', 'replace an existing file');

function readMapping(text: string, before: FieldMap | undefined): FieldMap {
  const [field = '', ...path] = text.split('=');
  const known = MAPPED.find((one) => one === field.trim());
  const value = path.join('=').trim();
  if (known === undefined || value === '')
    throw new InvalidArgumentError(`It is FIELD=PATH, where FIELD is one of ${MAPPED.join(', ')}.`);
  if (known === 'asked' && !ASKED.some((one) => one === value))
    throw new InvalidArgumentError('It is asked=before or asked=after.');
  return { ...before, [known]: value };
}

export const addPgn2fenOptions = (command: Command): Command =>
  addExtractOption(
    command
      .requiredOption('--games <pgn>', 'the PGN with the games of the logs')
      .option('--annotate <pgn>', 'write the games to this file, with a prediction for each line of the logs')
      .option('--out <run>', 'write a run file (*.run.jsonl)'),
  )
    .addOption(
      takeOption('default: first for ChessGPT and gpt-3.5-turbo-instruct, which continue a text, otherwise last'),
    )
    .option('--strict', 'exit with status 3 if a line was skipped')
    .option('--overwrite', 'replace an existing file');

export const addExtractOption = (command: Command): Command =>
  command.option('--extract', "extract the FEN from the raw answer instead of using the log's FEN");

const takeOption = (rule: string): Option =>
  new Option('--take <which>', `which FEN of an extracted answer counts if it contains several (${rule})`).choices([
    'first',
    'last',
  ]);
