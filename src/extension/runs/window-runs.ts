import type { RunSequence, RunSession } from './session.ts';

/** The runs of this window, by the names of their files: what goes on, and what was ended here. */
export class WindowRuns {
  readonly #runs = new Map<string, { readonly session: RunSession; readonly sequence: RunSequence }>();

  get sessions(): readonly RunSession[] {
    return [...this.#runs.values()].map(({ session }) => session);
  }

  of(file: string): { readonly session: RunSession; readonly sequence: RunSequence } | undefined {
    return this.#runs.get(file);
  }

  /** Takes the runs of an experiment, in place of earlier ones with the same files. */
  add(sequence: RunSequence): void {
    for (const session of sequence.sessions) this.#runs.set(session.job.file, { session, sequence });
  }

  /** True if a file is being written here, or waits for its turn. */
  isBusy(file: string): boolean {
    const session = this.#runs.get(file)?.session;
    return session !== undefined && (session.isUnderway || session.state.phase === 'queued');
  }

  /** Ends all in good order. */
  async end(): Promise<void> {
    await Promise.all([...new Set([...this.#runs.values()].map(({ sequence }) => sequence))].map((one) => one.end()));
  }
}
