import type { Range } from '../../base/text/range.ts';
import type { MavPosition, MavState } from '../../mav/check/example-model.ts';
import { fieldDifferences } from '../../mav/check/state-comparison.ts';
import type { TraceModel } from '../../mav/check/trace-model.ts';
import { type MavGame, mavGame, type StateFields } from '../../mav/games.ts';
import type { MavDialect } from '../../mav/syntax.ts';
import type { ComparedStateField, NodeDivergence } from './divergence.ts';

/** State of an example. */
export type StateSlot = 'previous state' | 'state' | 'final state';

const PREFIX = { 'previous state': 'prev-state', state: 'state', 'final state': 'final-state' } as const;

/** Fields that a text may leave out: a FEN of two or four fields, a native state without digits. */
const OPTIONAL = ['castling', 'enPassant', 'halfmove', 'fullmove'] as const;
type OptionalField = (typeof OPTIONAL)[number];

const FIELD_NAMES: Readonly<Record<OptionalField, ComparedStateField>> = {
  castling: 'castling',
  enPassant: 'en-passant',
  halfmove: 'halfmove',
  fullmove: 'fullmove',
};

/** Fields of a FEN, in order. */
const FEN_ORDER: readonly ComparedStateField[] = ['board', 'side', 'castling', 'en-passant', 'halfmove', 'fullmove'];

/** State with all fields of its text, including the digits of a native one. */
interface StatedFields {
  readonly game: MavGame<unknown>;
  readonly placed: MavState;
  readonly fields: StateFields;
  readonly state: unknown;
  readonly error: string | undefined;
  /** Text without insignificant white space. */
  readonly text: string;
  readonly isNative: boolean;
}

/** End of the castling field of a native state with unreadable digits. */
const UNREADABLE = '(not readable)';

function saidBy(placed: MavState, game: MavGame<unknown>, dialect: MavDialect): StatedFields {
  const strict = mavGame(game.automaton.id, { ...dialect, strictMeta: true }) ?? game;
  const { text } = placed.word;
  const { fields: all, state, error } = strict.read(text, placed.form);
  // Digits of another form are not comparable.
  const fields = all.castling?.endsWith(UNREADABLE) === true ? { board: all.board, side: all.side } : all;
  const isNative = text.includes('|');
  return {
    game: strict,
    placed,
    fields,
    state,
    error,
    isNative,
    text: isNative ? text.replace(/\s+/g, '') : text.trim().replace(/\s+/g, ' '),
  };
}

/** Returns the optional fields that any state of a trace states. */
export function findStatedFields(
  { nodes }: Pick<TraceModel, 'nodes'>,
  dialect: MavDialect,
): ReadonlySet<OptionalField> {
  const said = new Set<OptionalField>();
  for (const { model } of nodes.values()) {
    if (model?.game === undefined) continue;
    for (const placed of [...model.previous, ...model.current, ...model.final]) {
      const { fields } = saidBy(placed, model.game, dialect);
      for (const field of OPTIONAL) if (textOf(fields, field) !== undefined) said.add(field);
    }
    if (said.size === OPTIONAL.length) break;
  }
  return said;
}

const textOf = (fields: StateFields, field: OptionalField): string | undefined =>
  field === 'enPassant' ? fields.enPassant?.[0] : fields[field];

/** Inputs of a comparison of two states. */
export interface StateComparison {
  readonly slot: StateSlot;
  readonly game: MavGame<unknown>;
  readonly dialect: MavDialect;
  /** Fields that one of the traces states somewhere and the other nowhere: neither is wrong about them. */
  readonly open: ReadonlySet<OptionalField>;
  /** Position by the reference, where it is known: it determines the possible en passant squares. */
  readonly truth: MavPosition | undefined;
}

/**
 * Returns the fields in which a state differs from that of the reference; its text, where the fields are equal and the
 * text is not.
 */
