import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CODES, type Severity } from '../../core/notation/diagnostics/codes.ts';
import { isCode } from '../../core/notation/diagnostics/severities.ts';
import type { FileFinding } from './findings.ts';

/** SARIF has no hints: `none` is a result that is no fault. */
const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'none' };

/**
 * A SARIF 2.1.0 log, the format of code scanning services, in parts that are written one after the other: the results
 * come before the rules that they point to. Lines and columns are 1-based.
 */
export class SarifLog {
  readonly #version: string;
  /** Codes with their index among the rules, in the order in which they came. */
  readonly #rules = new Map<string, number>();
  #count = 0;

  /** @param version of the program */
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

/** A relative reference stays one: viewers resolve it against the checkout. */
const fileUri = (file: string): string =>
  path.isAbsolute(file) ? pathToFileURL(file).href : file.split(path.sep).map(encodeURIComponent).join('/');
