import type { ActionLanguage } from './action-language.ts';
import type { PlayerIndex, ReadMention } from './mention.ts';
import type { ProseNode, ProseTree } from './prose-tree.ts';

/** Kinds of reasons for which a mention has no place. */
export const UNPLACED_KINDS = [
  /** It fits two nodes or more, and nothing in the text decides. */
  'two',
  /** It is legal in no node that it may belong to. */
  'none',
  /** It follows an action that has no place. */
  'lost',
  /** It was made before the search begins. */
  'past',
  /** It is threatened, prevented or listed, not made. */
  'unmade',
  /** It describes the position: `the Nf3`, `White: Kg1, Rd1`. */
  'described',
  /** The position in which the search begins is unknown. */
  'no-root',
] as const;
export type UnplacedKind = (typeof UNPLACED_KINDS)[number];

/** Kinds after which the text is where it was. */
const NO_ACTIONS: ReadonlySet<UnplacedKind> = new Set<UnplacedKind>(['past', 'unmade', 'described']);

/** Result of placing a mention. */
export type MentionPlacement =
  | {
      readonly kind: 'node';
      readonly mention: ReadMention;
      readonly node: ProseNode;
      readonly isNew: boolean;
      readonly isChoice: boolean;
    }
  | {
      readonly kind: 'unplaced';
      readonly mention: ReadMention;
      readonly why: UnplacedKind;
      /** The nodes that it could follow, the nearest first. */
      readonly candidates: readonly ProseNode[];
      /** The node at which the text was. */
      readonly at?: ProseNode;
      /** True if it is illegal wherever it could be placed. */
      readonly isHallucinated: boolean;
    };

/** A node that could be the parent, with the legal action there. */
interface Fit {
  readonly node: ProseNode;
  readonly action: string;
}

/** Puts the actions of a text into a tree, one after the other. */
export class MentionPlacer {
  readonly #tree: ProseTree;
  readonly #language: ActionLanguage;
  readonly #own: PlayerIndex | undefined;
  /** Number of the move that the root waits for, as the text counts. */
  readonly #firstNumber: number | undefined;
  /** The node of the last mention; undefined if it has none. */
  #last: ProseNode | undefined;
  #lastRelation: ReadMention['relation'] = 'loose';
  /** True within a list of alternatives. */
  #isList = false;
  /** True after an action that has no place, until the text returns to a known node. */
  #isLost = false;
  /** True if a position of this paragraph may be missing in the tree. */
  #isDoubtful = false;
  /** Parent of the action that another one is to replace. */
  #replaced: ProseNode | undefined;
  /** Parents of the premises of this paragraph. */
  #premises: ProseNode[] = [];
  readonly #brackets: { readonly current: ProseNode; readonly isLost: boolean }[] = [];

  /** @param firstNumber number of the move that the root waits for, as the text counts */
  constructor(tree: ProseTree, language: ActionLanguage, firstNumber: number | undefined) {
    this.#tree = tree;
    this.#language = language;
    this.#firstNumber = firstNumber;
    this.#own = language.sideToMove(tree.root.state);
  }

  /** @param next the mention after it, if the words between say `instead of` */
  place(mention: ReadMention, next: ReadMention | undefined): MentionPlacement {
    this.#followBrackets(mention.brackets);
    if (mention.isBlockStart) {
      this.#isLost = false;
      this.#isDoubtful = false;
      this.#premises = [];
    }
    if (mention.isBlockStart || mention.isNewSentence) this.#replaced = undefined;
    if (!mention.isListLike) this.#isList = isList(mention.relation);
    const placement = this.#decide(mention, next);
    if (placement.kind === 'node') {
      this.#last = placement.node;
      this.#isLost = false;
    } else if (!NO_ACTIONS.has(placement.why)) {
      this.#last = undefined;
      this.#isLost = true;
      if (!placement.isHallucinated) this.#isDoubtful = true;
    }
    this.#lastRelation = mention.relation;
    return placement;
  }

  #followBrackets(signs: string): void {
    for (const sign of signs) {
      if (sign === '(') {
        if (this.#brackets.length < 64) this.#brackets.push({ current: this.#tree.current, isLost: this.#isLost });
        continue;
      }
      const open = this.#brackets.pop();
      if (open === undefined) continue;
      this.#tree.current = open.current;
      this.#last = open.current;
      this.#isLost = open.isLost;
    }
  }

