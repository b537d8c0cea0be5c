import { readSokoban } from '../../worlds/planning/sokoban-level.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';

/** Words of a state in the tokens of Searchformer. */
export interface TokenWords {
  /** Returns a state without what Searchformer does not write: boxes on docks. @param text the whole state */
  readonly state: (text: string) => string;
  /** Returns a step of the plan: the cell of the worker. */
  readonly step: (text: string) => string;
}

/** Words of worlds whose states are written as they are. */
const WHOLE: TokenWords = { state: (text) => text, step: (text) => text };

/** Returns the words of the tokens for a world; levels of Sokoban have others. */
export function tokenWords(spec: WorldSpec | undefined): TokenWords {
  if (spec?.kind !== 'level' && spec?.kind !== 'named') return WHOLE;
  const [kind = ''] = spec.name.split(' ', 1);
  if (kind !== 'sokoban') return WHOLE;
  const level = readSokoban(spec.kind === 'level' ? spec.text : spec.name.slice(kind.length));
  if (!level.ok) return WHOLE;
  const { width, docks } = level.value;
  const isDocked = (box: string): boolean => {
    const [x = 0, y = 0] = box.split(' ').map(Number);
    return docks[x + y * width] === 1;
  };
  return {
    state: (text) => text.replace(/ box (\d+ \d+)/g, (words, box: string) => (isDocked(box) ? '' : words)),
    step: (text) => /^worker (\d+ \d+)/.exec(text)?.[1] ?? text,
  };
}
