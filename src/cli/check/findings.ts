import type { CheckOutput, Finding } from '../../compute/jobs/jobs.ts';
import { plural } from '../../core/base/text/counts.ts';
import { LineIndex, type TextPosition } from '../../core/base/text/lines.ts';
import { languageName } from '../../core/languages/languages.ts';
import { isCode, isOnceAFile, MAX_PLACES, onceMessage, type Severities } from '../../core/notation/diagnostic.ts';
import { CODES, type Severity } from '../../core/notation/diagnostic-codes.ts';
import type { FileBlock } from '../io/file-blocks.ts';

/** A finding with its file: the JSON form of `check`. */
export interface FileFinding extends Finding {
  readonly file: string;
}

/** Number of findings by severity. */
export type Tally = Record<Severity, number>;

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

export const emptyTally = (): Tally => ({ error: 0, warning: 0, info: 0, hint: 0 });

/** Returns `2 errors, 1 warning in 3 files`. */
export function tallyText(tally: Tally, files: number): string {
  const counts = SEVERITIES.filter((s) => tally[s] > 0).map((s) => plural(tally[s], s === 'info' ? 'remark' : s));
  return `${counts.length === 0 ? 'no findings' : counts.join(', ')} in ${plural(files, 'file')}`;
}

/** Returns the finding for a block that is not UTF-8, with its range relative to the start of the block. */
export function encodingFinding({ job, foreign }: FileBlock): Finding | undefined {
  const code = languageName(job.language)?.encodingCode;
  if (foreign === undefined || code === undefined) return undefined;
  const at = new LineIndex(job.text).positionAt(foreign.offset);
  const message =
    foreign.encoding === 'Windows-1252'
      ? 'not UTF-8: this line and others like it are read as Windows-1252'
      : `the file is in ${foreign.encoding}, which few tools can read`;
  const end = foreign.encoding === 'Windows-1252' ? { line: at.line, character: at.character + 1 } : at;
  return { range: { start: at, end }, severity: CODES[code].severity, code, message, game: null, ply: null };
}

/** A finding about the whole file, at its first location. */
interface Once {
  readonly finding: FileFinding;
  others: number;
  /** 1-based lines of the first few other locations. */
  readonly lines: number[];
}

/**
 * Converts findings of blocks, added in order, to findings of their files. They are returned one block later, so that a finding about the
 * whole file, complete only at its end, is sorted among those of the last block.
 */
export class FileFindings {
  readonly #severities: Severities;
  readonly #once = new Map<string, Once>();
  #waiting: FileFinding[] = [];
  #start: TextPosition = { line: 0, character: 0 };
  #games = 0;

  constructor(severities: Severities) {
    this.#severities = severities;
  }

  /** Start of the next block. */
  get place(): TextPosition {
    return this.#start;
  }

  /** Ends a file and returns its remaining findings. The next block belongs to another file. */
  end(): FileFinding[] {
    const rest = this.#waiting;
    for (const { finding, others, lines } of this.#once.values()) {
      const places = lines.length === 0 ? '' : `, at line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;
      const more = others > lines.length ? ' and others' : '';
      rest.push({ ...finding, message: `${onceMessage(finding.message, others)}${places}${more}` });
    }
    if (this.#once.size > 0) rest.sort(byPlace);
    this.#once.clear();
    this.#waiting = [];
    this.#start = { line: 0, character: 0 };
    this.#games = 0;
    return rest;
  }

  /** Adds the findings of the next block of a file; returns those of the block before, with the configured severities. */
  add(file: string, output: CheckOutput, encoding: Finding | undefined): FileFinding[] {
    const ready = this.#waiting;
    this.#waiting = [];
    for (const finding of encoding === undefined ? output.findings : inserted(output.findings, encoding)) {
      const severity = isCode(finding.code) ? this.#severities[finding.code] : undefined;
      if (severity === 'off') continue;
      const { range, game } = finding;
      this.#take({
        file,
        ...finding,
        range: { start: this.#placed(range.start), end: this.#placed(range.end) },
        severity: severity ?? finding.severity,
        game: game === null ? null : game + this.#games,
      });
    }
    this.#start = this.#placed(output.end);
    this.#games += output.games;
    return ready;
  }

  #take(finding: FileFinding): void {
    if (!isOnceAFile(finding.code)) {
      this.#waiting.push(finding);
      return;
    }
    const first = this.#once.get(finding.code);
    if (first === undefined) this.#once.set(finding.code, { finding, others: 0, lines: [] });
    else if (first.others++ < MAX_PLACES) first.lines.push(finding.range.start.line + 1);
  }

  /** Returns a position in the file: a block may start within a line. */
  #placed({ line, character }: TextPosition): TextPosition {
    const { line: lines, character: before } = this.#start;
    return { line: line + lines, character: line === 0 ? character + before : character };
  }
}

const byPlace = (a: FileFinding, b: FileFinding): number =>
  a.range.start.line - b.range.start.line ||
  a.range.start.character - b.range.start.character ||
  a.range.end.line - b.range.end.line ||
  a.range.end.character - b.range.end.character;

function inserted(findings: readonly Finding[], item: Finding): Finding[] {
  const { line, character } = item.range.start;
  const behind = findings.findIndex(
    ({ range: { start } }) => start.line > line || (start.line === line && start.character >= character),
  );
  return behind < 0 ? [...findings, item] : [...findings.slice(0, behind), item, ...findings.slice(behind)];
}