  #decide(mention: ReadMention, next: ReadMention | undefined): MentionPlacement {
    const { relation } = mention;
    if (relation === 'past' || relation === 'unmade') return this.#unplaced(mention, relation, []);
    if (relation === 'choice' && (mention.actor === undefined || mention.actor === this.#own)) {
      const action = this.#tree.actionAt(this.#tree.root, mention);
      if (action !== undefined) return this.#enter({ node: this.#tree.root, action }, mention, true);
    }
    if (mention.number !== undefined && this.#firstNumber !== undefined)
      return this.#byNumber(mention, this.#firstNumber);
    return this.#byWords(mention, next);
  }

  #byNumber(mention: ReadMention, first: number): MentionPlacement {
    const { number = 0, side = 0 } = mention;
    const own = this.#own ?? 0;
    const depth = 2 * (number - first) + side - own;
    const tree = this.#tree;
    if (mention.isListed === true) {
      // `2. Nf3` at the start of a line may be the second item of a list.
      const root = tree.actionAt(tree.root, mention);
      const fit = depth === 0 ? undefined : this.#fitAt(tree.ancestor(depth), mention);
      if (root !== undefined && fit === undefined) return this.#enter({ node: tree.root, action: root }, mention);
      if (root !== undefined && fit !== undefined && fit.node !== tree.root)
        return this.#unplaced(mention, 'two', [fit.node, tree.root]);
    }
    if (depth < 0) return this.#unplaced(mention, 'past', []);
    const onLine = this.#fitAt(tree.ancestor(depth), mention);
    const known = tree.namesakes(mention).filter((node) => node.depth === depth + 1);
    if (onLine?.node.children.has(onLine.action) === true) return this.#enter(onLine, mention);
    const isFar = mention.isBlockStart && depth > 0;
    if (known.length === 1 && known[0] !== undefined && (onLine === undefined || isFar))
      return this.#visit(known[0], mention);
    if (known.length > 1 && isFar)
      return this.#unplaced(
        mention,
        'two',
        known.slice(-2).map(({ parent }) => parent ?? tree.root),
      );
    if (onLine !== undefined) return this.#enter(onLine, mention);
    if (this.#isLost) return this.#unplaced(mention, 'lost', []);
    return this.#refuse(mention, depth);
  }

