import { parseJson } from '../../../core/mav/records/record.ts';

/** Characters of one sample; what is longer is reported and passed over. */
export const MAX_PIECE = 1 << 26;
export const TOO_LONG = `longer than ${MAX_PIECE.toLocaleString('en-US')} characters`;
/** Levels of one sample: what is nested deeper cannot be written into a run file. */
const MAX_DEPTH = 500;

/** Reads the JSON of a piece; the fault says why it cannot be read. */
export function pieceValue(text: string): { readonly value: unknown } | { readonly fault: string } {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not JSON' };
  return isDeep(value) ? { fault: `nested more than ${MAX_DEPTH} levels deep` } : { value };
}

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const own of Object.values(one)) if (typeof own === 'object' && own !== null) inner.push(own);
    }
    level = inner;
  }
  return false;
}
