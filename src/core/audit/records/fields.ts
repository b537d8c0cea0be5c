import { isMoveAlone } from '../reading/announced.ts';
import { findStatesOf } from '../reading/find-mentions.ts';
import { roleOfKey } from '../reading/keys.ts';
import type { StateMention } from '../reading/mention.ts';
import type { JsonLeaf, JsonNode } from '../source/json-node.ts';
import type { Part, Role } from '../source/part.ts';
import { joinParts } from '../source/text-map.ts';

/** What one record says: the texts of an object and of the objects in it, without those of lists of objects. */
export interface RecordTexts {
  readonly fields: readonly Part[];
  /** Texts of a list, each a part. */
  readonly lists: readonly { readonly key: string; readonly parts: readonly Part[] }[];
  /** Lists of objects, messages, and objects that are records with positions of their own. */
  readonly inner: readonly JsonNode[];
}

/** A field that holds a state, and no more than its label besides. */
export interface StateField {
  readonly part: Part;
  readonly mention: StateMention;
}

const MAX_LABEL = 12;
const LONGEST_STATE = 2000;
const STATE_KEY = /fen|board|position|state|epd/i;
const MOVE_KEY = /move|san|uci|answer|response|raw|pred|fen_?after/i;
const MAX_LIST = 20_000;

/** The only state of a text that holds little else. */
export function stateField(part: Part): StateField | undefined {
  const { text } = part;
  if (text.length > LONGEST_STATE) return undefined;
  const states = findStatesOf(text);
  const [mention] = states;
  if (mention === undefined || states.length > 1) return undefined;
  const { start, end } = mention.range;
  const isWhole = text.trim().length <= end - start + MAX_LABEL;
  return isWhole || (STATE_KEY.test(part.key) && roleOfKey(part.key) === undefined && mention.isDrawing)
    ? { part, mention }
    : undefined;
}

/** Collects the texts of a record. */
export function textsOf(node: JsonNode, role: Role | undefined): RecordTexts {
  const fields: Part[] = [];
  const lists: { key: string; parts: Part[] }[] = [];
  const inner: JsonNode[] = [];
  const add = (at: JsonNode, prefix: string): void => {
    for (const item of at.items) {
      const name = item.kind === 'leaf' ? item.key : item.name;
      const key = prefix === '' ? name : `${prefix}.${name}`;
      if (item.kind === 'leaf') fields.push(partOf(item, key, role));
      else if (item.isList) {
        const leaves = leavesOf(item);
        if (leaves === undefined) inner.push(item);
        else lists.push({ key, parts: leaves.map((leaf) => partOf(leaf, key, role)) });
      } else if (item.role !== undefined || hasOwnPositions(item)) inner.push(item);
      else add(item, key);
    }
  };
  add(node, '');
  return { fields, lists, inner };
}

/** A list of texts as one text, a line each, where it is a board; undefined for others. */
export function boardOf({ parts }: RecordTexts['lists'][number]): Part | undefined {
  const [first] = parts;
  if (first === undefined || parts.length !== 8 || parts.some(({ text }) => text.length > 40)) return undefined;
  const { text, map } = joinParts(parts, '\n');
  return { ...first, text, map };
}

const partOf = ({ text, map }: JsonLeaf, key: string, role: Role | undefined): Part => ({
  role: role ?? roleOfKey(key) ?? 'unknown',
  key,
  text,
  map,
});

/** The texts of a list, and of lists in it; undefined where it holds an object. */
function leavesOf(node: JsonNode): JsonLeaf[] | undefined {
  const found: JsonLeaf[] = [];
  const add = (at: JsonNode): boolean =>
    at.items.every((item) => {
      if (item.kind === 'leaf') {
        if (found.length < MAX_LIST) found.push(item);
        return true;
      }
      return item.isList && add(item);
    });
  return add(node) ? found : undefined;
}

/** An object with a position and a move, or something said of it, is a record of its own. */
function hasOwnPositions({ items }: JsonNode): boolean {
  const leaves = items.filter((item) => item.kind === 'leaf');
  return (
    leaves.some(({ key, text }) => STATE_KEY.test(key) && text.includes('/')) &&
    leaves.some(
      ({ key, text }) => MOVE_KEY.test(key) && !STATE_KEY.test(key) && (isMoveAlone(text) || text.length > 40),
    )
  );
}
