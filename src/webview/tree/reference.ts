import type { ComparedNode } from '../../core/search/comparison/compare-nodes.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import { formatNodeValue } from '../../core/search/view/picture.ts';
import type { ReferenceComparison } from '../../protocol/tree-messages.ts';
import { t } from '../common/l10n.ts';

/** A node that the reference alone has, drawn as a ghost. */
export interface GhostNode extends Pick<ComparedNode, 'path' | 'name' | 'value' | 'state'> {
  /** Ghosts below it. */
  readonly children: GhostNode[];
}

/** Finding of a reference about a node of the trace. */
type ReferenceNote = Pick<ComparedNode, 'agreement' | 'value' | 'differences'>;

const keyOf = (path: readonly string[]): string => path.join(' ');

/** The tree of a reference laid over that of its trace. */
export class ReferenceTree {
  readonly #notes = new Map<number, ReferenceNote>();
  /** Ghosts by number of the node of the trace that they are directly below. */
  readonly #ghosts = new Map<number, GhostNode[]>();
  readonly #byPath = new Map<string, ComparedNode>();

  constructor({ nodes }: Pick<ReferenceComparison, 'nodes'>) {
    const ghosts = new Map<string, GhostNode>();
    for (const compared of nodes) {
      const { path, node, name, agreement, value, state, differences } = compared;
      this.#byPath.set(keyOf(path), compared);
      if (node !== null) {
        this.#notes.set(node, { agreement, value, differences });
        continue;
      }
      // The nodes of a reference are in its order: a parent comes before its children.
      const made: GhostNode = { path, name, value, state, children: [] };
      ghosts.set(keyOf(path), made);
      const before = keyOf(path.slice(0, -1));
      const [above, parent] = [ghosts.get(before), this.#byPath.get(before)];
      if (above !== undefined) above.children.push(made);
      else if (typeof parent?.node === 'number')
        this.#ghosts.set(parent.node, [...(this.#ghosts.get(parent.node) ?? []), made]);
    }
  }

  noteOf({ id }: SearchNode): ReferenceNote | undefined {
    return this.#notes.get(id);
  }

  /** Returns the ghosts directly below a node of the trace. */
  ghostsBelow({ id }: SearchNode): readonly GhostNode[] {
    return this.#ghosts.get(id) ?? [];
  }

  /** Returns the number of a compared node in the tree of the trace; of a missing one that of the nearest node above. */
  nearestTo({ path, node }: Pick<ComparedNode, 'path' | 'node'>): number | undefined {
    for (let length = path.length; length >= 0 && node === null; length--)
      node = this.#byPath.get(keyOf(path.slice(0, length)))?.node ?? null;
    return node ?? undefined;
  }

  /** Returns the actions from the root to a node, in the notation of the game; '' for the root. */
  lineTo(path: readonly string[]): string {
    return path.map((action, i) => this.#byPath.get(keyOf(path.slice(0, i + 1)))?.name ?? action).join(' ');
  }
}

/** The comparison of a trace with its reference on the page. */
export class ReferenceOverlay {
  comparison: ReferenceComparison | undefined;
  tree: ReferenceTree | undefined;
  /** True if the tree of the reference is drawn under that of the trace. */
  isShown = true;

  /** Replaces the comparison; null for none. */
  use(comparison: ReferenceComparison | null): void {
    this.comparison = comparison ?? undefined;
    this.tree = this.comparison && new ReferenceTree(this.comparison);
  }

  /** The tree to draw; undefined for none. */
  get drawn(): ReferenceTree | undefined {
    return this.isShown ? this.tree : undefined;
  }
}

/** Signs of differences, whose shape says what color alone would: an extra node, another one, missing ones below it. */
export const REFERENCE_SIGNS = { extra: '+', other: '≠', missing: '−' } as const;

/**
 * Returns the sign of a node beside its box: `≠ 0.62` with the value by the reference, `+` for an extra node; `−2` for
 * ghosts below it that are not drawn. Empty where the trace is as the reference.
 */
export function referenceSign(note: ReferenceNote | undefined, undrawn: number): string {
  const { agreement = 'same', value = null } = note ?? {};
  const sign =
    agreement === 'extra'
      ? REFERENCE_SIGNS.extra
      : agreement === 'same'
        ? ''
        : `${REFERENCE_SIGNS.other} ${formatNodeValue(value ?? undefined)}`.trim();
  return [sign, undrawn > 0 ? `${REFERENCE_SIGNS.missing}${undrawn}` : ''].filter((part) => part !== '').join(' ');
}

/** Returns the number of ghosts in a list with all below them. */
export const countGhosts = (ghosts: readonly GhostNode[]): number =>
  ghosts.reduce((sum, { children }) => sum + 1 + countGhosts(children), 0);

/** Describes what a reference says about a node, in lines; none where it agrees. */
export function describeReference(note: ReferenceNote | undefined, ghosts: readonly GhostNode[]): string[] {
  const { differences = [], value = null, agreement } = note ?? {};
  const lines = differences.map((difference) => t('Reference: {0}', difference));
  if (agreement === 'value' || agreement === 'content')
    lines.push(t('Value by the reference {0}', formatNodeValue(value ?? undefined)));
  if (ghosts.length > 0) lines.push(t('Missing below: {0}', ghosts.map(({ name }) => name).join(' ')));
  return lines;
}

/** Describes a ghost in lines. */
export const describeGhost = ({ name, value, state, children }: GhostNode): string[] => [
  name,
  t('Only in the reference: the trace has no such node'),
  ...(value === null ? [] : [t('Value by the reference {0}', formatNodeValue(value))]),
  ...(state === null ? [] : [state]),
  ...(children.length === 0 ? [] : [t('Below it: {0}', children.map((child) => child.name).join(' '))]),
];