  #fitAt(node: ProseNode | undefined, mention: ReadMention): Fit | undefined {
    if (node === undefined) return undefined;
    const action = this.#tree.actionAt(node, mention);
    return action === undefined ? undefined : { node, action };
  }

  #byWords(mention: ReadMention, next: ReadMention | undefined): MentionPlacement {
    const { relation, isBlockStart, isListLike } = mention;
    const tree = this.#tree;
    const other = this.#parentOf(next);
    const isFurther = relation === 'next' || relation === 'then' || relation === 'sibling' || relation === 'loose';
    if (other === undefined && this.#isLost && isFurther && !isBlockStart) return this.#unplaced(mention, 'lost', []);
    const fits = this.#fits(mention);
    const known = fits.find(({ node, action }) => node.children.has(action));
    const at = (node: ProseNode | undefined): Fit | undefined =>
      node === undefined ? undefined : fits.find((fit) => fit.node === node);
    const here = at(tree.current);
    const beside = at(this.#last?.parent);
    const root = at(tree.root);
    if (mention.isTentative) return this.#tentative(known, root, mention);
    if (mention.form === 'words' && this.#repeatsLast(mention)) return this.#visit(tree.current, mention);
    if (relation === 'reference') return this.#refer(known, mention);
    const instead = this.#insteadOfRefuted(mention, fits);
    if (instead !== undefined) return this.#enter(instead, mention);
    const replaced =
      at(other) ??
      (this.#lastRelation !== 'reference' && (relation === 'next' || relation === 'then')
        ? undefined
        : at(this.#replaced));
    if (replaced !== undefined) return this.#enter(replaced, mention);
    switch (relation) {
      case 'sibling':
        // A sentence that begins with `or` may mean any of the choices before it.
        if (beside !== undefined && !(mention.isNewSentence && hasRivals(fits))) return this.#enter(beside, mention);
        break;
      case 'next':
        if (here !== undefined && beside !== undefined && isListLike && this.#lastRelation !== 'premise')
          return this.#isList ? this.#enter(beside, mention) : this.#unplaced(mention, 'two', [here.node, beside.node]);
        if (here !== undefined) return this.#enter(here, mention);
        if (beside !== undefined && beside.action !== this.#last?.action) return this.#enter(beside, mention);
        if (known !== undefined && known !== beside) return this.#enter(known, mention);
        return isBlockStart ? this.#onlyFit(fits, mention) : this.#refuse(mention);
      case 'then':
      case 'refutation':
        if (here !== undefined) return this.#enter(here, mention);
        return this.#refuse(mention);
      case 'premise':
        if (known !== undefined) return this.#premise(known, mention);
        return this.#newPremise(fits, here, root, mention);
      case 'alternative': {
        if (known !== undefined && !isBlockStart) return this.#enter(known, mention);
        const others = fits.filter(({ node }) => node.children.size > 0);
        if (isBlockStart && root !== undefined) return this.#enter(root, mention);
        if (isBlockStart && others.length === 0) return this.#refuse(mention);
        if (others.length === 1 && others[0] !== undefined) return this.#enter(others[0], mention);
        const premised = mention.isConditional ? others.find(({ node }) => node === this.#premises.at(-1)) : undefined;
        if (premised !== undefined) return this.#enter(premised, mention);
        if (others.length > 1)
          return this.#unplaced(
            mention,
            'two',
            others.map(({ node }) => node),
          );
        break;
      }
      default:
        if (isBlockStart && root !== undefined) return this.#enter(root, mention);
        if (here !== undefined && this.#continues(mention)) return this.#enter(here, mention);
        if (known !== undefined) return this.#enter(known, mention);
        if (relation === 'candidate' && root !== undefined) return this.#enter(root, mention);
    }
    return this.#onlyFit(fits, mention);
  }

  /** Returns true if a sentence names who acts, or continues after a premise. */
  #continues({ isBlockStart, isNewSentence, actor }: ReadMention): boolean {
    if (isBlockStart) return false;
    if (actor !== undefined) return true;
    if (isNewSentence || this.#last === undefined) return false;
    return this.#lastRelation === 'premise' || this.#language.moveNumber(this.#tree.root.state) !== undefined;
  }

  /** Returns where an action stands that follows a refutation: in the place of what was refuted, if it can. */
  #insteadOfRefuted({ relation, isBlockStart, isListLike }: ReadMention, fits: readonly Fit[]): Fit | undefined {
    if (this.#lastRelation !== 'refutation' || isBlockStart || isListLike || relation === 'then') return undefined;
    const place = this.#last?.parent?.parent;
    return fits.find(({ node }) => node === place);
  }

  /** Places a bare place that its sentence describes: as a node that the tree has, or as the candidate of a paragraph. */
  #tentative(known: Fit | undefined, root: Fit | undefined, mention: ReadMention): MentionPlacement {
    if (mention.isBlockStart && root !== undefined) return this.#enter(root, mention);
    return known === undefined ? this.#unplaced(mention, 'none', []) : this.#enter(known, mention);
  }

  /** Returns true if words say again what the last action was. */
  #repeatsLast(mention: ReadMention): boolean {
    const { current } = this.#tree;
    return current.parent !== undefined && this.#tree.actionAt(current.parent, mention) === current.action;
  }

  /** Places a mention that one node fits. */
  #onlyFit(fits: readonly Fit[], mention: ReadMention): MentionPlacement {
    const [first, second] = fits;
    if (first !== undefined && second === undefined) return this.#enter(first, mention);
    if (second !== undefined)
      return this.#unplaced(
        mention,
        'two',
        fits.map(({ node }) => node),
      );
    const namesakes = this.#tree.namesakes(mention);
    const [only] = namesakes;
    if (namesakes.length === 1 && only !== undefined && this.#isActor(only.parent, mention))
      return this.#visit(only, mention);
    if (namesakes.length > 1)
      return this.#unplaced(
        mention,
        'two',
        namesakes.slice(-2).map(({ parent }) => parent ?? this.#tree.root),
      );
    return this.#refuse(mention);
  }

  #isActor(node: ProseNode | undefined, { actor, side }: ReadMention): boolean {
    const wanted = side ?? actor;
    return wanted === undefined || node === undefined || this.#tree.sideAt(node) === wanted;
  }

  /** Returns the nodes of the current line in which a mention is legal for the player whom the text names. */
  #fits(mention: ReadMention): Fit[] {
    const fits: Fit[] = [];
    for (const node of this.#tree.line()) {
      if (!this.#isActor(node, mention)) continue;
      const fit = this.#fitAt(node, mention);
      if (fit !== undefined) fits.push(fit);
    }
    return fits;
  }

  #parentOf(mention: ReadMention | undefined): ProseNode | undefined {
    if (mention === undefined) return undefined;
    return this.#fits(mention).find(({ node, action }) => node.children.has(action))?.node;
  }

  /** Reads `instead of A`: the text stays where it is, and the next action may replace A. */
  #refer(known: Fit | undefined, mention: ReadMention): MentionPlacement {
    const node = known?.node.children.get(known.action);
    if (known === undefined || node === undefined) return this.#unplaced(mention, 'unmade', []);
    this.#replaced = known.node;
    return { kind: 'node', mention, node, isNew: false, isChoice: false };
  }

  #newPremise(
    fits: readonly Fit[],
    here: Fit | undefined,
    root: Fit | undefined,
    mention: ReadMention,
  ): MentionPlacement {
    if (fits.length > 1) {
      const parallel = fits.find(({ node }) => this.#premises.includes(node) && node !== here?.node);
      if (mention.isBlockStart && root !== undefined) return this.#premise(root, mention);
      if (here !== undefined && parallel === undefined && !mention.isBlockStart) return this.#premise(here, mention);
    } else if (fits[0] !== undefined) return this.#premise(fits[0], mention);
    return this.#onlyFit(fits, mention);
  }

  #premise(fit: Fit, mention: ReadMention): MentionPlacement {
    if (this.#premises.length < 16) this.#premises.push(fit.node);
    return this.#enter(fit, mention);
  }

  #enter({ node, action }: Fit, mention: ReadMention, isChoice = false): MentionPlacement {
    const entered = this.#tree.enter(node, action, mention);
    if (entered === undefined) return this.#unplaced(mention, 'none', [node]);
    return { kind: 'node', mention, ...entered, isChoice };
  }

  #visit(node: ProseNode, mention: ReadMention): MentionPlacement {
    this.#tree.current = node;
    return { kind: 'node', mention, node, isNew: false, isChoice: false };
  }

  /** Refuses a mention that no node fits. */
  #refuse(mention: ReadMention, depth?: number): MentionPlacement {
    if (this.#describes(mention)) return this.#unplaced(mention, 'described', []);
    const { relation } = mention;
    const isNumbered = mention.number !== undefined;
    const isNamed = mention.form === 'name' || isNumbered || relation === 'choice';
    const isKnown = depth === 0 || !(this.#isDoubtful || mention.followsDoubt);
    const isCertain =
      isKnown &&
      isNamed &&
      !mention.isDenied &&
      !this.#isLost &&
      relation !== 'reference' &&
      (relation !== 'loose' || isNumbered);
    return {
      ...this.#unplaced(mention, this.#isLost ? 'lost' : 'none', []),
      isHallucinated: isCertain && this.#tree.isLegalSomewhere(mention, depth) === false,
    };
  }

  #describes(mention: ReadMention): boolean {
    const { current, root } = this.#tree;
    if (mention.number !== undefined) return false;
    return this.#language.describes(current.state, mention) || this.#language.describes(root.state, mention);
  }

  #unplaced(
    mention: ReadMention,
    why: UnplacedKind,
    candidates: readonly ProseNode[],
  ): MentionPlacement & { kind: 'unplaced' } {
    return { kind: 'unplaced', mention, why, candidates, at: this.#tree.current, isHallucinated: false };
  }
}

/** Returns true for relations of actions that begin a list of alternatives. */
const isList = (relation: ReadMention['relation']): boolean =>
  relation === 'candidate' || relation === 'alternative' || relation === 'sibling';

/** Returns true if a mention could stand in the place of several nodes. */
const hasRivals = (fits: readonly Fit[]): boolean => fits.filter(({ node }) => node.children.size > 0).length > 1;
