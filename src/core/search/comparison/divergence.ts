import type { Range } from '../../base/text/range.ts';

/** Compared parts of a trace, roughly in the order of the text. */
export type TracePart =
  | 'shape'
  | 'name'
  | 'missing'
  | 'extra'
  | 'header'
  | 'lines'
  | 'previous state'
  | 'previous action'
  | 'state'
  | 'list'
  | 'best action'
  | 'final state'
  | 'expansion'
  | 'decision'
  | 'order'
  | 'repeated'
  | 'playing'
  | 'syntax';

/** Fields of a state; `text` for a difference in its form alone, `missing` for a missing state. */
const STATE_FIELDS = ['board', 'side', 'castling', 'en-passant', 'halfmove', 'fullmove', 'text', 'missing'] as const;
export type ComparedStateField = (typeof STATE_FIELDS)[number];

/** Kind of difference (docs/search.md). */
export type DivergenceCode =
  | 'breadth'
  | 'depth'
  | 'node-name'
  | 'node-missing'
  | 'node-extra'
  | 'example-missing'
  | 'game'
  | 'commands'
  | 'lines'
  | `prev-state-${ComparedStateField}`
  | 'prev-action'
  | `state-${ComparedStateField}`
  | 'list-actions'
  | 'list-values'
  | 'list-result'
  | 'best-action'
  | `final-state-${ComparedStateField}`
  | 'expansion'
  | 'expansion-order'
  | 'decision-missing'
  | 'decision-actions'
  | 'decision-order'
  | 'decision-values'
  | 'selection'
  | 'selection-value'
  | 'step-order'
  | 'step-repeated'
  | 'playing'
  | 'syntax';

/** Difference between a trace and its reference. */
export interface TraceDivergence {
  /** `<root e2e4>`; `Minimax` for the first line of the trace, `Playing` for its end. */
  readonly node: string;
  readonly part: TracePart;
  readonly code: DivergenceCode;
  /** Text of the trace; `expected` is that of the reference. */
  readonly found: string;
  readonly expected: string;
  /** Description of the difference, where the texts are long. */
  readonly message?: string;
  /** Range in the trace; undefined for a part that it lacks. */
  readonly range: Range | undefined;
  /** Node whose difference is the cause of this one; undefined for a root cause. */
  readonly follows?: string;
  /** Code of that difference. */
  readonly cause?: DivergenceCode;
}

/** Difference of a node, before its cause is known. */
type OwnDivergence = Omit<TraceDivergence, 'follows' | 'cause'>;

/** Difference without its node, which is that of the comparison. */
export type NodeDivergence = Omit<OwnDivergence, 'node'>;

/** Options of the comparison of two texts. */
export interface ComparisonOptions {
  /** True if values of lists and decisions must be equal; otherwise they must only be present and valid. */
  readonly values: boolean;
}

/** Difference with the key of its node; undefined for one that belongs to none. */
export interface LocatedDivergence {
  readonly one: OwnDivergence;
  readonly key: string | undefined;
  /** True if it follows from the order in which children are announced. */
  readonly isAnnounced?: boolean;
}

/** Parts of a node that precede others and explain them, the nearest first. */
const EXPLAINED_BY: Readonly<Partial<Record<TracePart, readonly TracePart[]>>> = {
  state: ['previous state', 'previous action'],
  list: ['state'],
  'best action': ['list', 'state'],
  'final state': ['best action', 'state'],
  expansion: ['best action', 'list', 'state'],
};

/** Lines of an example: a missing one is reported by the header or by the other lines. */
const LINES: ReadonlySet<TracePart> = new Set([
  'lines',
  'previous state',
  'previous action',
  'state',
  'list',
  'best action',
  'final state',
]);

/** Returns true unless a counter alone differs, which does not affect the legal moves. */
const isGrave = ({ code }: OwnDivergence): boolean => !/-(?:halfmove|fullmove)$/.test(code);

/** Parts that never cause a wrong decision: each is a fault of form. */
const LIGHT: ReadonlySet<TracePart> = new Set(['order', 'repeated', 'name', 'syntax', 'header', 'lines']);

const fieldOf = ({ code }: OwnDivergence): string => code.replace(/^(?:prev-|final-)?state-/, '');

/** Returns the key of the node above; undefined for the root. */
const aboveKey = (key: string): string | undefined =>
  key === '' ? undefined : key.slice(0, Math.max(0, key.lastIndexOf(' ')));

