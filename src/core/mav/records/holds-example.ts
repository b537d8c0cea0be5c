import { EXAMPLE_HEAD } from '../heads.ts';

const HEAD = new RegExp(`${EXAMPLE_HEAD}|(?<![^\\r\\n])Minimax\\b`, 'i');

/** True if an example or a trace starts anywhere in a text. */
export const holdsExample = (text: string): boolean => HEAD.test(text);
