import type { RunProblem, RunReader } from './run-reader.ts';
import type { RunHeader, RunSample } from './run-schema.ts';

/**
 * The samples of a run as they count, from the events of its reader: of a request that failed and was made again, the later
 * line wins, at the place of the first. So a sample is here once, and is an error only where no answer ever came.
 */
export class RunSamples {
  #header: RunHeader | undefined;
  readonly #samples = new Map<string, RunSample>();
  readonly #problems: RunProblem[] = [];

  /** Takes what a reader found. */
  add(events: ReturnType<RunReader['push']>): void {
    for (const event of events) {
      if (event.type === 'header') this.#header = event.header;
      else if (event.type === 'sample') this.#samples.set(event.sample.id, event.sample);
      else if (event.type === 'problem') this.#problems.push(event.problem);
    }
  }

  /** Undefined when the file has none that can be read. */
  get header(): RunHeader | undefined {
    return this.#header;
  }

  /** One a sample's id, in the order in which ids came first. */
  get samples(): RunSample[] {
    return [...this.#samples.values()];
  }

  get problems(): readonly RunProblem[] {
    return this.#problems;
  }
}
