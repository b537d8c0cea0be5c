import type { Range } from '../../base/text/range.ts';
import type { Inlay } from '../../notation/authoring.ts';
import { type ActionValue, type Example, type MavDialect, PUBLISHED_DIALECT, type TraceStep } from '../syntax.ts';
import { isBucket } from '../values.ts';
import type { MavView } from '../view.ts';
import { bucketSentence, percent } from './words.ts';

/** A note behind each value in a range: the win probability in the middle of its bucket. Ranges count from the section's start. */
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
        : [{ offset: range.end, label: percent(bucket, dialect), tooltip: bucketSentence(bucket, dialect) }],
    );
}

const listed = ({ lines }: Example): readonly ActionValue[] =>
  lines.flatMap(({ body }) => (body.kind === 'list' ? body.actions : []));

function stepActions(step: TraceStep): readonly ActionValue[] {
  if (step.kind === 'evaluation') return step.example === undefined ? [] : listed(step.example);
  if (step.kind === 'expansion') return [];
  return step.selection?.kind === 'action' ? [...step.actions, step.selection.action] : step.actions;
}
