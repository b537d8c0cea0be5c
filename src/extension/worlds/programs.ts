import { walkLines } from '../../core/notation/walk/read-walk.ts';
import { PROCESS, programCommandLine, programSpec } from '../../core/worlds/world-spec.ts';
import type { AllowedProgram } from '../../protocol/lsp.ts';

/** Services of the window for programs. */
export interface ProgramWindow {
  /** Asks the user about a program, with its exact command and folder. */
  confirm(program: AllowedProgram): Promise<boolean>;
  /** Allows it in the language server; returns null, or the reason of a failure. */
  allow(program: AllowedProgram): Promise<string | null>;
  revoke(): Promise<unknown>;
  /** Called when the first program can be stopped, or the last no longer can. */
  changed(some: boolean): void;
}

/** Result of starting a program. */
export type Outcome = 'started' | 'declined' | { readonly refused: string };

/** The programs that the user has allowed in this window. They are not stored, and end with it. */
export class WindowPrograms {
  readonly #window: ProgramWindow;
  readonly #allowed = new Map<string, AllowedProgram>();

  constructor(window: ProgramWindow) {
    this.#window = window;
  }

  /** Starts or restarts a program. The user is asked once about the same words in the same folder. */
  async start(program: AllowedProgram): Promise<Outcome> {
    const key = keyOf(program);
    if (!this.#allowed.has(key) && !(await this.#window.confirm(program))) return 'declined';
    const refused = await this.#window.allow(program);
    if (refused !== null) return { refused };
    this.#allowed.set(key, program);
    this.#window.changed(true);
    return 'started';
  }

  /** Ends all programs and withdraws their permissions; returns the number of allowed ones. */
  async stop(): Promise<number> {
    const count = this.#allowed.size;
    this.#allowed.clear();
    this.#window.changed(false);
    await this.#window.revoke();
    return count;
  }

  /** Allows the programs again in a language server that has started without them. */
  async restored(): Promise<void> {
    for (const program of this.#allowed.values()) await this.#window.allow(program);
  }
}

/** Returns a key of a program; the folder of walks is the same with and without its last slash. */
const keyOf = ({ words, folder }: AllowedProgram): string => JSON.stringify([words, folder.replace(/\/$/, '')]);

/** A program that a walk names as its world. */
export interface ProgramEntry {
  readonly words: readonly string[];
  /** Start of the walk. */
  readonly offset: number;
}

/** Returns the programs that the walks of a text name, without duplicates, that of the walk at an offset first. */
export function readPrograms(text: string, offset: number): ProgramEntry[] {
  const all: ProgramEntry[] = [];
  for (const { kind, value, range } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    const program = name.startsWith(PROCESS) ? programSpec(name) : undefined;
    if (program !== undefined) all.push({ words: program.command, offset: range.start });
  }
  const here = all.filter((item) => item.offset <= offset).at(-1);
  const known = new Set<string>();
  return [...(here === undefined ? [] : [here]), ...all].filter(({ words }) => {
    const key = JSON.stringify(words);
    return !known.has(key) && known.add(key);
  });
}

/**
 * Formats a command for the user's agreement: words with spaces in quotation marks, and the codes of characters that
 * are invisible or change the appearance of others.
 */
export const visibleCommand = (words: readonly string[]): string =>
  escapeInvisible(programCommandLine({ command: words }));

/** Replaces invisible characters by their codes. */
export const escapeInvisible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (item) => `\\u{${item.codePointAt(0)?.toString(16) ?? ''}}`);

/** Reads a program from an argument of a command, which can be anything; undefined for all else. */
export function readProgram(value: unknown): AllowedProgram | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { words, folder } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(words) || words.length === 0 || typeof folder !== 'string') return undefined;
  const texts = words.filter((item): item is string => typeof item === 'string');
  return texts.length === words.length ? { words: texts, folder } : undefined;
}
