import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import { atLeast, isCode, type Severities } from '../../core/notation/diagnostic.ts';
import { CODES, type Severity } from '../../core/notation/diagnostic-codes.ts';
import { EXIT, packageVersion } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { type Style, singleLine, type Terminal } from '../io/terminal.ts';
import { severityOption } from './check-options.ts';
import { emptyTally, type FileFinding, SEVERITIES, tallyText } from './findings.ts';

/** Options of commands that report findings in files. */
export interface FindingFlags {
  readonly format: CheckFormat;
  readonly failOn: Severity | 'never';
  readonly severity: Severities;
}

/** Adds the options for format, failing severity and severities of findings. */
export const addFindingOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <name>', 'output format').choices(CHECK_FORMATS).default('text'))
    .addOption(jsonOption())
    .addOption(
      new Option('--fail-on <level>', 'lowest severity that gives exit status 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .addOption(severityOption());

/** Writes the findings of files, counts them, and determines the exit status. */
export class FindingOutput {
  readonly #terminal: Terminal;
  readonly #flags: Pick<FindingFlags, 'format' | 'failOn'>;
  readonly #writer: CheckWriter;
  readonly #tally = emptyTally();
  #hasFailed = false;
  /** True once a part of a file could not be read. */
  isIncomplete = false;

  constructor(terminal: Terminal, flags: Pick<FindingFlags, 'format' | 'failOn'>) {
    this.#terminal = terminal;
    this.#flags = flags;
    this.#writer = checkWriter(terminal, flags.format);
  }

  async write(found: readonly FileFinding[]): Promise<void> {
    const { failOn } = this.#flags;
    for (const { severity } of found) {
      this.#tally[severity]++;
      this.#hasFailed ||= failOn !== 'never' && atLeast(severity, failOn);
    }
    await this.#writer.write(found);
  }

  /**
   * Ends the output with the number of findings.
   *
   * @param done past participle for the note about an interruption: `checked`
   * @returns the exit status
   */
  async end(files: number, isInterrupted: boolean, done: string): Promise<number> {
    await this.#writer.end();
    if (isInterrupted) this.#terminal.note(`interrupted; the rest was not ${done}`);
    else if (this.#flags.format === 'text') this.#terminal.note(tallyText(this.#tally, files));
    return isInterrupted || this.isIncomplete ? EXIT.incomplete : this.#hasFailed ? EXIT.findings : EXIT.ok;
  }
}

const CHECK_FORMATS = ['text', 'json', 'jsonl', 'sarif'] as const;
type CheckFormat = (typeof CHECK_FORMATS)[number];

/** Writes findings in batches, as far as the format allows it. */
interface CheckWriter {
  write(findings: readonly FileFinding[]): Promise<void>;
  end(): Promise<void>;
}

/** Returns a writer to standard output. */
function checkWriter(terminal: Terminal, format: CheckFormat): CheckWriter {
  switch (format) {
    case 'text':
      return lineWriter(terminal, (finding) => textLine(finding, terminal.style));
    case 'jsonl':
      return lineWriter(terminal, (finding) => JSON.stringify(finding));
    case 'json':
      return jsonWriter(terminal);
    case 'sarif':
      return sarifWriter(terminal);
  }
}

/** Returns `games.pgn:12:5: error PGN_ILLEGAL_MOVE: ...`, 1-based, as editors and terminals expect. */
function textLine({ file, range: { start }, severity, code, message }: FileFinding, style: Style): string {
  const place = `${file}:${start.line + 1}:${start.character + 1}`;
  const level = severity === 'error' || severity === 'warning' ? style.wrong(severity) : severity;
  return `${style.bold(singleLine(place))}: ${level} ${code}: ${singleLine(message)}`;
}

const lineWriter = (terminal: Terminal, line: (finding: FileFinding) => string): CheckWriter => ({
  async write(findings) {
    if (findings.length > 0) await terminal.print(findings.map((finding) => `${line(finding)}\n`).join(''));
  },
  end: () => Promise.resolve(),
});

/** Writes one array with an object per line. */
function jsonWriter(terminal: Terminal): CheckWriter {
  let before = '[';
  return {
    async write(findings) {
      const parts: string[] = [];
      for (const finding of findings) {
        parts.push(`${before}\n${JSON.stringify(finding)}`);
        before = ',';
      }
      if (parts.length > 0) await terminal.print(parts.join(''));
    },
    end: () => terminal.print(before === '[' ? '[]\n' : '\n]\n'),
  };
}

function sarifWriter(terminal: Terminal): CheckWriter {
  const log = new SarifLog(packageVersion());
  return {
    async write(findings) {
      if (findings.length > 0) await terminal.print(log.results(findings));
    },
    end: () => terminal.print(log.end()),
  };
}

/** SARIF levels. SARIF has no hints; `none` marks a result that is not a problem. */
const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'none' };

/**
 * A SARIF 2.1.0 log, the format of code scanning services, written in parts: the results precede the rules that they refer to. Lines and
 * columns are 1-based.
 */
class SarifLog {
  readonly #version: string;
  /** Index of each code among the rules, in order of appearance. */
  readonly #rules = new Map<string, number>();
  #count = 0;

  /** @param version version of the program */
  constructor(version: string) {
    this.#version = version;
  }

  results(findings: readonly FileFinding[]): string {
    return findings.map((finding) => `${this.#separator()}${JSON.stringify(this.#result(finding))}`).join('');
  }

  end(): string {
    const rules = [...this.#rules.keys()].map((id) =>
      isCode(id)
        ? {
            id,
            shortDescription: { text: CODES[id].title },
            defaultConfiguration: { level: LEVELS[CODES[id].severity] },
          }
        : { id },
    );
    const driver = { name: 'StateLens', version: this.#version, rules };
    const start = this.#count === 0 ? HEAD : '';
    return `${start}\n],\n"tool": ${JSON.stringify({ driver })} }] }\n`;
  }

  #separator(): string {
    return this.#count++ === 0 ? `${HEAD}\n` : ',\n';
  }

  #result({ file, range, severity, code, message }: FileFinding): unknown {
    const ruleIndex = this.#rules.get(code) ?? this.#rules.size;
    this.#rules.set(code, ruleIndex);
    return {
      ruleId: code,
      ruleIndex,
      level: LEVELS[severity],
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: fileUri(file) },
            region: {
              startLine: range.start.line + 1,
              startColumn: range.start.character + 1,
              endLine: range.end.line + 1,
              endColumn: range.end.character + 1,
            },
          },
        },
      ],
    };
  }
}

const HEAD = `{ "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
"version": "2.1.0",
"runs": [{ "columnKind": "utf16CodeUnits", "results": [`;

/** Returns the URI of a file; references stay relative, and viewers resolve them against the checkout. */
const fileUri = (file: string): string =>
  path.isAbsolute(file) ? pathToFileURL(file).href : file.split(path.sep).map(encodeURIComponent).join('/');
