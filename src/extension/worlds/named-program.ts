import { walkLines } from '../../core/notation/walk/walk-lines.ts';
import { commandText, PROCESS, programSpec } from '../../core/worlds/world-spec.ts';
import type { AllowedProgram } from '../../protocol/programs.ts';

/** A program that a walk names as its world. */
export interface NamedProgram {
  readonly words: readonly string[];
  /** Where the walk starts. */
  readonly offset: number;
}

/** The programs that the walks of a text name, that of the walk at an offset first, each once. */
export function programsNamed(text: string, offset: number): NamedProgram[] {
  const all: NamedProgram[] = [];
  for (const { kind, value, range } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    const program = name.startsWith(PROCESS) ? programSpec(name) : undefined;
    if (program !== undefined) all.push({ words: program.command, offset: range.start });
  }
  const here = all.filter((one) => one.offset <= offset).at(-1);
  const known = new Set<string>();
  return [...(here === undefined ? [] : [here]), ...all].filter(({ words }) => {
    const key = JSON.stringify(words);
    return !known.has(key) && known.add(key);
  });
}

/**
 * A command as people have to see it before they agree: words with spaces in quotation marks, and by its code what has no look of its
 * own, or changes that of others.
 */
export const shownCommand = (words: readonly string[]): string => seen(commandText({ command: words }));

/** A text in which nothing is hidden. */
export const seen = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ''}}`);

/** A program as an argument of a command, which anything may pass; undefined for all else. */
export function readProgram(value: unknown): AllowedProgram | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { words, folder } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(words) || words.length === 0 || typeof folder !== 'string') return undefined;
  const texts = words.filter((one): one is string => typeof one === 'string');
  return texts.length === words.length ? { words: texts, folder } : undefined;
}
