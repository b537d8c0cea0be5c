import type { Range } from '../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { fixing } from './fixing.ts';

/** A line break as JSON writes it, before what starts a line of MAV. */
export const ESCAPED_LINE = /[^\r\n]{0,1000}?\\n(?:\\n)*(?:\[\s*%|<\s*mav\b|Minimax\b|Evaluation\b)/iy;

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SIGNS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The text of a JSON string, as it is between its quotation marks; what is no escape stays. */
const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, code: string | undefined, sign = '') =>
    code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A string in quotation marks, with what may stand around it in a record: `"output": "…",`. */
const QUOTED = /^(?:\s*[{[])?(?:\s*"[^"\\]{0,100}"\s*:)?\s*"([^]*)"\s*[,}\]]*\s*$/;

/** What is said of a line with escaped text, with the fix that writes it as it was. */
export function escapedText(text: string, range: Range): Diagnostic {
  const line = text.slice(range.start, range.end);
  const content = QUOTED.exec(line)?.[1] ?? line;
  return diagnostic(
    'MAV_ESCAPED',
    range,
    'this text is escaped as in JSON: its line breaks are written as \\n',
    fixing('Unescape', [{ range, newText: unescaped(content).trimEnd() }]),
  );
}
