import { constants, copyFileSync, existsSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { plural } from '../../core/base/text/counts.ts';
import { LineIndex } from '../../core/base/text/lines.ts';
import { type ChangedPiece, unifiedDiff } from '../../core/base/text/unified-diff.ts';
import { sectionCut } from '../../core/languages/cuts.ts';
import { type FixedText, type FixQuestion, fixSteps, likelyFix } from '../../core/languages/fix-steps.ts';
import { languageKit } from '../../core/languages/kits.ts';
import { languagesWhere } from '../../core/languages/languages.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import {
  atLeast,
  type Diagnostic,
  firstHeld,
  heldText,
  isWorse,
  type Severities,
} from '../../core/notation/diagnostic.ts';
import type { Code, Severity } from '../../core/notation/diagnostic-codes.ts';
import type { Language } from '../../core/notation/language.ts';
import { attempt, CliError, EXIT, usageError } from '../command.ts';
import { readerTurns } from '../io/files.ts';
import { singleLine, type Terminal } from '../io/terminal.ts';
import { type Document, readDocument } from '../io/text-source.ts';
import { checkRewrite, type RewriteFlags, rewrite } from '../rewrite/rewrite.ts';
import { WalkWorlds } from '../walk-worlds.ts';
import type { FixMode } from './fix-options.ts';

/** Options that `check` passes to its fixes. */
export interface FixJob extends RewriteFlags {
  readonly mode: FixMode;
  readonly dryRun: boolean;
  readonly interactive: boolean;
  readonly options: CheckOptions;
  readonly severities: Severities;
  readonly failOn: Severity | 'never';
  readonly language: Language | undefined;
}

/**
 * Fixes files, and writes them, or the differences. Returns the exit status: 1 if a finding of severity `failOn` or higher is
 * left, or a file would change.
 */
export async function fixFiles(terminal: Terminal, files: readonly string[], job: FixJob): Promise<number> {
  const { dryRun, inPlace, interactive } = job;
  if (dryRun && job.out !== undefined) throw usageError('--dry-run cannot be used with --out: it writes nothing');
  if (interactive && (files.includes('-') || !terminal.isInteractive))
    throw usageError('--interactive requires a terminal, and files that are not standard input');
  if (!dryRun) {
    checkRewrite(files, job, job.language);
    if (inPlace === true) for (const file of files) refuseOldCopy(file);
  }
  const summary = new Summary();
  const asker = interactive ? new FixPrompt(terminal) : undefined;
  const isStopped = await terminal.interruptible(async (signal) => {
    signal.addEventListener('abort', () => asker?.end(), { once: true });
    for (const file of files) {
      const reads = { language: job.language, ...READS };
      const { mark, document } = withoutMark(await readDocument(terminal, file, reads, inPlace === true));
      const options = await new WalkWorlds(terminal, file).optionsFor(document.text, document.language, job.options);
      const pieces = await fixDocument(document, { ...job, options }, summary, asker, readerTurns(terminal, signal));
      if (signal.aborted) return true;
      await write(terminal, document, mark, pieces, job);
    }
    return false;
  });
  asker?.end();
  if (isStopped) throw new CliError('interrupted: the file at hand stays as it was', EXIT.incomplete);
  for (const line of summary.lines(job)) terminal.note(line);
  const isLeft = [...summary.left].some(([severity]) => job.failOn !== 'never' && atLeast(severity, job.failOn));
  return (dryRun ? summary.changed > 0 : isLeft) ? EXIT.findings : EXIT.ok;
}

const READS = { command: 'check --fix', accepted: languagesWhere(), choices: languagesWhere() };

/**
 * Returns a document without its byte order mark, which only text in UTF-16 keeps, since it cannot be read without one.
 */
function withoutMark(document: Document): { readonly mark: string; readonly document: Document } {
  const { text, encoding } = document;
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  return isWide ? { mark: text.slice(0, 1), document: { ...document, text: text.slice(1) } } : { mark: '', document };
}

const backupPath = (file: string): string => `${file}.orig`;

function refuseOldCopy(file: string): void {
  if (existsSync(backupPath(file)))
    throw usageError(`${backupPath(file)} exists: it may be the only way back; move it away, or use --out`);
}

async function fixDocument(
  { name, text, language }: Document,
  { options, severities, mode, interactive }: FixJob,
  summary: Summary,
  asker: FixPrompt | undefined,
  isEnded: () => Promise<boolean>,
): Promise<readonly ChangedPiece[]> {
  const pieces: ChangedPiece[] = [];
  let line = 1;
  for (const before of fixSections(text, language)) {
    const steps = fixSteps(before, language, { check: options, severities, asks: interactive || mode === 'all' });
    let step = steps.next();
    while (step.done !== true) {
      const question = step.value;
      const choice = asker === undefined ? likelyFix(question) : await asker.ask(name, line, question);
      if (choice < 0) summary.addOpen(question);
      step = steps.next(choice);
    }
    summary.add(step.value);
    summary.addHeld(name, line, step.value);
    pieces.push({ before, after: step.value.text });
    line += before.split('\n').length - 1;
    if (await isEnded()) return [];
  }
  if (pieces.some(({ before, after }) => before !== after)) summary.changed++;
  return pieces;
}

async function write(
  terminal: Terminal,
  document: Document,
  mark: string,
  pieces: readonly ChangedPiece[],
  job: FixJob,
): Promise<void> {
  const { name } = document;
  if (job.dryRun) {
    const shown = singleLine(name);
    for (const hunk of unifiedDiff(pieces, { before: shown, after: shown })) await terminal.print(hunk);
    return;
  }
  const text = pieces.map(({ after }) => after).join('');
  if (job.inPlace === true && text !== document.text)
    attempt(`cannot write ${backupPath(name)}`, () => copyFileSync(name, backupPath(name), constants.COPYFILE_EXCL));
  await rewrite(terminal, { ...document, text: mark + document.text }, mark + text, job);
}

