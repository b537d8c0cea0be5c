import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import type { ImportPlan } from '../../core/evaluation/runs/import-plan.ts';
import { encodeRunHeader, encodeRunLine } from '../../core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { logFormat, recognizeLog } from '../../models/import/logs/formats.ts';
import { LOG_FORMATS, type LogFacts, type LogFormat, type LogHead } from '../../models/import/logs/log-format.ts';
import { type ImportedPart, LogImport, RunBuilder } from '../../models/import/logs/log-import.ts';
import {
  type FieldMap,
  type OpenPlan,
  planFacts,
  planSentence,
  quoteText,
} from '../../models/import/plans/plan-text.ts';
import { EXIT, packageVersion, usageError } from '../command.ts';
import { displayPath, Spool } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import { type Terminal } from '../io/terminal.ts';
import type { LogFlags } from './import-options.ts';
import { type OpenLog, openLog } from './open-log.ts';

/** Imports logs of one format into one run; returns the exit status. */
export async function importLogs(terminal: Terminal, logs: readonly string[], flags: LogFlags): Promise<number> {
  if (logs.length === 0) throw usageError('missing subcommand or log; statelens import --help lists the subcommands');
  if (new Set(logs).size !== logs.length) throw usageError('a log is given twice');
  checkOutput(flags.out, { kind: 'run', inputs: logs, overwrite: flags.overwrite });
  const model = flags.model ?? path.basename(displayPath(logs[0] ?? '')).replace(/(?:\.[a-z0-9]+)+$/i, '');
  const builder = new RunBuilder({
    model: model === '' ? 'imported' : model,
    force: flags.model !== undefined,
    extract: flags.extract === true,
    take: flags.take,
  });
  const isWritten = flags.dryRun !== true && flags.explain !== true;
  const lines = new Spool();
  const tally = new ImportTally(terminal);
  const explanation = new Explanation();
  let format: LogFormat | undefined;
  let facts: LogFacts = {};
  const write = (text: string): void => {
    if (isWritten) lines.keep(Buffer.from(text));
  };
  try {
    for (const log of logs) {
      const open = await openLog(terminal, log);
      try {
        format = chooseFormat(terminal, log, open.head, flags, format);
        const tell = tally.of(displayPath(log));
        const found = await importOne(open, format, builder, flags.map ?? {}, explanation, tell, write);
        if ('open' in found) throw usageError(`${displayPath(log)}: ${openText(found.open)}`);
        facts = { ...found.facts, ...facts };
      } finally {
        open.close();
      }
    }
    tally.end();
    const plan = explanation.plan;
    if (flags.explain === true && format !== undefined) await terminal.print(explanation.text(format));
    else if (flags.dryRun === true) await terminal.print(tally.summary(format?.title ?? ''));
    if (isWritten && tally.samples > 0) {
      const files = logs.map((log) => path.basename(log));
      const tool = { name: 'statelens', version: packageVersion() };
      const header = builder.header(
        format?.name ?? 'rows',
        facts,
        { tool, files, created: new Date().toISOString() },
        plan,
      );
      await writeRun(terminal, header, lines, flags.out);
    }
    if (plan !== undefined) terminal.note(planSentence(plan));
  } finally {
    lines.remove();
  }
  terminal.note(tally.counts());
  return tally.status(flags.strict === true);
}

/** Returns the format of a log: the named one, or the detected one, which is reported. */
function chooseFormat(
  terminal: Terminal,
  log: string,
  head: LogHead,
  flags: LogFlags,
  before: LogFormat | undefined,
): LogFormat {
  const name = displayPath(log);
  const found = recognizeLog(head);
  const format = flags.as === undefined ? found?.format : logFormat(flags.as);
  if (format === undefined)
    throw usageError(`${name} looks like no log that is known; specify --as with one of ${LOG_FORMATS.join(', ')}`);
  if (before !== undefined && before.name !== format.name)
    throw usageError(`${name} is ${format.title}, and the log before it ${before.title}; import them apart`);
  terminal.note(`${name}: read as ${format.title}`);
  return format;
}

