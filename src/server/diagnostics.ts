import type * as lsp from 'vscode-languageserver';
import type { Severity } from '../core/diagnostics/codes.ts';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import type { Range } from '../core/text/range.ts';
import { type LspRange, MAX_DIAGNOSTICS, SERVER_ID } from '../protocol/lsp.ts';

/** As in the protocol: 1 is an error, 4 a hint. */
const SEVERITY: Readonly<Record<Severity, lsp.DiagnosticSeverity>> = { error: 1, warning: 2, info: 3, hint: 4 };

/** Diagnostics that count from the start of their section. */
export interface LocalFindings {
  readonly found: readonly Diagnostic[];
  readonly offset: number;
}

export interface PublishOptions {
  /** The document's URI, which related places name. */
  readonly uri: string;
  /** Whether the client shows related places. */
  readonly related: boolean;
  /** Most entries, default `MAX_DIAGNOSTICS`. */
  readonly limit?: number;
}

/**
 * Diagnostics as the protocol wants them: lines and characters instead of offsets, in the order of the document. Of more than
 * `limit` the most severe stay (the earlier ones first among equals), and one entry more counts the others.
 *
 * @param place turns offsets of the document into places
 */
export function toLsp(
  place: (range: Range) => LspRange,
  findings: readonly LocalFindings[],
  options: PublishOptions,
): lsp.Diagnostic[] {
  const limit = options.limit ?? MAX_DIAGNOSTICS;
  const total = findings.reduce((sum, { found }) => sum + found.length, 0);
  const left = roomBySeverity(findings, limit);
  const published: lsp.Diagnostic[] = [];
  for (const { found, offset } of findings)
    for (const d of found) {
      const severity = SEVERITY[d.severity];
      if (left[severity] === 0) continue;
      left[severity]--;
      published.push(
        convert(d, severity, ({ start, end }) => place({ start: start + offset, end: end + offset }), options),
      );
    }
  if (published.length < total)
    published.push({
      range: place({ start: 0, end: 0 }),
      severity: SEVERITY.info,
      source: SERVER_ID,
      message: `${total - published.length} more: "statelens check" lists all ${total}`,
    });
  return published;
}

/** How many of each severity are shown, by its number in the protocol. */
function roomBySeverity(findings: readonly LocalFindings[], limit: number): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { found } of findings) for (const { severity } of found) counts[SEVERITY[severity]]++;
  let room = limit;
  return counts.map((count) => {
    const shown = Math.min(count, room);
    room -= shown;
    return shown;
  });
}

function convert(
  d: Diagnostic,
  severity: lsp.DiagnosticSeverity,
  place: (range: Range) => LspRange,
  { uri, related }: PublishOptions,
): lsp.Diagnostic {
  const converted: lsp.Diagnostic = {
    range: place(d.range),
    severity,
    code: d.code,
    source: SERVER_ID,
    message: d.message,
  };
  if (related && d.related?.length)
    converted.relatedInformation = d.related.map((r) => ({
      location: { uri, range: place(r.range) },
      message: r.message,
    }));
  return converted;
}