/** Counts fixed and remaining findings. */
class Summary {
  readonly left = new Map<Severity, number>();
  changed = 0;
  readonly #fixed = new Map<Code, number>();
  readonly #left = new Map<Code, number>();
  /** Number of findings with several fixes to choose from. */
  #open = 0;
  #unsearched = 0;
  /** The first finding of the highest severity. */
  #held: { readonly finding: Diagnostic; readonly place: string } | undefined;

  add({ fixed, left, unsearched }: FixedText): void {
    this.#unsearched += unsearched;
    for (const code of fixed) count(this.#fixed, code);
    for (const { code, severity } of left) {
      count(this.#left, code);
      count(this.left, severity);
    }
  }

  addOpen({ fixes }: FixQuestion): void {
    if (fixes.length > 0) this.#open++;
  }

  /** @param line 1-based line of the file in which the text begins */
  addHeld(file: string, line: number, { text, left }: FixedText): void {
    const finding = firstHeld(left);
    if (finding === undefined || (this.#held !== undefined && !isWorse(finding, this.#held.finding))) return;
    const at = new LineIndex(text).positionAt(finding.range.start);
    this.#held = { finding, place: `${file}:${line + at.line}:${at.character + 1}` };
  }

  lines({ dryRun, interactive }: FixJob): string[] {
    const fixed = total(this.#fixed);
    const left = total(this.#left);
    const files = `in ${plural(this.changed, 'file')}`;
    const first = `${plural(fixed, 'finding')} ${dryRun ? 'would be fixed' : 'fixed'} ${files}${byCode(this.#fixed)}`;
    const choice =
      this.#open === 0 || interactive ? '' : `; ${this.#open} with fixes to choose from: use --interactive`;
    const cut =
      this.#unsearched === 0 ? '' : `; ${this.#unsearched} with too many possible repairs: not all were tried`;
    const held =
      fixed > 0 || interactive || this.#held === undefined
        ? []
        : [`${singleLine(this.#held.place)} holds it back: ${singleLine(heldText(this.#held.finding))}`];
    return left === 0
      ? [first]
      : [first, ...held, `${plural(left, 'finding')} left${byCode(this.#left)}${choice}${cut}`];
  }
}

const count = <K>(counts: Map<K, number>, key: K): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
const total = (counts: ReadonlyMap<unknown, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

/** Returns `: PGN_ILLEGAL_MOVE 3, PGN_CASTLING_FORM 2`, the most frequent first. */
function byCode(counts: ReadonlyMap<Code, number>): string {
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.length === 0 ? '' : `: ${sorted.map(([code, n]) => `${code} ${n}`).join(', ')}`;
}

const HELP = 'a number chooses a fix, y the first, n none; q leaves everything else as it is';

/** Asks on a terminal which fix to apply. */
class FixPrompt {
  readonly #terminal: Terminal;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;
  #isOver = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    // Without a separate terminal, Ctrl-C reaches the process.
    this.#reader = createInterface({ input: terminal.stdin, terminal: false });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /**
   * Returns the index of the fix that the user chooses; -1 for none. `line`: 1-based line of the file in which the text begins.
   */
  async ask(file: string, line: number, { finding, fixes, text }: FixQuestion): Promise<number> {
    if (this.#isOver) return -1;
    const at = new LineIndex(text).positionAt(finding.range.start);
    const place = `${file}:${line + at.line}:${at.character + 1}`;
    const { noteStyle } = this.#terminal;
    const head = `${noteStyle.bold(singleLine(place))}: ${finding.severity} ${finding.code}: ${singleLine(finding.message)}`;
    const choices = fixes.map(
      ({ title, preferred }, i) => `  ${i + 1}  ${singleLine(title)}${preferred ? noteStyle.dim(' (preferred)') : ''}`,
    );
    this.#terminal.printNote(`${[head, ...choices].join('\n')}\n`);
    const all = fixes.length === 1 ? 'y' : `1-${fixes.length}, y`;
    for (;;) {
      this.#terminal.printNote(`fix it? [${all}, n, q, ?] `);
      const next = await this.#lines.next();
      const answer = next.done === true ? 'q' : next.value.trim().toLowerCase();
      const chosen = answer === 'y' ? 1 : Number(answer);
      if (answer === 'n' || answer === 'no') return -1;
      if (answer === 'q' || answer === 'quit') {
        this.#isOver = true;
        return -1;
      }
      if (answer !== '' && Number.isInteger(chosen) && chosen >= 1 && chosen <= fixes.length) return chosen - 1;
      this.#terminal.printNote(`${HELP}\n`);
    }
  }

  /** Stops reading. */
  end(): void {
    this.#isOver = true;
    this.#reader.close();
  }
}

/** Minimum length of a part with several records, in UTF-16 units; the last one may be shorter. */
const SIZE = 1 << 14;

/**
 * Yields the parts of a text that are fixed separately: the games of a PGN, or groups of records. Together they are the text.
 */
function* fixSections(text: string, language: Language): Generator<string, void> {
  const { repairs } = languageKit(language);
  for (let at = 0; at < text.length; ) {
    const length = repairs?.pieceLength(text, at) ?? recordsLength(text, at, language);
    yield text.slice(at, at + length);
    at += length;
  }
}

/** Returns the length of some whole records at an offset. */
function recordsLength(text: string, at: number, language: Language): number {
  for (let size = SIZE; at + size < text.length; size *= 2) {
    const length = sectionCut(language)(text.slice(at, at + size));
    if (length > 0) return length;
  }
  return text.length - at;
}