async function importOne(
  open: OpenLog,
  format: LogFormat,
  builder: RunBuilder,
  map: FieldMap,
  explanation: Explanation,
  tell: (part: ImportedPart) => void,
  write: (text: string) => void,
): Promise<{ readonly facts: LogFacts } | { readonly open: OpenPlan }> {
  const log = new LogImport(format, open.head, builder, map);
  let records: string | undefined;
  const pieces = open.pieces(format, map, (path) => {
    records = path;
  });
  for await (const part of log.parts(pieces)) {
    if (part.type === 'open') return { open: part.open };
    if (part.type === 'sample') {
      write(part.attempts.map(encodeRunLine).join('') + encodeRunLine(part.sample));
      explanation.show(part.sample, part.place);
    } else if (part.type === 'attempts') write(part.attempts.map(encodeRunLine).join(''));
    tell(part);
  }
  explanation.take(log.plan, records);
  return { facts: log.facts };
}

/** Writes the header, which is known only at the end, and the buffered lines. */
async function writeRun(terminal: Terminal, header: RunHeader, lines: Spool, out: string | undefined): Promise<void> {
  const head = Buffer.from(encodeRunHeader(header));
  if (out === undefined || out === '-') {
    await terminal.print(head);
    for await (const bytes of lines.bytes(terminal)) await terminal.print(bytes);
    return;
  }
  const file = new ReplacedFile(out);
  try {
    file.write(head);
    for await (const bytes of lines.bytes(terminal)) file.write(bytes);
    file.commit();
  } finally {
    file.discard();
  }
  terminal.note(`${plural(header.models.length, 'model')} written to ${out}`);
}

/** Number of moves shown from the end of a line. */
const MAX_MOVES = 12;

/** Explanation of an import: its plan with one sample as an example. */
class Explanation {
  plan: ImportPlan | undefined;
  #sample: RunSample | undefined;
  #place = '';

  /**
   * Adds the plan of a log and the path of its records. The first plan of several logs is shown; the counts are those of all.
   */
  take(plan: ImportPlan | undefined, records: string | undefined): void {
    if (plan === undefined) return;
    const { fits = { records: 0, of: 0 } } = this.plan ?? {};
    const both = { records: fits.records + (plan.fits?.records ?? 0), of: fits.of + (plan.fits?.of ?? 0) };
    this.plan = { ...(records !== undefined && { records }), ...(this.plan ?? plan), fits: both };
  }

