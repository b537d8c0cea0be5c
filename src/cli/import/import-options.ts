import { type Command, InvalidArgumentError, Option } from 'commander';
import { ASKED } from '../../core/evaluation/runs/import-plan.ts';
import { LOG_FORMATS, type LogFormatName } from '../../models/import/logs/log-format.ts';
import type { FieldMap } from '../../models/import/plans/plan-text.ts';
import { modelOption } from '../model-options.ts';

/** State of an answer that counts if it holds several. */
export type StateChoice = 'first' | 'last';

export interface Pgn2fenFlags {
  readonly games: string;
  readonly annotate?: string;
  readonly out?: string;
  readonly extract?: boolean;
  readonly take?: StateChoice;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
}

export interface LogFlags {
  readonly as?: LogFormatName;
  readonly map?: FieldMap;
  readonly model?: string;
  readonly out?: string;
  readonly take?: StateChoice;
  readonly extract?: boolean;
  readonly explain?: boolean;
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
}

/** Fields that `--map` can name. */
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
    .addOption(new Option('--as <format>', 'format of the log').choices(LOG_FORMATS))
    .addOption(
      new Option(
        '--map <field=path>',
        `what a field is: ${MAPPED.join(', ')} (repeatable); asked=before or asked=after the record's move`,
      ).argParser(readMapping),
    )
    .addOption(modelOption('as the log says, or the file name'))
    .option('--out <file>', 'write the result to this file (default: standard output)')
    .option('--extract', 'take states out of the answers, also where the log has its own')
    .addOption(takeOption('default: last'))
    .option('--explain', 'say how the text is read, with reasons')
    .option('--dry-run', 'write and request nothing; show what would be done')
    .option('--strict', 'exit with status 3 if something was left out')
    .option('--overwrite', 'replace an existing file');

function readMapping(text: string, before: FieldMap | undefined): FieldMap {
  const [field = '', ...path] = text.split('=');
  const known = MAPPED.find((item) => item === field.trim());
  const value = path.join('=').trim();
  if (known === undefined || value === '')
    throw new InvalidArgumentError(`It is FIELD=PATH, where FIELD is one of ${MAPPED.join(', ')}.`);
  if (known === 'asked' && !ASKED.some((entry) => entry === value))
    throw new InvalidArgumentError('It is asked=before or asked=after.');
  return { ...before, [known]: value };
}

export const addPgn2fenOptions = (command: Command): Command =>
  addExtractOption(
    command
      .requiredOption('--games <file>', 'file with the games')
      .option('--annotate <pgn>', 'write the games to this file, with a prediction for each line of the logs')
      .option('--out <file>', 'write the result to this file'),
  )
    .addOption(
      takeOption('default: first for ChessGPT and gpt-3.5-turbo-instruct, which continue a text, otherwise last'),
    )
    .option('--strict', 'exit with status 3 if something was left out')
    .option('--overwrite', 'replace an existing file');

export const addExtractOption = (command: Command): Command =>
  command.option('--extract', 'take states out of the answers, also where the log has its own');

const takeOption = (rule: string): Option =>
  new Option('--take <which>', `which FEN of an extracted answer counts if it contains several (${rule})`).choices([
    'first',
    'last',
  ]);
