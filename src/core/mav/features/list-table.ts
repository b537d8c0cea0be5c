import { csvRow, escapeMarkdown } from '../../base/text/escape.ts';
import { type MavPosition, normalizeAction } from '../check/example-model.ts';
import { illegalReason } from '../check/illegal-reason.ts';
import type { ActionValue, LineBody, MavDialect } from '../syntax.ts';
import { bucketMiddle, isBucket } from '../values.ts';
import type { DraftLine } from '../write/example-draft.ts';
import { actionName } from './state-board.ts';

/** A value of a list. */
export interface ListedValue {
  /** As written, in the dialect's numbers; null for an action without one. */
  readonly bucket: number | null;
  /** Win probability in the middle of the bucket, 0 to 1; null if the number is not a bucket of the dialect. */
  readonly win: number | null;
}

/**
 * Statuses of an action, in row order. `missing`: only the reference lists it, or without a reference it is legal and
 * requested. `only model`: legal, but not among the k of the reference. `legal`: legal, without a reference. `left
 * out`: missing, but an ellipsis of the model may stand for it.
 */
export const LIST_ROW_STATUSES = ['illegal', 'missing', 'both', 'only model', 'legal', 'left out'] as const;
type ListRowStatus = (typeof LIST_ROW_STATUSES)[number];

/** An action of a model's list, of the reference's, or of both. */
export interface ListRow {
  /** Spelling of the dialect; of an illegal action that of the model. */
  readonly written: string;
  /** Players' notation, `f5`; `written` if it is the same, and for an illegal action. */
  readonly name: string;
  readonly status: ListRowStatus;
  readonly model: ListedValue | null;
  readonly reference: ListedValue | null;
  /** Bucket of the model minus that of the reference; null unless both have a value. */
  readonly difference: number | null;
  /** Reason why it is illegal, if known. */
  readonly reason: string | null;
  /** True for the best action of the model, of the reference. */
  readonly isModelBest: boolean;
  readonly isReferenceBest: boolean;
}

const HEAD = ['action', 'model', 'reference', 'difference', 'what'] as const;

/** Prints `33 (51 %)`; '' for an unlisted action. */
export function listedValueText(value: ListedValue | null): string {
  if (value === null) return '';
  const { bucket, win } = value;
  if (bucket === null) return 'no value';
  return win === null ? `${bucket}, no bucket` : `${bucket} (${Math.round(100 * win)} %)`;
}

/** Prints `33 (51 %), best`. */
const markedValue = (value: ListedValue | null, isBest: boolean): string =>
  isBest && value !== null ? `${listedValueText(value)}, best` : listedValueText(value);

/** Prints a difference in buckets with its sign: `+3`, `0`; the minus is as wide as the plus. */
export const signedBuckets = (buckets: number): string =>
  buckets > 0 ? `+${buckets}` : buckets < 0 ? `−${-buckets}` : '0';

/**
 * Returns the status of a row in words: `illegal: the king on h8 cannot move to h1 that way`; '' for one without a
 * problem.
 */
export function statusText({ status, reason }: Pick<ListRow, 'status' | 'reason'>): string {
  switch (status) {
    case 'illegal':
      return reason === null ? 'illegal' : `illegal: ${reason}`;
    case 'missing':
      return 'missing';
    case 'only model':
      return 'not among those of the reference';
    case 'left out':
      return 'not listed, an ellipsis stands there';
    case 'both':
    case 'legal':
      return '';
  }
}

const rowCells = (row: ListRow): string[] => {
  const { written, name, status, model, reference, difference, isModelBest, isReferenceBest } = row;
  const action = name === written ? written : `${name} (${written})`;
  return [
    // A model's text may contain any characters.
    status === 'illegal' ? escapeMarkdown(action) : action,
    markedValue(model, isModelBest),
    markedValue(reference, isReferenceBest),
    difference === null ? '' : signedBuckets(difference),
    escapeMarkdown(statusText(row)),
  ];
};

/**
 * Returns the rows as a Markdown table, `action | model | reference | difference | what`. Its columns are aligned, so
 * that it is readable as text; the last is not, so that one long reason leaves the other lines short.
 */
