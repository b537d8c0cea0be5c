import type * as lsp from 'vscode-languageserver';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { type Diagnostic, isOnceAFile, MAX_PLACES, onceMessage, type Related } from '../../core/notation/diagnostic.ts';
import type { Severity } from '../../core/notation/diagnostic-codes.ts';
import { type LspRange, MAX_DIAGNOSTICS, SERVER_ID } from '../../protocol/lsp.ts';

/** Severities of the protocol: 1 is an error, 4 a hint. */
const SEVERITY: Readonly<Record<Severity, lsp.DiagnosticSeverity>> = { error: 1, warning: 2, info: 3, hint: 4 };

/** Diagnostics with offsets from the start of their section. */
export interface LocalFindings {
  readonly found: readonly Diagnostic[];
  readonly offset: number;
}

export interface PublishOptions {
  /** URI of the document, for related locations. */
  readonly uri: string;
  /** True if the client shows related locations. */
  readonly related: boolean;
  /** Maximum number of entries; default: `MAX_DIAGNOSTICS`. */
  readonly limit?: number;
}

/**
 * Converts diagnostics to the protocol: lines and characters instead of offsets, in the order of the document. If there
 * are more than `limit`, the most severe are kept (the earlier ones first among equals), and one more entry counts the
 * others. A diagnostic of the whole file, such as one about line ends, is one entry.
 *
 * @param place converts ranges of the document
 */
export function toLsp(
  place: (range: Range) => LspRange,
  local: readonly LocalFindings[],
  options: PublishOptions,
): lsp.Diagnostic[] {
  const limit = options.limit ?? MAX_DIAGNOSTICS;
  const findings = onceAFile(local);
  const total = findings.reduce((sum, { found }) => sum + found.length, 0);
  const left = roomBySeverity(findings, limit);
  const published: lsp.Diagnostic[] = [];
  for (const { found, offset } of findings)
    for (const d of found) {
      const severity = SEVERITY[d.severity];
      const room = left[severity] ?? 0;
      if (room === 0) continue;
      left[severity] = room - 1;
      published.push(convert(d, severity, (range) => place(shiftRange(range, offset)), options));
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

/** Returns the single diagnostic of a document that is not read. */
export const skippedDiagnostic = (message: string): lsp.Diagnostic => ({
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  severity: SEVERITY.info,
  source: SERVER_ID,
  message,
});

/**
 * Keeps diagnostics of the whole file only at their first location, which counts the other games and names some of
 * them.
 */
function onceAFile(findings: readonly LocalFindings[]): readonly LocalFindings[] {
  if (!findings.some(({ found }) => found.some(({ code }) => isOnceAFile(code)))) return findings;
  const firsts = new Map<string, { readonly at: number; others: number; readonly related: Related[] }>();
  const without = findings.map(({ found, offset }) => ({
    offset,
    found: found.filter(({ code, range }) => {
      if (!isOnceAFile(code)) return true;
      const first = firsts.get(code);
      if (first === undefined) {
        firsts.set(code, { at: offset, others: 0, related: [] });
        return true;
      }
      const by = offset - first.at;
      if (first.others++ < MAX_PLACES) first.related.push({ range: shiftRange(range, by), message: 'also here' });
      return false;
    }),
  }));
  return without.map(({ found, offset }) => ({
    offset,
    found: found.map((d) => {
      const first = isOnceAFile(d.code) ? firsts.get(d.code) : undefined;
      if (first === undefined || first.others === 0) return d;
      return { ...d, message: onceMessage(d.message, first.others), related: first.related };
    }),
  }));
}

/** Returns the number of published diagnostics by severity, as numbered in the protocol. */
function roomBySeverity(findings: readonly LocalFindings[], limit: number): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { found } of findings)
    for (const { severity } of found) counts[SEVERITY[severity]] = (counts[SEVERITY[severity]] ?? 0) + 1;
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
