import path from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { type LogRecord, readRecords, recordFormat } from '../../core/mav/read-records.ts';
import { type DetectedFields, detectFields, type FieldRole, fieldText } from '../../core/mav/record-fields.ts';
import { RecordsText } from '../../core/mav/records-text.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';

const AFTER_HELP = `
A field is given by a path of keys and indices: text, choices[0].message.content, messages[-1].content. In a chat (a list of
messages), the prompt is the request and the output is the last answer. Without --prompt-field and --output-field, the fields are determined by
their content and names. Each example follows a comment with its number, file and line; damaged records are reported there and
skipped.

Example:
  $ statelens mav records log.jsonl --prompt-field prompt --output-field completion > log.mav
  $ statelens check log.mav`;

/** Field names by role. */
type FieldNames = Partial<Readonly<Record<'prompt' | 'output', string>>>;

interface RecordsFlags {
  readonly promptField?: string;
  readonly outputField?: string;
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
    .option('--prompt-field <field>', 'the field with the prompt')
    .option('--output-field <field>', 'the field with the answer of the model')
    .option('--strict', 'exit with status 3 if something was left out')
    .addHelpText('after', AFTER_HELP)
    .action(act(writeRecords));
}

/** Number of records examined to determine the fields. */
const MAX_EXAMINED = 50;

async function writeRecords(terminal: Terminal, file: string, flags: RecordsFlags): Promise<number> {
  const named: FieldNames = {
    ...(flags.promptField !== undefined && { prompt: flags.promptField }),
    ...(flags.outputField !== undefined && { output: flags.outputField }),
  };
  const { name, text } = await readText(terminal, file);
  const format = recordFormat(file === '-' ? '' : file, text);
  const first: LogRecord[] = [];
  for (const event of readRecords(text, format)) {
    if (event.type === 'record') first.push(event);
    if (first.length >= MAX_EXAMINED) break;
  }
  const fields = detectFields(first);
  const { prompt, output } = chosen(fields, named);
  if (prompt === undefined && output === undefined) throw usageError(`${name} has no records with text`);
  if (named.prompt === undefined && named.output === undefined)
    terminal.note(`prompt: ${prompt ?? 'none'}, output: ${output ?? 'none'}`);
  const records = new RecordsText(
    path.basename(name),
    { prompt, output },
    { maxRecords: Number.POSITIVE_INFINITY, maxLength: Number.POSITIVE_INFINITY },
  );
  // Requested fields that are in no record.
  const absent = new Map<FieldRole, string>();
  if (named.prompt !== undefined) absent.set('prompt', named.prompt);
  if (named.output !== undefined) absent.set('output', named.output);
  for (const event of readRecords(text, format)) {
    records.add(event);
    if (event.type === 'record')
      for (const [role, field] of absent) if (fieldText(event.value, field, role) !== undefined) absent.delete(role);
  }
  if (records.shown === 0)
    throw usageError(`no record of ${name} has text in these fields; available: ${promptNames(fields)}`);
  for (const [role, field] of absent)
    throw usageError(`no record of ${name} has text in --${role}-field ${field}; available: ${promptNames(fields)}`);
  await terminal.print(records.text(true));
  terminal.note(`${name}: ${plural(records.shown, 'record')}${records.left === 0 ? '' : `, ${records.left} left out`}`);
  return flags.strict === true && records.left > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Returns the fields to use: if one is given, the other is not guessed. */
const chosen = (fields: DetectedFields, named: FieldNames): Pick<DetectedFields, 'prompt' | 'output'> =>
  named.prompt === undefined && named.output === undefined ? fields : { prompt: named.prompt, output: named.output };

const promptNames = ({ prompts }: DetectedFields): string =>
  prompts
    .slice(0, 20)
    .map(({ path: field }) => field)
    .join(', ');
