import type { CheckOutput, Finding } from '../compute/jobs.ts';
import { CODES, type Code } from '../core/diagnostics/codes.ts';
import { isCode, type Severities } from '../core/diagnostics/severities.ts';
import { LineIndex, type Position } from '../core/text/line-index.ts';
import type { FileBlock } from './check-files.ts';
import type { FileFinding } from './findings.ts';

/** Where a block turned out not to be in UTF-8, as a finding that counts from its start. */
export function encodingFinding({ job, foreign }: FileBlock): Finding | undefined {
  if (foreign === undefined) return undefined;
  const code: Code = job.language === 'pgn' ? 'PGN_ENCODING' : 'FEN_ENCODING';
  const at = new LineIndex(job.text).positionAt(foreign.offset);
  const message =
    foreign.encoding === 'Windows-1252'
      ? 'not in UTF-8: this line and others like it are read as Windows-1252'
      : `the file is in ${foreign.encoding}, which few tools read`;
  const end = foreign.encoding === 'Windows-1252' ? { line: at.line, character: at.character + 1 } : at;
  return { range: { start: at, end }, severity: CODES[code].severity, code, message, game: null, ply: null };
}

/** Turns findings of blocks, given in order, into those of their files. */
export class FileFindings {
  readonly #severities: Severities;
  #start: Position = { line: 0, character: 0 };
  #games = 0;

  constructor(severities: Severities) {
    this.#severities = severities;
  }

  /** Where the next block starts. */
  get place(): Position {
    return this.#start;
  }

  /** A new file starts. */
  restart(): void {
    this.#start = { line: 0, character: 0 };
    this.#games = 0;
  }

  /** The findings of the next block in their file, with the severities that are wanted. */
  add(file: string, output: CheckOutput, encoding: Finding | undefined): FileFinding[] {
    const placed: FileFinding[] = [];
    for (const finding of encoding === undefined ? output.findings : inserted(output.findings, encoding)) {
      const severity = isCode(finding.code) ? this.#severities[finding.code] : undefined;
      if (severity === 'off') continue;
      const { range, game } = finding;
      placed.push({
        file,
        ...finding,
        range: { start: this.#placed(range.start), end: this.#placed(range.end) },
        severity: severity ?? finding.severity,
        game: game === null ? null : game + this.#games,
      });
    }
    this.#start = this.#placed(output.end);
    this.#games += output.games;
    return placed;
  }

  /** A block may start within a line. */
  #placed({ line, character }: Position): Position {
    const { line: lines, character: before } = this.#start;
    return { line: line + lines, character: line === 0 ? character + before : character };
  }
}

function inserted(findings: readonly Finding[], one: Finding): Finding[] {
  const { line, character } = one.range.start;
  const behind = findings.findIndex(
    ({ range: { start } }) => start.line > line || (start.line === line && start.character >= character),
  );
  return behind < 0 ? [...findings, one] : [...findings.slice(0, behind), one, ...findings.slice(behind)];
}
