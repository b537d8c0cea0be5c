import type { Place } from '../../../core/evaluation/runs/import-plan.ts';
import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import { fieldValue } from '../../../core/mav/records/fields.ts';
import type { ForeignMessage } from '../logs/log-format.ts';
import { wholeFen } from './fen-text.ts';
import { MAX_TEXT, mainLineOf, movesInLine } from './moves-text.ts';
import { type PromptFacts, promptFacts } from './prompt-facts.ts';

/** A record of a log with what a plan reads of it. */
export interface PlanRow {
  /** For people: `line 3`. */
  readonly place: string;
  /** Where the paths of a plan begin. */
  readonly record: unknown;
  /** What was asked, the last message of the user alone; from its end where it is very long. */
  readonly prompt: string;
  /** What the log says is right. */
  readonly targets: readonly string[];
}

/** What was asked: the last message of a user, else all of them. */
export function askedText(messages: readonly ForeignMessage[]): string {
  const last = messages.filter(({ role }) => role === 'user' || role === 'human').at(-1);
  const text = last?.text ?? messages.map((one) => one.text).join('\n');
  return text.slice(-MAX_TEXT);
}

const shown = new WeakMap<PlanRow, PromptFacts>();

/** The positions and moves that the prompt of a record is about. */
export function shownIn(row: PlanRow): PromptFacts {
  const known = shown.get(row);
  if (known !== undefined) return known;
  const facts = promptFacts(row.prompt);
  shown.set(row, facts);
  return facts;
}

/** The FENs at a place of a record; in a prompt there may be several. */
export function fensAt(row: PlanRow, place: Place): readonly string[] {
  if (place === 'initial') return [INITIAL_FEN];
  if (place === 'prompt') return shownIn(row).fens;
  if (place === 'target') return row.targets.flatMap((target) => wholeFen(target) ?? []).slice(0, 1);
  const value = valueAt(row, place.field);
  const fen = typeof value === 'string' ? wholeFen(value) : undefined;
  return fen === undefined ? [] : [fen];
}

/** The lines of moves at a place of a record, the likeliest first. */
export function linesAt(row: PlanRow, place: Place): readonly string[] {
  if (place === 'initial') return [];
  if (place === 'prompt') return shownIn(row).lines;
  if (place === 'target') return row.targets.slice(0, 1);
  const text = textOfMoves(valueAt(row, place.field));
  if (text === undefined) return [];
  const line = mainLineOf(text);
  return movesInLine(line) > 0 ? [line] : [];
}

/** Moves as one text, where they are a text or a list of texts. */
export function textOfMoves(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return isList ? value.join(' ') : undefined;
}

/** The value at a path. Paths of rows may begin with `metadata`, as they did once. */
export function valueAt({ record }: Pick<PlanRow, 'record'>, path: string): unknown {
  const value = fieldValue(record, path);
  return value === undefined && path.startsWith('metadata.')
    ? fieldValue(record, path.slice('metadata.'.length))
    : value;
}
