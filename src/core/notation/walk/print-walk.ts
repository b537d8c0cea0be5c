import type { Label } from '../predictions/types.ts';
import { printWalkLine } from './annotate-walk.ts';

/** A walk to be written. */
export interface WrittenWalk {
  /** Lines without `#`. */
  readonly comments?: readonly string[];
  readonly world: string;
  /** Undefined: where the world starts. */
  readonly start?: string | undefined;
  readonly actions: readonly string[];
  /** In any order; `at` is a number of actions. */
  readonly predictions?: readonly { readonly at: number; readonly label: Label; readonly fen: string | undefined }[];
}

/** Actions of a line at most. */
const MAX_ACTIONS = 20;

/** The text of a walk; the actions between two predictions are lines of their own. */
export function printWalk({ comments = [], world, start, actions, predictions = [] }: WrittenWalk): string {
  const lines = comments.map((comment) => `# ${comment.replace(/\s+/g, ' ')}`);
  lines.push(`world ${world}`);
  if (start !== undefined) lines.push(`start ${start}`);
  const byPlace = new Map<number, string[]>();
  for (const { at, label, fen } of predictions) {
    const line = printWalkLine(label, fen);
    if (byPlace.get(at)?.push(line) === undefined) byPlace.set(at, [line]);
  }
  let words: string[] = [];
  const end = (): void => {
    if (words.length > 0) lines.push(words.join(' '));
    words = [];
  };
  for (let at = 0; at <= actions.length; at++) {
    const own = byPlace.get(at) ?? [];
    if (own.length > 0) {
      end();
      lines.push(...own);
    }
    const action = actions[at];
    if (action === undefined) continue;
    words.push(action);
    if (words.length === MAX_ACTIONS) end();
  }
  end();
  return `${lines.join('\n')}\n`;
}
