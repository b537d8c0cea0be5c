import type { World } from '../../worlds/world.ts';

/** A node as a model writes it: not yet judged. */
export interface ExtractedNode {
  readonly id: string;
  /** Id of the parent; undefined for a child of the root. */
  readonly parent?: string;
  readonly action: string;
  /** Words of the text that state the node, letter by letter. */
  readonly quote: string;
  /** True if the text decides for this action. */
  readonly isChoice: boolean;
}

/** The question for the nodes of a text: instructions, and the text with its task. */
export interface ExtractionPrompt {
  readonly system: string;
  readonly user: string;
}

const SYSTEM = `You annotate the search that a text describes. You add nothing to it: you only mark what is there.

List every state that the text considers as a node, in the order of the text. A node is one action after its parent; the root is the position in which the text begins. A line of three actions is three nodes.

Answer with one JSON object and nothing else:
{"nodes": [{"id": "1", "parent": null, "action": "…", "quote": "…"}, {"id": "2", "parent": "1", "action": "…", "quote": "…"}], "choice": "1"}

- id: a name of your own. parent: the id of an earlier node, null for the root.
- action: the action that leads from the parent to the node.
- quote: the shortest words of the text that state the node, copied letter by letter. The same words may state several nodes.
- choice: the id of the node that the text decides for, null if it decides for none.
Leave out actions that the text only mentions: those played before the root, and threats that it does not play out. If an action is illegal in the text, write it as the text does.`;

/** Returns the question for the nodes of a text. @param root the state in which it begins, in the form of the world */
export function extractionPrompt(text: string, world: World<unknown>, root: string): ExtractionPrompt {
  const task = [
    `World: ${world.title}`,
    `State of the root: ${root}`,
    `An action is ${world.actionForm}. Other usual ways to write it are fine.`,
  ];
  return { system: SYSTEM, user: `${task.join('\n')}\n\nThe text:\n<text>\n${text}\n</text>` };
}

/** Number of nodes that are read. */
export const MAX_EXTRACTED = 20_000;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** Returns an object as a node; undefined if a field of it is missing. */
function toNode(value: unknown, choice: string | undefined): ExtractedNode | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id: givenId, parent: givenParent, action: givenAction, quote } = value as Record<string, unknown>;
  const [id, action] = [textOf(givenId), textOf(givenAction)];
  if (id === undefined || action === undefined || typeof quote !== 'string') return undefined;
  const parent = textOf(givenParent);
  const isRoot = parent === undefined || /^(?:|root|null|none)$/i.test(parent);
  return { id, action, quote, isChoice: id === choice, ...(!isRoot && { parent }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The nodes of an answer. */
export interface ExtractionAnswer {
  readonly nodes: readonly ExtractedNode[];
  /** Number of objects that are no nodes. */
  readonly malformed: number;
  /** True if the answer is no whole JSON object: it was cut off, or has other words in it. */
  readonly isCut: boolean;
}

/** An object without objects in it. Bounded, so that the search is linear. */
const FLAT_OBJECT = /\{(?:[^{}"]|"(?:[^"\\\n]|\\.){0,4000}"){1,200}\}/g;

/**
 * Reads the answer to `extractionPrompt`: one JSON object, also in a fence or after other words. Of an answer that is
 * cut off the whole nodes are read. Never throws.
 */
export function readExtraction(answer: string): ExtractionAnswer {
  const first = answer.indexOf('{');
  const whole = parse(answer.slice(first, answer.lastIndexOf('}') + 1));
  const fields = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : undefined;
  const listed = fields !== undefined && Array.isArray(fields.nodes) ? (fields.nodes as unknown[]) : undefined;
  const choice = textOf(fields?.choice);
  const values = listed ?? Array.from(answer.matchAll(FLAT_OBJECT), ([object]) => parse(object));
  const found = values.slice(0, MAX_EXTRACTED).map((value) => toNode(value, choice));
  const nodes = found.filter((node): node is ExtractedNode => node !== undefined);
  return { nodes, malformed: values.length - nodes.length, isCut: listed === undefined };
}
