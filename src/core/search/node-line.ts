import type { TreeFileNode } from './tree-file.ts';
import type { BucketChances } from './world-model.ts';

const COUNT = '(0|[1-9]\\d{0,14})';
const SHARE = '(?:0(?:\\.\\d+)?|1)';
// Without escapes, so that a text is what stands between its quotes.
const TEXT = '[^"\\\\\\u0000-\\u001f]*';
const NAME = '"[^"\\\\,\\u0000-\\u001f]*"';

/** The line of a state as `nodeLine` writes it where nothing is said but what every state has. Each part begins as no other does: it is linear. */
const PLAIN_STATE = new RegExp(
  `^\\{"node":${COUNT}(?:,"parent":${COUNT},"edge":${COUNT})?,"state":"(${TEXT})"(?:,"truth":"(${TEXT})")?,"value":(${SHARE})` +
    `,"actions":\\[(${NAME}(?:,${NAME})*)\\],"listed":\\[(${SHARE}(?:,${SHARE})*)\\](?:,"best":${COUNT})?\\}$`,
);

const NONE: readonly number[] = [];

/**
 * A state whose lists stay text until they are read: most nodes of a large tree are leaves that are never shown, and lists are nine
 * tenths of their lines.
 */
class PlainState implements TreeFileNode {
  readonly kind = 'state';
  readonly outcome = undefined;
  readonly reason = undefined;
  readonly prior = undefined;
  readonly chances: readonly (BucketChances | undefined)[] | undefined = undefined;
  readonly text = undefined;
  readonly visits = NONE;
  readonly total = NONE;
  readonly closed = NONE;
  readonly id: number;
  readonly parent: number | undefined;
  readonly edge: number;
  readonly state: string;
  readonly truth: string | undefined;
  readonly value: number;
  readonly best: number;
  readonly size: number;
  #actions: string | readonly string[];
  #listed: string | readonly number[];

  constructor(found: RegExpExecArray, size: number) {
    const [, id, parent, edge, state, truth, value, actions, listed, best] = found as readonly (string | undefined)[];
    this.id = Number(id);
    this.parent = parent === undefined ? undefined : Number(parent);
    this.edge = edge === undefined ? -1 : Number(edge);
    this.state = state ?? '';
    this.truth = truth;
    this.value = Number(value);
    this.best = best !== undefined && Number(best) < size ? Number(best) : -1;
    this.size = size;
    this.#actions = actions ?? '';
    this.#listed = listed ?? '';
  }

  get actions(): readonly string[] {
    if (typeof this.#actions === 'string') this.#actions = JSON.parse(`[${this.#actions}]`) as string[];
    return this.#actions;
  }

  get listed(): readonly number[] {
    if (typeof this.#listed === 'string') this.#listed = JSON.parse(`[${this.#listed}]`) as number[];
    return this.#listed;
  }
}

function commas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count++;
  return count;
}

/**
 * The node of a line in the form in which nearly all are written, in a quarter of the time that JSON takes.
 *
 * @param known the nodes before it, by number
 * @returns undefined for any other line, and for one that is damaged: `readNode` says what it is
 */
export function readPlainState(
  line: string,
  known: (id: number) => TreeFileNode | undefined,
): TreeFileNode | undefined {
  const found = PLAIN_STATE.exec(line);
  if (found === null) return undefined;
  const size = commas(found[7]!) + 1;
  if (commas(found[8]!) + 1 !== size) return undefined;
  const node = new PlainState(found, size);
  const { id, parent, edge } = node;
  if (known(id) !== undefined || (id === 0) !== (parent === undefined)) return undefined;
  if (parent === undefined) return node;
  const above = known(parent);
  return above !== undefined && edge < (above.size ?? above.actions.length) ? node : undefined;
}
