import type { AllowedProgram } from '../../protocol/programs.ts';

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
