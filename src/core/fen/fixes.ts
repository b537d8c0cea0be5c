import type { Fix } from '../diagnostics/fix.ts';
import type { Range } from '../text/range.ts';

/** A repair that writes `newText` over a range. */
export const rewrite = (title: string, range: Range, newText: string, safe: boolean): Fix => ({
  title,
  edits: [{ range, newText }],
  safe,
});