/**
 * Adds the cause of each difference that follows from another. A previous state has the mistake of the state above it;
 * a state that of its inputs, or of the nearest state above with the same mistake; lists, best actions and expansions
 * those of the parts before them; a decision that of the first child that differs, or of the expansion that it repeats;
 * a missing or extra node that of the expansion; the played action that of the root's decision. Any other difference is
 * a root cause.
 */
export function withCauses(found: readonly LocatedDivergence[]): readonly TraceDivergence[] {
  const byKey = new Map<string, LocatedDivergence[]>();
  const firstBelow = new Map<string, LocatedDivergence>();
  for (const placed of found) {
    const { key, one } = placed;
    if (key === undefined) continue;
    const own = byKey.get(key);
    if (own === undefined) byKey.set(key, [placed]);
    else own.push(placed);
    const above = aboveKey(key);
    if (above !== undefined && !firstBelow.has(above) && !LIGHT.has(one.part) && isGrave(one))
      firstBelow.set(above, placed);
  }
  const at = (key: string | undefined, fits: (one: OwnDivergence) => boolean): LocatedDivergence | undefined =>
    key === undefined ? undefined : byKey.get(key)?.find(({ one }) => fits(one));
  const causeOf = (placed: LocatedDivergence): LocatedDivergence | undefined => {
    const { one, key } = placed;
    if (key === undefined) return one.part === 'playing' ? at('', ({ part }) => part === 'decision') : undefined;
    const above = aboveKey(key);
    if (LINES.has(one.part)) {
      const isGone = one.part === 'lines' || one.found === '';
      const isReported = ({ part }: OwnDivergence): boolean =>
        isGone && (part === 'header' || (part === 'lines' && one.part !== 'lines'));
      const cause = at(key, isReported);
      if (cause !== undefined) return cause;
    }
    switch (one.part) {
      case 'previous state':
        return at(above, (other) => other.part === 'state' && fieldOf(other) === fieldOf(one));
      case 'order':
        if (one.code === 'decision-order') return at(key, ({ code }) => code === 'expansion-order');
        return placed.isAnnounced === true
          ? at(key, ({ code }) => code === 'expansion-order' || code === 'expansion')
          : undefined;
      case 'missing':
      case 'extra':
        return at(above, ({ part }) => part === 'expansion');
      case 'decision':
        // A decision weighs the expanded actions; their values come from below, or at a leaf from the list.
        if (one.code === 'decision-actions')
          return at(key, ({ part, found: expanded }) => part === 'expansion' && expanded === one.found);
        return (
          firstBelow.get(key) ?? at(key, ({ part }) => part === 'best action') ?? at(key, ({ part }) => part === 'list')
        );
      default:
        break;
    }
    for (const part of EXPLAINED_BY[one.part] ?? []) {
      const isField = one.part === 'state' && part === 'previous state';
      const cause = at(
        key,
        (other) => other.part === part && (isField ? fieldOf(other) === fieldOf(one) : isGrave(other)),
      );
      if (cause !== undefined) return cause;
    }
    if (one.part !== 'state') return undefined;
    for (let next = above; next !== undefined; next = aboveKey(next)) {
      const cause = at(next, (other) => other.part === 'state' && fieldOf(other) === fieldOf(one));
      if (cause !== undefined) return cause;
    }
    return undefined;
  };
  return found.map((placed) => {
    const seen = new Set<LocatedDivergence>([placed]);
    let first = causeOf(placed);
    for (let next = first; next !== undefined && !seen.has(next); next = causeOf(next)) {
      seen.add(next);
      first = next;
    }
    return first === undefined ? placed.one : { ...placed.one, follows: first.one.node, cause: first.one.code };
  });
}

/** Length limit of a text of a trace; longer ones are cut. */
const MAX_SHOWN = 60;

const cut = (text: string): string =>
  text === '' ? '-' : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;

/** Codes whose part is sufficient. */
const PLAIN: ReadonlySet<DivergenceCode> = new Set([
  'node-missing',
  'node-extra',
  'list-actions',
  'decision-actions',
  'step-repeated',
]);

/** Names what differs: `state castling`. */
export const divergenceName = ({ code, part }: Pick<TraceDivergence, 'code' | 'part'>): string =>
  PLAIN.has(code) ? part : code.replace(/^prev-/, 'previous-').replaceAll('-', ' ');

/** Describes a difference by both texts, or by its own words: `e2e4 instead of d2d4`. */
export function divergenceWords({ found, expected, message, part }: TraceDivergence): string {
  const words = message ?? (expected === '' && part === 'syntax' ? found : undefined);
  return words ?? `${cut(found)} instead of ${cut(expected)}`;
}