export function listTableMarkdown(rows: readonly ListRow[]): string {
  const cells = [[...HEAD], ...rows.map(rowCells)];
  const last = HEAD.length - 1;
  const widths = HEAD.map((_, i) => (i === last ? 0 : Math.max(...cells.map((row) => row[i]?.length ?? 0))));
  const isNumber = (column: number): boolean => HEAD[column] === 'difference';
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (isNumber(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = HEAD.map((title, i) => {
    const dashes = '-'.repeat(Math.max(title.length, widths[i] ?? 0));
    return isNumber(i) ? `${dashes.slice(1)}:` : dashes;
  });
  const [head = [], ...body] = cells;
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

/**
 * Returns CSV (RFC 4180) with a header: buckets in the dialect's numbers, win probabilities 0 to 1, missing values
 * empty.
 */
export function listTableCsv(rows: readonly ListRow[]): string {
  const head = [
    'action',
    'move',
    'status',
    'model_bucket',
    'model_win',
    'reference_bucket',
    'reference_win',
    'difference',
    'model_best',
    'reference_best',
    'reason',
  ];
  const body = rows.map((row) => [
    row.written,
    row.name,
    row.status,
    row.model?.bucket ?? '',
    row.model?.win ?? '',
    row.reference?.bucket ?? '',
    row.reference?.win ?? '',
    row.difference ?? '',
    row.isModelBest,
    row.isReferenceBest,
    row.reason ?? '',
  ]);
  return [head, ...body].map(csvRow).join('');
}

/** The two lists of a comparison. */
interface ListTableInput {
  /** Position of both lists. */
  readonly position: MavPosition;
  readonly model: LineBody | undefined;
  /** Best action of the model; without one that of its highest value is used. */
  readonly modelBest: string | undefined;
  /** Actions in the spelling of the game's automaton, the best first; undefined without values. */
  readonly reference: (DraftLine & { readonly command: 'top' })['list'] | undefined;
  /** True if all legal actions are requested; determines the missing ones without a reference. */
  readonly isAll?: boolean;
  readonly dialect: MavDialect;
}

/**
 * Returns the rows of two lists of one position, each action once. Illegal actions come first, then missing ones: they
 * cannot be compared, and are the worst. Then those of both by the size of their difference, those without one last,
 * the others by value.
 */
export function listTable({ position, model, modelBest, reference, isAll, dialect }: ListTableInput): ListRow[] {
  const { game } = position;
  const valueOf = (bucket: number | undefined): ListedValue => ({
    bucket: bucket ?? null,
    win: bucket !== undefined && isBucket(bucket, dialect) ? bucketMiddle(bucket, dialect) : null,
  });
  const actions = model?.kind === 'list' ? model.actions : [];
  const isElided = model?.kind === 'list' && model.isElided;
  const own = firstByName(position, actions);
  const best = modelBest === undefined ? highest(own) : normalizeAction(position, modelBest);
  const isUnknown = reference === undefined;
  const wanted = isUnknown || typeof reference === 'string' ? [] : reference;
  const expected = new Map<string, number | undefined>(wanted.map(({ action, bucket }) => [action, bucket]));
  if (isUnknown && isAll === true && model?.kind === 'list' && !isElided)
    for (const action of position.sure) expected.set(action, undefined);
  const rowOf = (action: string): ListRow => {
    const said = own.get(action);
    const right = expected.get(action);
    const isLegal = position.allows(action);
    const status = !isLegal
      ? 'illegal'
      : said === undefined
        ? isElided
          ? 'left out'
          : 'missing'
        : isUnknown
          ? 'legal'
          : right === undefined
            ? 'only model'
            : 'both';
    const written = isLegal || said === undefined ? game.spell(action) : said.move.text;
    const [a, b] = [said && valueOf(said.bucket), right === undefined ? undefined : valueOf(right)];
    const isCompared = a !== undefined && a.win !== null && b !== undefined && b.win !== null;
    return {
      written,
      name: isLegal ? shownName(position, action, written) : written,
      status,
      model: a ?? null,
      reference: b ?? null,
      difference: isCompared ? (a.bucket ?? 0) - (b.bucket ?? 0) : null,
      reason: isLegal ? null : (illegalReason(position, action) ?? null),
      isModelBest: said !== undefined && action === best,
      isReferenceBest: action === wanted[0]?.action,
    };
  };
  return [...new Set([...own.keys(), ...expected.keys()])].map(rowOf).sort(inOrder);
}

/** Returns the actions of a list by name; of a repeated action the first. */
function firstByName(position: MavPosition, actions: readonly ActionValue[]): Map<string, ActionValue> {
  const found = new Map<string, ActionValue>();
  for (const action of actions) {
    const name = normalizeAction(position, action.move.text);
    if (!found.has(name)) found.set(name, action);
  }
  return found;
}

function highest(actions: ReadonlyMap<string, ActionValue>): string | undefined {
  let best: string | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const [name, { bucket = Number.NEGATIVE_INFINITY }] of actions) if (bucket > most) [best, most] = [name, bucket];
  return best;
}

/** Returns an action in players' notation; in games without one, in the spelling of the dialect. */
const shownName = (position: MavPosition, action: string, written: string): string =>
  position.game.hasFen ? actionName(position, action) : written;

function inOrder(a: ListRow, b: ListRow): number {
  const size = ({ difference }: ListRow): number => (difference === null ? -1 : Math.abs(difference));
  const value = ({ reference, model }: ListRow): number => reference?.bucket ?? model?.bucket ?? -1;
  return (
    LIST_ROW_STATUSES.indexOf(a.status) - LIST_ROW_STATUSES.indexOf(b.status) ||
    size(b) - size(a) ||
    value(b) - value(a) ||
    (a.written < b.written ? -1 : Number(a.written > b.written))
  );
}
