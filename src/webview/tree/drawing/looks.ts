import type { Outcome } from '../../../core/base/automaton.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import type { TreeStatus } from '../../../core/search/tree-status.ts';
import { countVisits, valueAtRoot } from '../../../core/search/view/node-values.ts';
import { formatCount, type NodeLook } from '../../../core/search/view/picture.ts';
import { formatCosts } from '../../../core/search/view/status-look.ts';
import { t } from '../../common/l10n.ts';
import type { CanvasView } from '../canvas-view.ts';
import type { GhostNode } from '../reference.ts';

/** Words of a drawing besides moves. */
export interface DrawingWords {
  /** The root. */
  readonly start: string;
  /** Several small siblings in one box, by their number. */
  readonly others: (count: string) => string;
}

/** Words in the language of the page; exports are in English. */
export const SHOWN_WORDS: DrawingWords = { start: t('start'), others: (count) => t('+{0} others', count) };
export const EXPORTED_WORDS: DrawingWords = { start: 'start', others: (count) => `+${count} others` };

/** Names of nodes, each made when it is first written: a move is dear to name, and most boxes are too small for one. */
export class Names {
  readonly words: DrawingWords;
  #of: CanvasView['nameOf'] | undefined;
  #known = new WeakMap<SearchNode, string>();

  constructor(words: DrawingWords) {
    this.words = words;
  }

  /** The names that hold from now on. */
  use(of: CanvasView['nameOf']): void {
    if (of === this.#of) return;
    this.#of = of;
    this.#known = new WeakMap();
  }

  of(node: SearchNode): string {
    let name = this.#known.get(node);
    if (name === undefined) {
      name = this.#of?.(node) ?? '';
      // the name of a root is a word, where it has that one
      if (node.parent === undefined && name === EXPORTED_WORDS.start) name = this.words.start;
      this.#known.set(node, name);
    }
    return name;
  }
}

/** The look of a node in a view. */
export class SingleLook implements NodeLook {
  readonly visits: number | undefined;
  readonly value: number | undefined;
  readonly isHallucination: boolean;
  readonly isGroup = false;
  readonly differs: boolean;
  readonly isTerminal: boolean;
  readonly outcome: Outcome | undefined;
  readonly isPrincipal: boolean;
  readonly isSelected: boolean;
  readonly isDim: boolean;
  readonly waiting: number;
  readonly status: TreeStatus | undefined;
  readonly costs: string;
  readonly #node: SearchNode;
  readonly #names: Names;

  constructor(node: SearchNode, view: CanvasView, names: Names) {
    this.#node = node;
    this.#names = names;
    this.isHallucination = node.kind === 'hallucination';
    this.visits = this.isHallucination ? undefined : countVisits(node);
    this.value = valueAtRoot(node, view.root, view.rule);
    this.differs = view.differs(node);
    this.isTerminal = node.kind === 'terminal';
    this.outcome = node.outcome;
    this.isPrincipal = view.principal.has(node);
    this.isSelected = view.selected === node;
    this.isDim = view.matches !== undefined && !view.matches(node);
    this.status = node.status;
    this.costs = node.marks === undefined ? '' : formatCosts(node.marks);
    this.waiting = node === view.root ? 0 : (node.parent?.virtual[node.edge] ?? 0);
  }

  get name(): string {
    return this.#names.of(this.#node);
  }
}

/** The look of several small siblings in one box. */
export function groupLook(nodes: readonly SearchNode[], { matches }: CanvasView, { words }: Names): NodeLook {
  return {
    name: words.others(formatCount(nodes.length)),
    visits: nodes.reduce((sum, node) => sum + (node.kind === 'hallucination' ? 0 : countVisits(node)), 0),
    value: undefined,
    isHallucination: nodes.some(({ kind }) => kind === 'hallucination'),
    isGroup: true,
    differs: false,
    isTerminal: false,
    outcome: undefined,
    isPrincipal: false,
    isSelected: false,
    isDim: matches !== undefined && !nodes.some(matches),
    waiting: 0,
    status: undefined,
    costs: '',
  };
}

/** The look of a node that the reference alone has. */
export const ghostLook = ({ name, value }: GhostNode): NodeLook => ({
  name,
  visits: undefined,
  value: value ?? undefined,
  isHallucination: false,
  isGroup: false,
  differs: false,
  isTerminal: false,
  outcome: undefined,
  isPrincipal: false,
  isSelected: false,
  isDim: false,
  waiting: 0,
  status: undefined,
  costs: '',
});
