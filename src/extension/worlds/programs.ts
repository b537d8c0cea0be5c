import { walkLines } from '../../core/notation/walk/read-walk.ts';
import { PROCESS, programCommandLine, programSpec } from '../../core/worlds/world-spec.ts';
import type { AllowedProgram } from '../../protocol/lsp.ts';

/** What programs need of the window. */
export interface ProgramWindow {
  /** Asks the user about a program, with its exact command and folder. */
  confirm(program: AllowedProgram): Promise<boolean>;
  /** Tells the language server; null, or why it is not possible. */
  allow(program: AllowedProgram): Promise<string | null>;
  revoke(): Promise<unknown>;
  /** Whether there are programs that can be stopped has changed. */
  changed(some: boolean): void;
}

/** What became of a program that was to be started. */
export type Outcome = 'started' | 'declined' | { readonly refused: string };

/** The programs that the user has allowed in this window. They are kept nowhere, and are gone with it. */
export class WindowPrograms {
  readonly #window: ProgramWindow;
  readonly #allowed = new Map<string, AllowedProgram>();

  constructor(window: ProgramWindow) {
    this.#window = window;
  }

  /** Starts a program, or starts it anew. The user is asked once about the same words in the same folder. */
  async start(program: AllowedProgram): Promise<Outcome> {
    const key = keyOf(program);
    if (!this.#allowed.has(key) && !(await this.#window.confirm(program))) return 'declined';
    const refused = await this.#window.allow(program);
    if (refused !== null) return { refused };
    this.#allowed.set(key, program);
    this.#window.changed(true);
    return 'started';
  }

  /** Ends all programs, which are asked about again from now on; returns how many were allowed. */
  async stop(): Promise<number> {
    const count = this.#allowed.size;
    this.#allowed.clear();
    this.#window.changed(false);
    await this.#window.revoke();
    return count;
  }

  /** A language server has started that knows of none: those that were allowed go on in it. */
  async restored(): Promise<void> {
    for (const program of this.#allowed.values()) await this.#window.allow(program);
  }
}

/** The folder of walks is the same with and without its last slash. */
const keyOf = ({ words, folder }: AllowedProgram): string => JSON.stringify([words, folder.replace(/\/$/, '')]);

/** A program that a walk names as its world. */
export interface ProgramEntry {
  readonly words: readonly string[];
  /** Where the walk starts. */
  readonly offset: number;
}

/** The programs that the walks of a text name, that of the walk at an offset first, each once. */
export function readPrograms(text: string, offset: number): ProgramEntry[] {
  const all: ProgramEntry[] = [];
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
export const visibleCommand = (words: readonly string[]): string =>
  escapeInvisible(programCommandLine({ command: words }));

/** A text in which nothing is hidden. */
export const escapeInvisible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ''}}`);

/** A program as an argument of a command, which anything may pass; undefined for all else. */
export function readProgram(value: unknown): AllowedProgram | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { words, folder } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(words) || words.length === 0 || typeof folder !== 'string') return undefined;
  const texts = words.filter((one): one is string => typeof one === 'string');
  return texts.length === words.length ? { words: texts, folder } : undefined;
}
