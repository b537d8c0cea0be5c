import type { JsonLeaf, JsonNode } from '../json-reader.ts';
import { isVerdict, readFieldRole, verdictStem } from '../reading/field-names.ts';
import { findStateMentions, isMoveAlone } from '../reading/find-mentions.ts';
import type { MoveItem, StateMention } from '../reading/mention.ts';
import { joinParts, type SpeakerRole, type TranscriptPart } from '../transcript-text.ts';

/** Content of one record: the texts of an object and of the objects in it, without those of lists of objects. */
export interface RecordTexts {
  readonly fields: readonly TranscriptPart[];
  /** Texts of a list, each a part. */
  readonly lists: readonly { readonly key: string; readonly parts: readonly TranscriptPart[] }[];
  /** Lists of objects, messages, and objects that are records with their own positions. */
  readonly inner: readonly JsonNode[];
}

/** A field that holds a state, and only a label besides. */
export interface RecordStateField {
  readonly part: TranscriptPart;
  readonly mention: StateMention;
}

const MAX_LABEL = 12;
const LONGEST_STATE = 2000;
const STATE_KEY = /fen|board|position|state|epd/i;
const MOVE_KEY = /move|san|uci|answer|response|raw|pred|fen_?after/i;
const MAX_LIST = 20_000;

/** Returns the only state of a text that holds little else. */
export function stateField(part: TranscriptPart): RecordStateField | undefined {
  const { text } = part;
  if (text.length > LONGEST_STATE) return undefined;
  const states = findStateMentions(text);
  const [mention] = states;
  if (mention === undefined || states.length > 1) return undefined;
  const { start, end } = mention.range;
  const isWhole = text.trim().length <= end - start + MAX_LABEL;
  return isWhole || (STATE_KEY.test(part.key) && readFieldRole(part.key) === undefined && mention.isDrawing)
    ? { part, mention }
    : undefined;
}

/** Collects the texts of a record. */
export function collectRecordTexts(node: JsonNode, role: SpeakerRole | undefined): RecordTexts {
  const fields: TranscriptPart[] = [];
  const lists: { key: string; parts: TranscriptPart[] }[] = [];
  const inner: JsonNode[] = [];
  const add = (at: JsonNode, prefix: string): void => {
    for (const item of at.items) {
      const name = item.kind === 'leaf' ? item.key : item.name;
      const key = prefix === '' ? name : `${prefix}.${name}`;
      if (item.kind === 'leaf') fields.push(makePart(item, key, role));
      else if (item.isList) {
        const leaves = findLeaves(item);
        if (leaves === undefined) inner.push(item);
        else lists.push({ key, parts: leaves.map((leaf) => makePart(leaf, key, role)) });
      } else if (item.role !== undefined || hasOwnPositions(item)) inner.push(item);
      else add(item, key);
    }
  };
  add(node, '');
  return { fields, lists, inner };
}

/** Joins a list of texts to one text, a line each, if it is a board; undefined for others. */
export function joinBoardRows({ parts }: RecordTexts['lists'][number]): TranscriptPart | undefined {
  const [first] = parts;
  if (first === undefined || parts.length !== 8 || parts.some(({ text }) => text.length > 40)) return undefined;
  const { text, map } = joinParts(parts, '\n');
  return { ...first, text, map };
}

const makePart = ({ text, map }: JsonLeaf, key: string, role: SpeakerRole | undefined): TranscriptPart => ({
  role: role ?? readFieldRole(key) ?? 'unknown',
  key,
  text,
  map,
});

/** Returns the texts of a list, and of lists in it; undefined if it holds an object. */
function findLeaves(node: JsonNode): JsonLeaf[] | undefined {
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

/** Returns true for an object with a position and a move, or a further statement about it: it is a separate record. */
function hasOwnPositions({ items }: JsonNode): boolean {
  const leaves = items.filter((item) => item.kind === 'leaf');
  return (
    leaves.some(({ key, text }) => STATE_KEY.test(key) && text.includes('/')) &&
    leaves.some(
      ({ key, text }) => MOVE_KEY.test(key) && !STATE_KEY.test(key) && (isMoveAlone(text) || text.length > 40),
    )
  );
}

const NUMBER = /^\d{1,3}\.(?:\.\.)?\s?/;

/** Returns a field that is a move as a move item. */
export const makeMoveItem = ({ text }: TranscriptPart): MoveItem => {
  const number = NUMBER.exec(text)?.[0].length ?? 0;
  const san = text
    .slice(number)
    .replace(/[!?]+$/, '')
    .trim();
  const start = text.indexOf(san, number);
  return { san, range: { start, end: start + san.length }, number: undefined, isBlack: false };
};

/** Maximum number of verdicts of one record that are read. */
const MAX_VERDICTS = 20;

/** Verdicts of a record on the legality of its moves. */
export class Verdicts {
  readonly #found: { readonly stem: string; readonly isLegal: boolean }[] = [];

  constructor(fields: readonly TranscriptPart[]) {
    for (const { key, text } of fields) {
      if (this.#found.length >= MAX_VERDICTS) return;
      if (/^(?:true|false)$/.test(text) && isVerdict(key))
        this.#found.push({ stem: verdictStem(key), isLegal: text === 'true' });
    }
  }

  /** Returns the verdict of the record on the move of a field; undefined without one. */
  of(key: string): boolean | undefined {
    const name = key.replace(/^.*\./, '').toLowerCase();
    const own = this.#found.find(({ stem }) => stem !== '' && name.startsWith(stem));
    return (own ?? this.#found.find(({ stem }) => stem === ''))?.isLegal;
  }
}

/** Counts of how the moves of a field fitted the positions of their records. */
interface Counts {
  legal: number;
  made: number;
  none: number;
}

const MAX_KEYS = 400;
/** One move in this many may have been made in the position before that of its record. */
const SHARE = 4;

/** Learns the moment of the moves of a field: in some logs the position of a record is that after its move. */
export class Conventions {
  readonly #counts = new Map<string, Counts>();

  /** Notes how a move fitted the position of its record. */
  note(key: string, fit: keyof Counts): void {
    let counts = this.#counts.get(key);
    if (counts === undefined) {
      if (this.#counts.size >= MAX_KEYS) return;
      counts = { legal: 0, made: 0, none: 0 };
      this.#counts.set(key, counts);
    }
    counts[fit]++;
  }

  /** Returns true if the moves of a field are to be made in the positions of their records. */
  isBefore(key: string): boolean {
    const { legal = 0, made = 0, none = 0 } = this.#counts.get(key) ?? {};
    return SHARE * made <= legal + none;
  }
}
