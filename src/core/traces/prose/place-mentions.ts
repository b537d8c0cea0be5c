import type { ActionLanguage, PlayerIndex, ReadMention } from './mention.ts';
import {
  beginsList,
  FitFinder,
  FURTHER,
  hasRivalNames,
  hasRivals,
  type MentionContext,
  type MentionFit,
  type MentionPlacement,
  NO_ACTIONS,
  type NodeFits,
  OPEN,
  type UnplacedKind,
} from './mention-placement.ts';
import { NamedBranches, type ProseNode, type ProseTree } from './prose-tree.ts';
import { AsideStack } from './read-mentions.ts';

/** Puts the actions of a text into a tree, one after the other. */
export class MentionPlacer {
  readonly #tree: ProseTree;
  readonly #language: ActionLanguage;
  readonly #finder: FitFinder;
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
  /** True after a position that the search has not reached: `kept` until a paragraph with an action begins. */
  #elsewhere: 'new' | 'kept' | undefined;
  /** Parent of the action that another one is to replace. */
  #replaced: ProseNode | undefined;
  readonly #branches = new NamedBranches();
  /** Depths of numbered actions without a place, which others may follow. */
  readonly #missing = new Set<number>();
  /** The last number at the start of a line. */
  #lastItem = 0;
  /** True after an action of the past. */
  #isPast = false;
  /** Parents of the premises of this paragraph. */
  #premises: ProseNode[] = [];
  readonly #asides = new AsideStack();

  /** @param firstNumber number of the move that the root waits for, as the text counts */
  constructor(tree: ProseTree, language: ActionLanguage, firstNumber: number | undefined) {
    this.#tree = tree;
    this.#language = language;
    this.#finder = new FitFinder(tree);
    this.#firstNumber = firstNumber;
    this.#own = language.sideToMove(tree.root.state);
  }

  /** Moves to a position that the text states; undefined for one that the search has not reached. */
  moveTo(node: ProseNode | undefined): void {
    this.#elsewhere = node === undefined ? 'new' : undefined;
    this.#last = node;
    if (node === undefined) return;
    this.#tree.current = node;
    this.#isLost = false;
  }

