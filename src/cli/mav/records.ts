import path from 'node:path';
import type { Command } from 'commander';
import { type DetectedFields, detectFields, type FieldRole, fieldText } from '../../core/mav/records/fields.ts';
import { readRecords, recordFormat } from '../../core/mav/records/read-records.ts';
import type { LogRecord } from '../../core/mav/records/record.ts';
import { RecordsText } from '../../core/mav/records/records-text.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';

const AFTER_HELP = `
A field is given by a path of keys and indices: text, choices[0].message.content, messages[-1].content. In a chat (a list of
messages), the prompt is the request and the output is the last answer. Without --prompt and --output, the fields are determined by
their content and names. Each example follows a comment with its number, file and line; damaged records are reported there and
skipped.

Example:
  $ statelens mav records log.jsonl --prompt prompt --output completion > log.mav
  $ statelens check log.mav`;

interface RecordsFlags {
  readonly prompt?: string;
  readonly output?: string;
  readonly strict?: boolean;
}

/** Adds the subcommand to `mav`. */
export function addRecords(mav: Command, act: Act): void {
  mav
    .command('records')
    .summary('convert a log of prompts and outputs to MAV')
    .description(
      'Convert a log (JSON Lines, JSON or CSV) to MAV: one example per record, the prompt followed by the output.',
    )
    .argument('<log>', 'the log, or - for standard input')
    .option('--prompt <field>', 'the field with the prompt')
    .option('--output <field>', 'the field with the answer of the model')
    .option('--strict', 'exit with status 3 if a record was left out')
    .addHelpText('after', AFTER_HELP)
    .action(act(writeRecords));
}

/** Number of records examined to determine the fields. */
const MAX_EXAMINED = 50;

async function writeRecords(terminal: Terminal, file: string, flags: RecordsFlags): Promise<number> {
  const { name, text } = await readText(terminal, file);
  const format = recordFormat(file === '-' ? '' : file, text);
  const first: LogRecord[] = [];
  for (const event of readRecords(text, format)) {
    if (event.type === 'record') first.push(event);
    if (first.length >= MAX_EXAMINED) break;
  }
  const fields = detectFields(first);
  const { prompt, output } = chosen(fields, flags);
  if (prompt === undefined && output === undefined) throw usageError(`${name} has no records with text`);
  if (flags.prompt === undefined && flags.output === undefined)
    terminal.note(`prompt: ${prompt ?? 'none'}, output: ${output ?? 'none'}`);
  const records = new RecordsText(
    path.basename(name),
    { prompt, output },
    { maxRecords: Number.POSITIVE_INFINITY, maxLength: Number.POSITIVE_INFINITY },
  );
  // fields that were asked for and are in no record
  const absent = new Map<FieldRole, string>();
  if (flags.prompt !== undefined) absent.set('prompt', flags.prompt);
  if (flags.output !== undefined) absent.set('output', flags.output);
  for (const event of readRecords(text, format)) {
    records.add(event);
    if (event.type === 'record')
      for (const [role, field] of absent) if (fieldText(event.value, field, role) !== undefined) absent.delete(role);
  }
  if (records.shown === 0)
    throw usageError(`no record of ${name} has text in these fields; available: ${namesOf(fields)}`);
  for (const [role, field] of absent)
    throw usageError(`no record of ${name} has text in --${role} ${field}; available: ${namesOf(fields)}`);
  await terminal.print(records.text(true));
  terminal.note(`${name}: ${plural(records.shown, 'record')}${records.left === 0 ? '' : `, ${records.left} left out`}`);
  return flags.strict === true && records.left > 0 ? EXIT.incomplete : EXIT.ok;
}

/** The fields to use: if one is given, the other is not guessed. */
const chosen = (fields: DetectedFields, flags: RecordsFlags): Pick<DetectedFields, 'prompt' | 'output'> =>
  flags.prompt === undefined && flags.output === undefined ? fields : { prompt: flags.prompt, output: flags.output };

const namesOf = ({ prompts }: DetectedFields): string =>
  prompts
    .slice(0, 20)
    .map(({ path: field }) => field)
    .join(', ');