export function stateDivergences(
  own: MavState,
  reference: MavState,
  comparison: StateComparison,
): readonly NodeDivergence[] {
  const { slot, game, dialect, open } = comparison;
  const [found, right] = [saidBy(own, game, dialect), saidBy(reference, game, dialect)];
  if (found.text === right.text) return [];
  const divergences: NodeDivergence[] = [];
  const tell = (field: ComparedStateField, said: string, expected: string, message?: string): void =>
    void divergences.push({
      part: slot,
      code: `${PREFIX[slot]}-${field}`,
      found: said,
      expected,
      ...(message !== undefined && { message }),
      range: rangeOf(found, field),
    });
  const [a, b] = [found.fields, right.fields];
  if (a.board === undefined || b.board === undefined) {
    tell('text', own.word.text, reference.word.text);
    return divergences;
  }
  const [board] = fieldDifferences(game, { board: a.board, side: undefined }, { board: b.board, side: undefined });
  if (board !== undefined) tell('board', a.board, b.board, board.message);
  if (a.side !== b.side) tell('side', a.side ?? '', b.side ?? '');
  let hasSynonym = false;
  for (const field of OPTIONAL) {
    const [said, expected] = [textOf(a, field), textOf(b, field)];
    if (said === expected || (open.has(field) && (said === undefined || expected === undefined))) continue;
    if (isSynonym(field, found, right, comparison)) hasSynonym = true;
    else tell(FIELD_NAMES[field], said ?? '', expected ?? '');
  }
  if (divergences.length > 0 || hasSynonym) return divergences;
  const isSameForm = found.isNative === right.isNative && saysAsMuch(a, b);
  if (found.error !== right.error || isSameForm) tell('text', own.word.text, reference.word.text);
  return divergences;
}

const saysAsMuch = (a: StateFields, b: StateFields): boolean =>
  OPTIONAL.every((field) => (textOf(a, field) === undefined) === (textOf(b, field) === undefined));

/**
 * Returns true if two texts of a field mean the same: an en passant square may be named after every double step, or
 * only where a capture is possible; castling rights of Chess960 have two spellings.
 */
function isSynonym(
  field: OptionalField,
  found: StatedFields,
  right: StatedFields,
  { truth }: StateComparison,
): boolean {
  if (found.state === undefined || right.state === undefined) return false;
  const { game } = found;
  if (field === 'castling') {
    const [own, expected] = [found.fields.castling ?? '', right.fields.castling ?? ''];
    if (game.automaton.id !== 'chess960' || own.length !== expected.length) return false;
    return game.fieldsOf(found.state).castling === game.fieldsOf(right.state).castling;
  }
  if (field !== 'enPassant') return false;
  const [said, expected] = [found.fields.enPassant?.[0] ?? '', right.fields.enPassant?.[0] ?? ''];
  const known = truth === undefined || [...truth.states()].length > 1 ? undefined : truth.fields.enPassant;
  if (known?.includes(expected) === true) return known.includes(said);
  const [a, b] = [game.fieldsOf(found.state).enPassant ?? [], game.fieldsOf(right.state).enPassant ?? []];
  return a[0] === b[0] && a.includes(said) && b.includes(expected);
}

/** Returns the range of a field; that of the whole state if the field cannot be located. */
function rangeOf({ placed, isNative }: StatedFields, field: ComparedStateField): Range {
  const { range, text } = placed.word;
  const part = (start: number, length: number): Range =>
    start < 0 || length <= 0 ? range : { start: range.start + start, end: range.start + start + length };
  if (isNative) {
    if (field === 'side') return part(0, text.indexOf('|'));
    const digits = /\d{2,}/.exec(text.slice(text.lastIndexOf('||', text.length - 3) + 1));
    if (digits === null || field === 'board' || field === 'text') return range;
    return part(text.lastIndexOf(digits[0]), digits[0].length);
  }
  const fields = [...text.matchAll(/\S+/g)];
  const place = fields[FEN_ORDER.indexOf(field)];
  return place === undefined ? range : part(place.index, place[0].length);
}
