import type { Range } from '../../base/text/range.ts';
import type { Fix } from '../diagnostics/fix.ts';

/** A repair that writes `newText` over a range. */
export const rewrite = (title: string, range: Range, newText: string, safe: boolean): Fix => ({
  title,
  edits: [{ range, newText }],
  safe,
});
