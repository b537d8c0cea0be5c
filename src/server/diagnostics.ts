import type * as lsp from 'vscode-languageserver';
import type { Severity } from '../core/diagnostics/codes.ts';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import { LineIndex } from '../core/text/line-index.ts';
import type { Range } from '../core/text/range.ts';
import { MAX_DIAGNOSTICS, SERVER_ID } from '../protocol/lsp.ts';

/** As in the protocol: 1 is an error, 4 a hint. */
const SEVERITY: Readonly<Record<Severity, lsp.DiagnosticSeverity>> = { error: 1, warning: 2, info: 3, hint: 4 };

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
 * `limit` the most severe stay, and one entry more counts the others.
 *
 * @param text the document that `found` speaks of
 */
export function toLsp(text: string, found: readonly Diagnostic[], options: PublishOptions): lsp.Diagnostic[] {
  const index = new LineIndex(text);
  const place = ({ start, end }: Range): lsp.Range => ({ start: index.positionAt(start), end: index.positionAt(end) });
  const limit = options.limit ?? MAX_DIAGNOSTICS;
  const shown = found.length > limit ? mostSevere(found, limit) : found;
  const published = shown.map((d): lsp.Diagnostic => {
    const converted: lsp.Diagnostic = {
      range: place(d.range),
      severity: SEVERITY[d.severity],
      code: d.code,
      source: SERVER_ID,
      message: d.message,
    };
    if (options.related && d.related?.length)
      converted.relatedInformation = d.related.map((r) => ({
        location: { uri: options.uri, range: place(r.range) },
        message: r.message,
      }));
    return converted;
  });
  if (shown.length < found.length)
    published.push({
      range: place({ start: 0, end: 0 }),
      severity: SEVERITY.info,
      source: SERVER_ID,
      message: `${found.length - shown.length} more: "statelens check" lists all ${found.length}`,
    });
  return published;
}

/** The `count` most severe, the earlier ones first among equals, in their order in the document. */
function mostSevere(found: readonly Diagnostic[], count: number): Diagnostic[] {
  const order = found.map((_, i) => i);
  order.sort((a, b) => SEVERITY[found[a].severity] - SEVERITY[found[b].severity] || a - b);
  return order
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((i) => found[i]);
}
