/** Marks parts of a text for a terminal. Nothing is told by colour alone. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  wrong(text: string): string;
}

const sgr = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;
const plain = (text: string): string => text;

/** Colours only on a terminal, and not when `NO_COLOR` is set (no-color.org). */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const noColour = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  if (stream.isTTY !== true || noColour || env['TERM'] === 'dumb') return { bold: plain, dim: plain, wrong: plain };
  return { bold: sgr(1, 22), dim: sgr(2, 22), wrong: sgr(33, 39) };
}
