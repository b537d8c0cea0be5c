import { err, ok, type Result } from '../../core/base/result.ts';
import {
  commandKey,
  type ProcessOpener,
  type ProcessSpec,
  programOf,
  programRefused,
  programSpec,
  startProgramsWith,
  type WorldSpec,
} from '../../core/worlds/world-spec.ts';
import type { AllowedProgram } from '../../protocol/programs.ts';
import { splitUri } from '../documents/open-domain.ts';
import type { ServerHost } from '../host.ts';
import type { Log } from '../log.ts';
import { StartedProgram } from './started-program.ts';

/** Programs that run at once. */
const MAX_STARTED = 16;

/** What programs need of the server. */
export interface WorldProgramsContext {
  readonly host: ServerHost;
  readonly log: Log;
  /** What a program is has changed: one was allowed, all were revoked, or one has failed. Documents through it are to be read again. */
  changed(): void;
}

/** Why a program was not allowed, as a sentence without a period. */
const NOT_HERE = 'no program can be started here';

/**
 * The programs that the user allows as worlds, each by its exact words in one folder. Each has a thread of its own, which asks it
 * and waits; this one knows its world from what it has answered.
 */
export class WorldPrograms {
  readonly #context: WorldProgramsContext;
  readonly #started = new Map<string, StartedProgram>();
  /** Those that end with the server. */
  readonly #ending: Promise<void>[] = [];
  #starts = 0;

  constructor(context: WorldProgramsContext) {
    this.#context = context;
    startProgramsWith(this.#open);
  }

  /** Allows a program, and starts it anew where it runs; why not, as a sentence without a period, or undefined. */
  allow({ words, folder }: AllowedProgram): string | undefined {
    const { host, log } = this.#context;
    const { programs } = host;
    const cwd = programs?.folder(folder);
    if (programs === undefined || cwd === undefined) return NOT_HERE;
    const named = programOf(words);
    if (named === undefined) return 'there is no command';
    const spec: ProcessSpec = { ...named, cwd, start: ++this.#starts };
    const key = commandKey(spec);
    void this.#started.get(key)?.end();
    this.#started.delete(key);
    if (this.#started.size >= MAX_STARTED) return `${MAX_STARTED} programs run already`;
    this.#started.set(
      key,
      new StartedProgram(spec, programs.start(spec), host.clock, (message) => {
        log.warn(message);
        this.#context.changed();
      }),
    );
    this.#context.changed();
    return undefined;
  }

  /** Ends all programs; none is allowed from now on. */
  revoke(): void {
    const were = this.#started.size;
    for (const program of this.#started.values()) void program.end();
    this.#started.clear();
    if (were > 0) this.#context.changed();
  }

  /** Ends all programs with the server. */
  async dispose(): Promise<void> {
    const all = [...this.#started.values()];
    // who asks again is told that there is none
    this.#started.clear();
    this.#ending.push(...all.map((program) => program.end()));
    await Promise.all(this.#ending);
  }

  /** The world of a program that a document names: where it was not allowed, the reason why it is not started. */
  named(uri: string, name: string): Result<WorldSpec, string> {
    const spec = programSpec(name);
    if (spec === undefined) return err('world is followed by no command');
    const cwd = this.#context.host.programs?.folder(splitUri(uri).folder);
    const program = cwd === undefined ? undefined : this.#started.get(commandKey({ ...spec, cwd }));
    return program === undefined ? err(programRefused(spec)) : ok(program.spec);
  }

  /** The program of a world, where that is one and was allowed. */
  of(world: WorldSpec | undefined): StartedProgram | undefined {
    return world?.kind === 'process' ? this.#started.get(commandKey(world)) : undefined;
  }

  /** The worlds of this thread: what programs have answered. Nothing is asked here. */
  readonly #open: ProcessOpener = (spec) => {
    const program = this.of(spec);
    if (program === undefined || program.spec.start !== spec.start) return err([{ message: programRefused(spec) }]);
    const { failure, learned } = program;
    return failure === undefined ? ok(learned.world) : err([{ message: failure }]);
  };
}
