import { LruMap } from '../../core/base/lru-map.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { ExampleDraft } from '../../core/mav/write/example-draft.ts';
import type { ExamplePrompt } from '../../core/mav/write/prompt-edits.ts';

/** Maximum number of references that are kept. */
const MAX_KNOWN = 200;

/** A reference answer that was requested. */
export interface KnownReference {
  readonly draft: ExampleDraft;
  /** Source of its values; undefined if it needs none. */
  readonly values: string | undefined;
}

/**
 * Reference answers requested in this window, by their question: header and inputs of an example. Whatever happens to
 * its outputs, they can be compared again without an engine.
 */
export class MavReferences {
  readonly #known = new LruMap<string, KnownReference>(MAX_KNOWN);
  #added = 0;

  /** True until one was requested. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** Number of references that were added so far; another number means that others may be known. */
  get added(): number {
    return this.#added;
  }

  add(example: ExamplePrompt, dialect: MavDialect, reference: KnownReference): void {
    this.#added++;
    this.#known.set(keyOf(example, dialect), reference);
  }

  of(example: ExamplePrompt, dialect: MavDialect): KnownReference | undefined {
    return this.#known.get(keyOf(example, dialect));
  }
}

const keyOf = ({ prompt }: ExamplePrompt, dialect: MavDialect): string =>
  `${JSON.stringify(dialect)} ${prompt.replace(/\r\n?/g, '\n').trimEnd()}`;
