import path from 'node:path';
import type { Command } from 'commander';
import { type DetectedFields, detectFields } from '../../core/mav/records/fields.ts';
import { readRecords, recordFormat } from '../../core/mav/records/read-records.ts';
import type { LogRecord } from '../../core/mav/records/record.ts';
import { RecordsText } from '../../core/mav/records/records-text.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { readText } from '../io/files.ts';
import { plural, type Terminal } from '../io/terminal.ts';

const AFTER_HELP = `
A field is named by its keys and places: text, choices[0].message.content, messages[-1].content. Of a chat (a list of
messages) the prompt is what was asked, the output what was answered last. Without --prompt and --output the fields are
told by their contents and names. Each example stands below a comment with its number, file and line; damaged records are
named there and passed over.

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
    .summary('turn a log of prompts and outputs into MAV')
    .description(
      'Turn a log (JSON Lines, JSON or CSV) into MAV: an example a record, its prompt and below it its output.',
    )
    .argument('<log>', 'the log, or - for standard input')
    .option('--prompt <field>', 'the field with the prompt')
    .option('--output <field>', 'the field with what the model answered')
    .option('--strict', 'exit status 3 when a record had to be left out')
    .addHelpText('after', AFTER_HELP)
    .action(act(writeRecords));
}

/** Records that are looked at to tell the fields. */
const LOOKED_AT = 50;

async function writeRecords(terminal: Terminal, file: string, flags: RecordsFlags): Promise<number> {
  const { name, text } = await readText(terminal, file);
  const format = recordFormat(file === '-' ? '' : file, text);
  const first: LogRecord[] = [];
  for (const event of readRecords(text, format)) {
    if (event.type === 'record') first.push(event);
    if (first.length >= LOOKED_AT) break;
  }
  const fields = detectFields(first);
  const { prompt, output } = chosen(fields, flags);
  if (prompt === undefined && output === undefined) throw usageError(`${name} holds no records with texts`);
  if (flags.prompt === undefined && flags.output === undefined)
    terminal.note(`prompt: ${prompt ?? 'none'}, output: ${output ?? 'none'}`);
  const records = new RecordsText(
    path.basename(name),
    { prompt, output },
    { mostRecords: Number.POSITIVE_INFINITY, mostLength: Number.POSITIVE_INFINITY },
  );
  for (const event of readRecords(text, format)) records.add(event);
  if (records.shown === 0) throw usageError(`no record of ${name} has a text there; it has ${namesOf(fields)}`);
  await terminal.print(records.text(true));
  terminal.note(`${name}: ${plural(records.shown, 'record')}${records.left === 0 ? '' : `, ${records.left} left out`}`);
  return flags.strict === true && records.left > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Where one field is named alone, the other is not guessed. */
const chosen = (fields: DetectedFields, flags: RecordsFlags): Pick<DetectedFields, 'prompt' | 'output'> =>
  flags.prompt === undefined && flags.output === undefined ? fields : { prompt: flags.prompt, output: flags.output };

const namesOf = ({ prompts }: DetectedFields): string =>
  prompts
    .slice(0, 20)
    .map(({ path: field }) => field)
    .join(', ');
