import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CODES, type Severity } from '../../core/diagnostics/codes.ts';
import type { FileFinding } from '../findings.ts';

/** SARIF has no hints: `none` is a result that is no fault. */
const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'none' };

const isCode = (code: string): code is keyof typeof CODES => code in CODES;

/** Findings as SARIF 2.1.0, the format of code scanning services; lines and columns are 1-based there. */
export function sarif(findings: readonly FileFinding[], version: string): unknown {
  const ids = [...new Set(findings.map(({ code }) => code))].sort();
  const rules = ids.map((id) => {
    const info = isCode(id) ? CODES[id] : undefined;
    return info === undefined
      ? { id }
      : { id, shortDescription: { text: info.title }, defaultConfiguration: { level: LEVELS[info.severity] } };
  });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'StateLens', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ file, range, severity, code, message }) => ({
          ruleId: code,
          ruleIndex: ids.indexOf(code),
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
        })),
      },
    ],
  };
}

/** A relative reference stays one: viewers resolve it against the checkout. */
const fileUri = (file: string): string =>
  path.isAbsolute(file) ? pathToFileURL(file).href : file.split(path.sep).map(encodeURIComponent).join('/');