  /** Shows the first sample with a state, else the first one. */
  show(sample: RunSample, place: string): void {
    if (this.#sample !== undefined && (this.#sample.extraction !== null || sample.extraction === null)) return;
    this.#sample = sample;
    this.#place = place;
  }

  text(format: LogFormat): string {
    const facts: (readonly [string, string])[] = [['format', format.title]];
    if (this.plan === undefined) facts.push(['positions', format.positions ?? 'as they stand in the log']);
    else facts.push(...planFacts(this.plan));
    const lines = facts.map(([name, value]) => `${name.padEnd(11)}${value}\n`).join('');
    return this.#sample === undefined ? lines : `${lines}\n${this.#place}\n${sampleText(this.#sample)}`;
  }
}

/** Returns a sample as text, one fact per line. */
function sampleText({ model, startFen, moves, trueFen, prompt, raw, extraction }: RunSample): string {
  const line = moves === undefined ? undefined : moves.slice(-MAX_MOVES).join(' ');
  const facts: (readonly [string, string] | undefined)[] = [
    ['model', model],
    moves === undefined ? undefined : ['start', startFen ?? INITIAL_FEN],
    line === undefined ? undefined : ['moves', `${(moves?.length ?? 0) > MAX_MOVES ? '… ' : ''}${line}`],
    ['truth', trueFen],
    prompt === undefined ? undefined : ['asked', quoteText(prompt)],
    ['answer', raw === null ? 'none' : quoteText(raw)],
    ['state', extraction?.fen ?? 'none'],
  ];
  return facts
    .filter((fact) => fact !== undefined)
    .map(([name, value]) => `  ${name.padEnd(9)}${value}\n`)
    .join('');
}

/** Returns the reason why a log was not read, with the readings to choose from. */
function openText({ message, choices }: OpenPlan): string {
  if (choices.length === 0) return message;
  const options = choices.map(({ sentence, map }) => `${sentence} (${mapText(map)})`);
  return `${message}; choose: ${options.join('; or ')}`;
}

const mapText = (map: FieldMap): string =>
  Object.entries(map)
    .map(([field, path]) => `--map ${field}=${path}`)
    .join(' ');

/** Limit of the problems and findings shown individually. */
const MAX_SHOWN = 20;

/** Counts the results of an import and reports them, with the location of everything left out. */
class ImportTally {
  readonly #terminal: Terminal;
  samples = 0;
  problems = 0;
  #findings = 0;
  #withMoves = 0;
  #withoutAnswer = 0;
  #withoutState = 0;
  #failed = 0;
  readonly #models = new Map<string, number>();
  readonly #positions = new Set<number>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Returns a function that takes the parts of a log. */
  of(log: string): (part: ImportedPart) => void {
    return (part) => {
      if (part.type === 'sample') this.#count(part.sample);
      else if (part.type === 'problem') {
        if (this.problems++ < MAX_SHOWN) this.#terminal.note(`${log}: ${part.place}: ${part.message}; skipped`);
      } else if (part.type === 'finding') {
        if (this.#findings++ < MAX_SHOWN) this.#terminal.note(`${log}: ${part.place}: ${part.message}`);
      } else if (part.type === 'note') this.#terminal.note(`${log}: ${part.message}`);
    };
  }

  /** Reports what was not shown. */
  end(): void {
    const hidden = (count: number, noun: string): void => {
      if (count > MAX_SHOWN) this.#terminal.note(`and ${plural(count - MAX_SHOWN, noun)} more`);
    };
    hidden(this.problems, 'problem');
    hidden(this.#findings, 'finding');
    if (this.#withoutAnswer > 0 && this.#withoutAnswer + this.#failed === this.samples)
      this.#terminal.note('no answer was found in any sample; --map answer=PATH names its field');
    else if (this.samples > 0 && this.#withoutState + this.#withoutAnswer + this.#failed === this.samples)
      this.#terminal.note('no answer states a position: there is nothing to compare with the true states');
  }

  #count({ model, game, moves, raw, extraction, error }: RunSample): void {
    this.samples++;
    this.#models.set(model, (this.#models.get(model) ?? 0) + 1);
    this.#positions.add(game);
    if (moves !== undefined) this.#withMoves++;
    if (error !== undefined) this.#failed++;
    else if (raw === null) this.#withoutAnswer++;
    else if (extraction === null) this.#withoutState++;
  }

  /** Returns the result that an import would have, one fact per line. */
  summary(title: string): string {
    const facts: readonly (readonly [string, string])[] = [
      ['format', title],
      ['samples', String(this.samples)],
      ['positions', String(this.#positions.size)],
      ['with moves', String(this.#withMoves)],
      ['without an answer', String(this.#withoutAnswer)],
      ['without a state', String(this.#withoutState)],
      ['failed', String(this.#failed)],
      ['illegal moves', String(this.#findings)],
      ['skipped', String(this.problems)],
      ...[...this.#models].map(([model, count]) => ['model', `${model} (${count})`] as const),
    ];
    return facts.map(([name, value]) => `${name.padEnd(18)}${value}\n`).join('');
  }

  /** Returns the exit status: an import without any sample fails, and so does one of less than half of a log. */
  status(isStrict: boolean): number {
    if (this.samples === 0) return EXIT.usage;
    if (isStrict && this.problems > 0) return EXIT.incomplete;
    return this.samples < this.problems ? EXIT.findings : EXIT.ok;
  }

  /** Returns one line for the end of an import. */
  counts(): string {
    if (this.samples === 0)
      return `nothing was read: ${this.problems === 0 ? 'the log has no records' : `${plural(this.problems, 'record')} skipped`}`;
    const counts = [`${plural(this.samples, 'sample')} imported`, `${this.#withoutState} without a state`];
    if (this.#withoutAnswer > 0) counts.push(`${this.#withoutAnswer} without an answer`);
    if (this.#failed > 0) counts.push(`${this.#failed} failed`);
    if (this.#findings > 0) counts.push(plural(this.#findings, 'illegal move'));
    if (this.problems > 0) counts.push(`${this.problems} skipped`);
    if (this.samples < this.problems) counts.push('less than half of the log was read');
    return counts.join(', ');
  }
}
