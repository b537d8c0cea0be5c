import { type MavPosition, normalizeAction } from '../check/example-model.ts';
import { illegalReason } from '../check/illegal-reason.ts';
import type { ActionValue, LineBody, MavDialect } from '../syntax.ts';
import { bucketMiddle, isBucket } from '../values.ts';
import type { DraftLine } from '../write/example-draft.ts';
import { LIST_ROW_STATUSES, type ListedValue, type ListRow } from './list-rows.ts';
import { actionName } from './state-board.ts';

/** The two lists of a comparison. */
export interface ListTableInput {
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
