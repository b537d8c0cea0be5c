import type { Range } from '../../base/text/range.ts';
import type { Inlay } from '../../notation/language.ts';
import {
  type ActionValue,
  type Command,
  type Example,
  type MavDialect,
  PUBLISHED_DIALECT,
  type TraceStep,
} from '../syntax.ts';
import { BUCKETS, bucketMiddle, flipBucket, isBucket } from '../values.ts';
import type { MavView } from '../view.ts';

/**
 * Returns a note after each value in a range: the win probability in the middle of its bucket. Ranges count from the
 * section's start.
 */
export function mavInlays(
  { section: { item } }: MavView,
  { start, end }: Range,
  dialect: MavDialect = PUBLISHED_DIALECT,
): Inlay[] {
  if (item === undefined) return [];
  const actions = item.kind === 'example' ? listed(item) : item.steps.flatMap(stepActions);
  return actions
    .filter(({ range }) => start <= range.end && range.end <= end)
    .flatMap(({ range, bucket }) =>
      bucket === undefined || !isBucket(bucket, dialect)
        ? []
        : [
            {
              offset: range.end,
              label: bucketPercent(bucket, dialect),
              tooltip: describeBucketBothSides(bucket, dialect),
            },
          ],
    );
}

const listed = ({ lines }: Example): readonly ActionValue[] =>
  lines.flatMap(({ body }) => (body.kind === 'list' ? body.actions : []));

function stepActions(step: TraceStep): readonly ActionValue[] {
  if (step.kind === 'evaluation') return step.example === undefined ? [] : listed(step.example);
  if (step.kind === 'expansion') return [];
  return step.selection?.kind === 'action' ? [...step.actions, step.selection.action] : step.actions;
}

/**
 * Describes a value in words: `bucket 33 of 64: about 51 % to win for Black`.
 *
 * @param mover the side from which the value is seen; undefined if unknown
 */
export function describeBucket(bucket: number, dialect: MavDialect, mover?: string): string {
  const { base } = dialect;
  const last = base + BUCKETS - 1;
  if (!isBucket(bucket, dialect)) return `${bucket} is not a bucket from ${base} to ${last}`;
  const name = base === 1 ? `bucket ${bucket} of ${BUCKETS}` : `bucket ${bucket} of ${base} to ${last}`;
  return `${name}: about ${bucketPercent(bucket, dialect)} to win${mover === undefined ? '' : ` for ${mover}`}`;
}

/** Describes a value with its flip for the other side. */
export function describeBucketBothSides(bucket: number, dialect: MavDialect, mover?: string): string {
  const text = describeBucket(bucket, dialect, mover);
  return isBucket(bucket, dialect) ? `${text}; from the other side ${flipBucket(bucket, dialect)}` : text;
}

/** Returns the win probability in the middle of a bucket: `51 %`. */
const bucketPercent = (bucket: number, dialect: Pick<MavDialect, 'base'>): string =>
  `${Math.round(100 * bucketMiddle(bucket, dialect))} %`;

/**
 * Describes a command at its place (Schultz et al., section 2).
 *
 * @param isFinal true after a list or a best action: a position is then the one after the best action
 */
export function describeCommand({ name, kind, k }: Command, isFinal: boolean): string {
  if (kind === 'top') {
    const values = 'each with its value: the win probability of the side to move after it, in 64 buckets';
    if (k === 'all') return `%${name}: all legal actions, ${values}`;
    if (k === 1)
      return `%${name}: the best action, with its value: the win probability of the side to move after it, in 64 buckets`;
    return `%${name}: the ${k ?? 'k'} best actions, or all if fewer are legal, ${values}`;
  }
  const form = name.endsWith('FEN') ? 'as FEN' : "in the game's native form";
  switch (name) {
    case 'prev_state':
    case 'prev_FEN':
      return `%${name}: the position before the previous action, ${form}`;
    case 'prev_action':
      return '%prev_action: the action that leads from the previous position to the current one';
    case 'best_action':
      return '%best_action: the action with the highest value';
    case 'state':
    case 'FEN':
      return isFinal
        ? `%${name}: the position after the best action, ${form}`
        : `%${name}: the current position, ${form}; the list belongs to it`;
    default:
      return `%${name} is not a known command`;
  }
}

/** Returns true if a position at an index of commands is the one after the best action. */
export const isFinalAt = (commands: readonly Command[], index: number): boolean =>
  commands.slice(0, index).some(({ kind, name }) => kind === 'top' || name === 'best_action');