  place(mention: ReadMention, context: MentionContext): MentionPlacement {
    const back = this.#asides.follow(mention.brackets, { current: this.#tree.current, isLost: this.#isLost });
    if (back !== undefined) {
      this.#tree.current = this.#last = back.current;
      this.#isLost = back.isLost;
    }
    if (mention.isBlockStart && this.#elsewhere === 'kept') this.#elsewhere = undefined;
    if (this.#elsewhere !== undefined) {
      this.#elsewhere = 'kept';
      if (mention.relation !== 'choice') return this.#unplaced(mention, 'elsewhere', []);
    }
    if (mention.isBlockStart) {
      this.#isLost = false;
      this.#isDoubtful = false;
      this.#premises = [];
    }
    if (mention.isBlockStart || mention.isNewSentence) this.#replaced = undefined;
    if (!mention.isListLike) this.#isList = beginsList(mention.relation);
    const placement = this.#decide(mention, context);
    this.#isPast = placement.kind === 'unplaced' && placement.why === 'past';
    if (placement.kind === 'node') {
      this.#last = placement.node;
      this.#branches.keep(mention, placement.node);
      this.#isLost = false;
    } else if (!NO_ACTIONS.has(placement.why)) {
      this.#last = undefined;
      this.#isLost = true;
      if (!placement.isHallucinated) this.#isDoubtful = true;
    }
    this.#lastRelation = mention.relation;
    return placement;
  }

  #decide(mention: ReadMention, context: MentionContext): MentionPlacement {
    const { relation } = mention;
    // `1. e4 c5` of the game so far: what answers a move of the past is past.
    if (this.#isPast && mention.isRun && mention.number === undefined) return this.#unplaced(mention, 'past', []);
    const depth = this.#depthOf(mention);
    // `in the position after 5. Kc6` names a node that the search has reached.
    const [reached, other] = relation === 'past' && depth !== undefined ? this.#finder.numbered(mention, depth) : [];
    if (reached !== undefined && other === undefined) return this.#visit(reached, mention);
    if (relation === 'past' || relation === 'unmade') return this.#unplaced(mention, relation, []);
    if (relation === 'choice' && (mention.actor === undefined || mention.actor === this.#own)) {
      const action = this.#tree.actionAt(this.#tree.root, mention);
      if (action !== undefined) return this.#enter({ node: this.#tree.root, action }, mention, true);
    }
    if (depth !== undefined) return this.#byNumber(mention, depth);
    const branch = this.#finder.fitAt(this.#branches.parentOf(mention, this.#tree.current), mention);
    if (branch !== undefined) return this.#enter(branch, mention);
    const placement = this.#byWords(mention, context);
    // A whole line has its own place where its first action alone has none, or two.
    const isOpen = placement.kind === 'unplaced' && OPEN.has(placement.why) && !placement.isHallucinated;
    const isStart = !(mention.isRun || FURTHER.has(relation) || relation === 'reference');
    const line = isOpen && isStart ? this.#finder.ofRun(mention, context.run) : undefined;
    return line === undefined ? placement : this.#enter(line, mention);
  }

  /** Returns the depth of the parent of a numbered action; undefined without a number. */
  #depthOf({ number, side = 0 }: ReadMention): number | undefined {
    const first = this.#firstNumber;
    return number === undefined || first === undefined ? undefined : 2 * (number - first) + side - (this.#own ?? 0);
  }

  #byNumber(mention: ReadMention, depth: number): MentionPlacement {
    const [tree, { number = 0 }] = [this.#tree, mention];
    const isItem = mention.isListed === true && (number === 1 || number === this.#lastItem + 1);
    if (mention.isListed === true) this.#lastItem = number;
    if (isItem) {
      // `2. Nf3` at the start of a line may be the second item of a list.
      const root = tree.actionAt(tree.root, mention);
      const fit = depth === 0 ? undefined : this.#finder.fitAt(tree.ancestor(depth), mention);
      if (root !== undefined && fit === undefined) return this.#enter({ node: tree.root, action: root }, mention);
      if (root !== undefined && fit !== undefined && fit.node !== tree.root)
        return this.#unplaced(mention, 'two', [fit.node, tree.root]);
    }
    if (depth < 0) return this.#unplaced(mention, 'past', []);
    const onLine = this.#finder.fitAt(tree.ancestor(depth), mention);
    const known = this.#finder.numbered(mention, depth);
    if (onLine?.node.children.has(onLine.action) === true) return this.#enter(onLine, mention);
    // A block that continues where the text is.
    if (onLine?.node === tree.current) return this.#enter(onLine, mention);
    const isFar = mention.isBlockStart && depth > 0;
    if (known.length === 1 && known[0] !== undefined && (onLine === undefined || isFar))
      return this.#visit(known[0], mention);
    if (known.length > 1 && isFar) return this.#amongNamesakes(known, mention);
    if (onLine !== undefined) return this.#enter(onLine, mention);
    const placement = this.#isLost ? this.#unplaced(mention, 'lost', []) : this.#refuse(mention, depth);
    if (!placement.isHallucinated) this.#missing.add(depth);
    return placement;
  }

  #byWords(mention: ReadMention, { other: next, run }: MentionContext): MentionPlacement {
    const { relation, isBlockStart } = mention;
    const other = this.#placeOf(next, mention);
    const isFurther = relation === 'next' || relation === 'then' || relation === 'sibling' || relation === 'loose';
    if (other === undefined && this.#isLost && (isFurther || !mention.isNewSentence) && !isBlockStart)
      return this.#unplaced(mention, 'lost', []);
    // The place before it may have been the action that it answers.
    if (mention.skipsPlace && this.#language.takesCells && FURTHER.has(relation))
      return this.#unplaced(mention, 'lost', []);
    const fits = this.#finder.find(mention, run, this.#last);
    const { known, root } = fits;
    // An action that cannot be made is none of another position.
    if (mention.isDenied && known === undefined && fits.here === undefined) return this.#refuse(mention);
    if (mention.isTentative) return this.#tentative(known, root, mention);
    if (mention.form === 'words' && this.#repeatsLast(mention)) return this.#visit(this.#tree.current, mention);
    // `the rook goes to d1` may describe a plan.
    if (mention.form === 'words' && relation === 'loose') return this.#unplaced(mention, 'described', []);
    if (relation === 'reference') return this.#refer(known, mention);
    const replaced = this.#insteadOfRefuted(mention, fits.all) ?? this.#replacedFit(mention, other, fits.all);
    if (replaced !== undefined) return this.#enter(replaced, mention);
    switch (relation) {
      case 'sibling':
        return this.#sibling(fits, mention);
      case 'next':
        return this.#next(fits, mention);
      case 'then':
      case 'refutation':
        return fits.here === undefined ? this.#refuse(mention) : this.#enter(fits.here, mention);
      case 'premise':
        // `A after B`: the text stays at A.
        if (mention.isAfterLast && known?.node.children.get(known.action) === this.#last?.parent && this.#last?.parent)
          return { kind: 'node', mention, node: this.#last.parent, isNew: false, isChoice: false };
        if (known === undefined) return this.#newPremise(fits.all, fits.here, root, mention);
        return hasRivalNames(fits.all) ? this.#twofold(fits.all, mention) : this.#premise(known, mention);
      case 'alternative':
        return this.#alternative(fits, mention);
      default:
        return this.#byPlace(fits, mention);
    }
  }

  /** Returns the place of the action that this one replaces, by the words around it. */
  #replacedFit(
    { relation }: ReadMention,
    other: ProseNode | undefined,
    fits: readonly MentionFit[],
  ): MentionFit | undefined {
    const continues = this.#lastRelation !== 'reference' && (relation === 'next' || relation === 'then');
    return fits.find(({ node }) => node === other) ?? fits.find(({ node }) => !continues && node === this.#replaced);
  }

  #sibling({ all, beside }: NodeFits, mention: ReadMention): MentionPlacement {
    // A sentence that begins with `or` may mean any of the choices before it.
    const isCertain = !(mention.isNewSentence && hasRivals(all));
    return beside !== undefined && isCertain ? this.#enter(beside, mention) : this.#onlyFit(all, mention);
  }

  #next({ all, known, here, beside }: NodeFits, mention: ReadMention): MentionPlacement {
    if (here !== undefined && beside !== undefined && mention.isListLike && this.#lastRelation !== 'premise')
      return this.#isList ? this.#enter(beside, mention) : this.#twofold([here, beside], mention);
    // `A loses to B, so C is better`: C as the tree has it.
    if (here !== undefined && !(mention.isOtherChoice && known !== undefined && known.node !== here.node))
      return this.#enter(here, mention);
    if (beside !== undefined && mention.isListLike && beside.action !== this.#last?.action)
      return this.#enter(beside, mention);
    if (known !== undefined && known !== beside) return this.#enter(known, mention);
    return mention.isBlockStart ? this.#onlyFit(all, mention) : this.#refuse(mention);
  }

  #alternative({ all, known, root }: NodeFits, mention: ReadMention): MentionPlacement {
    const { isBlockStart, isConditional } = mention;
    if (known !== undefined && !isBlockStart) return this.#enter(known, mention);
    if (isBlockStart && root !== undefined) return this.#enter(root, mention);
    const others = all.filter(({ node }) => node.children.size > 0);
    const [only, second] = others;
    if (isBlockStart && only === undefined) return this.#refuse(mention);
    if (only !== undefined && second === undefined) return this.#enter(only, mention);
    const premised = isConditional ? others.find(({ node }) => node === this.#premises.at(-1)) : undefined;
    if (premised !== undefined) return this.#enter(premised, mention);
    return second === undefined ? this.#onlyFit(all, mention) : this.#twofold(others, mention);
  }

  /** Places a candidate, or an action of which the words tell nothing: by its place in the text. */
  #byPlace({ all, known, here, root }: NodeFits, mention: ReadMention): MentionPlacement {
    const { relation, isBlockStart } = mention;
    if (isBlockStart && root !== undefined) return this.#enter(root, mention);
    if (here !== undefined && this.#continues(mention)) {
      // `O-O` far down a line may be the known one of its start, or a new one of the other player.
      const isFar = known !== undefined && known.node !== here.node && known.node !== here.node.parent;
      const isKnown = isFar && mention.actor === undefined;
      return isKnown ? this.#twofold([here, known], mention) : this.#enter(here, mention);
    }
    const isRival = mention.isNewSentence && mention.actor === undefined && hasRivals(all);
    if (known !== undefined && relation === 'loose' && (known !== all[0] || hasRivalNames(all) || isRival))
      return this.#twofold(all, mention);
    if (known !== undefined) return this.#enter(known, mention);
    return relation === 'candidate' && root !== undefined ? this.#enter(root, mention) : this.#onlyFit(all, mention);
  }

  /** Leaves a mention that several nodes fit. */
  #twofold(fits: readonly MentionFit[], mention: ReadMention): MentionPlacement {
    const nodes = fits.map(({ node }) => node);
    return this.#unplaced(mention, 'two', nodes);
  }

  /** Leaves a mention that several nodes are named like; the last two are its candidates. */
  #amongNamesakes(nodes: readonly ProseNode[], mention: ReadMention): MentionPlacement {
    const parents = nodes.slice(-2).map(({ parent }) => parent ?? this.#tree.root);
    return this.#unplaced(mention, 'two', parents);
  }

  /** Returns true if a sentence names who acts, or continues after a premise. */
  #continues({ isBlockStart, isNewSentence, actor }: ReadMention): boolean {
    if (isBlockStart) return false;
    if (actor !== undefined) return true;
    if (isNewSentence || this.#last === undefined) return false;
    return this.#lastRelation === 'premise' || this.#language.moveNumber(this.#tree.root.state) !== undefined;
  }

  /** Returns where an action stands that follows a refutation: in the place of what was refuted, if it can. */
  #insteadOfRefuted(
    { relation, isBlockStart, isListLike, isOtherChoice }: ReadMention,
    fits: readonly MentionFit[],
  ): MentionFit | undefined {
    if (this.#lastRelation !== 'refutation' || !isOtherChoice || isBlockStart || isListLike || relation === 'then')
      return undefined;
    const place = this.#last?.parent?.parent;
    return fits.find(({ node }) => node === place);
  }

  /** Places a bare place that its sentence describes: as a node that the tree has, or as the candidate of a paragraph. */
  #tentative(known: MentionFit | undefined, root: MentionFit | undefined, mention: ReadMention): MentionPlacement {
    if (mention.isBlockStart && root !== undefined) return this.#enter(root, mention);
    return known === undefined ? this.#unplaced(mention, 'none', []) : this.#enter(known, mention);
  }

  /** Returns true if words say again what the last action was. */
  #repeatsLast(mention: ReadMention): boolean {
    const { current } = this.#tree;
    return current.parent !== undefined && this.#tree.actionAt(current.parent, mention) === current.action;
  }

  /** Places a mention that one node fits. */
  #onlyFit(fits: readonly MentionFit[], mention: ReadMention): MentionPlacement {
    const [first, second] = fits;
    if (first !== undefined && second === undefined) return this.#enter(first, mention);
    if (second !== undefined) return this.#twofold(fits, mention);
    const namesakes = this.#tree.namesakes(mention);
    const [only] = namesakes;
    if (namesakes.length === 1 && only !== undefined && this.#finder.isActor(only.parent, mention))
      return this.#visit(only, mention);
    if (namesakes.length > 1) return this.#amongNamesakes(namesakes, mention);
    return this.#refuse(mention);
  }

  /** Returns the nearest node that has an action which a text replaces, and in which the other one is legal. */
  #placeOf(replaced: ReadMention | undefined, mention: ReadMention): ProseNode | undefined {
    if (replaced === undefined) return undefined;
    const known = this.#finder.onLine(replaced).filter(({ node, action }) => node.children.has(action));
    return known.find(({ node }) => this.#finder.fitAt(node, mention) !== undefined)?.node;
  }

  /** Reads `instead of A`: the text stays where it is, and the next action may replace A. */
  #refer(known: MentionFit | undefined, mention: ReadMention): MentionPlacement {
    const node = known?.node.children.get(known.action);
    if (known === undefined || node === undefined) return this.#unplaced(mention, 'unmade', []);
    this.#replaced = known.node;
    return { kind: 'node', mention, node, isNew: false, isChoice: false };
  }

  #newPremise(
    fits: readonly MentionFit[],
    here: MentionFit | undefined,
    root: MentionFit | undefined,
    mention: ReadMention,
  ): MentionPlacement {
    const rival =
      mention.isInstead && !mention.isBlockStart ? fits.find(({ node }) => node.children.size > 0) : undefined;
    if (rival !== undefined) return this.#premise(rival, mention);
    if (fits.length > 1) {
      const parallel = fits.find(({ node }) => this.#premises.includes(node) && node !== here?.node);
      if (mention.isBlockStart && root !== undefined) return this.#premise(root, mention);
      if (here !== undefined && parallel === undefined && !mention.isBlockStart) return this.#premise(here, mention);
    } else if (fits[0] !== undefined) return this.#premise(fits[0], mention);
    return this.#onlyFit(fits, mention);
  }

  #premise(fit: MentionFit, mention: ReadMention): MentionPlacement {
    if (this.#premises.length < 16) this.#premises.push(fit.node);
    return this.#enter(fit, mention);
  }

  #enter({ node, action }: MentionFit, mention: ReadMention, isChoice = false): MentionPlacement {
    const entered = this.#tree.enter(node, action, mention);
    if (entered === undefined) return this.#unplaced(mention, 'none', [node]);
    return { kind: 'node', mention, ...entered, isChoice };
  }

  #visit(node: ProseNode, mention: ReadMention): MentionPlacement {
    this.#tree.current = node;
    return { kind: 'node', mention, node, isNew: false, isChoice: false };
  }

  /** Refuses a mention that no node fits. */
  #refuse(mention: ReadMention, depth?: number): MentionPlacement & { kind: 'unplaced' } {
    if (this.#describes(mention)) return this.#unplaced(mention, 'described', []);
    const { relation } = mention;
    const isNumbered = mention.number !== undefined;
    const isNamed = mention.form === 'name' || isNumbered || relation === 'choice';
    const isMissed = depth !== undefined && this.#missing.has(depth - 1);
    const isKnown = depth === 0 || !(this.#isDoubtful || mention.followsDoubt || isMissed);
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
    return (
      mention.number === undefined && [current, root].some(({ state }) => this.#language.describes(state, mention))
    );
  }

  #unplaced(
    mention: ReadMention,
    why: UnplacedKind,
    candidates: readonly ProseNode[],
  ): MentionPlacement & { kind: 'unplaced' } {
    return { kind: 'unplaced', mention, why, candidates, at: this.#tree.current, isHallucinated: false };
  }
}
