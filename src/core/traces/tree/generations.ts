import type { GenerateEvent, Span } from '../events.ts';
import type { Closes } from './closes.ts';
import { findParent, type ParentMatch } from './find-parent.ts';
import { canBeChild, judgeChild } from './judge-state.ts';
import { MutableNode } from './mutable-node.ts';
import type { NodeNames } from './node-names.ts';
import type { KeyedState } from './rules.ts';
import type { TreeState } from './tree-state.ts';

/** Events that generate nodes. */
export class Generations {
  readonly #tree: TreeState;
  readonly #names: NodeNames;
  readonly #closes: Closes;

  constructor(tree: TreeState, names: NodeNames, closes: Closes) {
    this.#tree = tree;
    this.#names = names;
    this.#closes = closes;
  }

  /** Reads the state of a new node, which the text may describe in part: then it is a successor of the present one. */
  #readNewState(state: Span | undefined): KeyedState | string | undefined {
    const { rules } = this.#tree;
    const stated = this.#tree.readState(state);
    const from = this.#tree.path.current?.reading;
    if (typeof stated !== 'string' || state === undefined || rules === undefined || from === undefined) return stated;
    const [first] = rules.describedSuccessors(from, state.text);
    if (first !== undefined) return first[1];
    for (const twin of this.#tree.twins) {
      const [next] = twin.reading === undefined ? [] : rules.describedSuccessors(twin.reading, state.text);
      if (next === undefined) continue;
      this.#closes.changeTo(twin);
      return next[1];
    }
    return stated;
  }

  generate(event: GenerateEvent): MutableNode {
    const stated = this.#readNewState(event.state);
    const key = typeof stated === 'object' ? stated.key : undefined;
    const node =
      this.#firstOf(event, key) ??
      this.#nameLast(event, key) ??
      this.#again(event, key) ??
      this.#addChild(event, stated);
    this.#tree.checkGoal(event.goal, node);
    this.#tree.last = node;
    return node;
  }

  /** Takes the first node for the root, which the task has named, or which has no parent. */
  #firstOf(event: GenerateEvent, key: string | undefined): MutableNode | undefined {
    const isFirst = this.#tree.nodes.length <= 1 && this.#tree.root?.cost === undefined && event.parent === undefined;
    if (!isFirst || event.action !== undefined || this.#tree.root?.isVisited === true) return undefined;
    const root = this.#tree.root ?? this.#tree.addRoot(event.state);
    const start = root.expectedReading;
    if (event.state !== undefined && start !== undefined && key !== start.key) {
      this.#tree.fault('start', event.state.range, root, [], this.#tree.rules?.print(start));
      // The rest of the search begins in the one or in the other.
      const stated = this.#tree.readState(event.state);
      root.addReading(start);
      if (typeof stated === 'object') root.addReading(stated);
      this.#tree.byKey.set(start.key, root);
    }
    root.id = event.id?.text ?? root.id;
    this.#tree.setNumbers(root, event);
    root.stated ??= event.state;
    this.#tree.register(root);
    return root;
  }

  /** Takes a line that names the node of the line before for this node: `Generated Node` after `Exploring Operation`. */
  #nameLast(event: GenerateEvent, key: string | undefined): MutableNode | undefined {
    const last = this.#tree.last;
    const { id, action, state } = event;
    if (last === undefined || id === undefined || last.id !== undefined || last.events.at(-1) !== this.#tree.event - 1)
      return undefined;
    const isAction = action !== undefined && sameAction(last, action);
    const isState = key !== undefined && last.hasState(key);
    if (!isAction && !isState) return undefined;
    const known = this.#tree.byId.get(id.text);
    if (known !== undefined && known !== last && isAction && isState && this.#isTwin(known, last))
      return this.#merge(last, known);
    if (last.hasFault) {
      if (!isAction && action !== undefined) last.correctAction(action);
    } else if (!isAction && action !== undefined)
      this.#tree.fault('operations', action.range, last, [], last.action?.text);
    else if (!isState && state !== undefined) this.#tree.restate(last, state);
    this.#names.give(last, id, event.parent);
    return last;
  }

  /** Returns true if two nodes have the same parent, action and state. */
  #isTwin(known: MutableNode, node: MutableNode): boolean {
    const { reading } = node;
    return (
      known.parent === node.parent &&
      known.action?.text === node.action?.text &&
      reading !== undefined &&
      known.hasState(reading.key)
    );
  }

  /** Takes the last node for one that is known, which the text generates again. */
  #merge(last: MutableNode, known: MutableNode): MutableNode {
    this.#tree.nodes.pop();
    known.parent?.dropChild();
    if (!this.#tree.isReached)
      this.#tree.fault('repeated', this.#tree.read.events[this.#tree.event]?.range ?? { start: 0, end: 0 }, known, [
        known,
      ]);
    for (const event of last.events) {
      this.#tree.nodeOf[event] = known;
      known.addEvent(event);
    }
    return known;
  }

  /** Takes a node that the tree has for one that is generated again. */
  #again(event: GenerateEvent, key: string | undefined): MutableNode | undefined {
    const { id, parent, action, state } = event;
    if (id !== undefined) return this.#againById(event, id, key);
    if (action !== undefined) return this.#tree.isReached ? this.#knownChild(event, key) : undefined;
    // A state that stands for a node is generated again only at a lower cost.
    const known = key === undefined || parent !== undefined ? undefined : this.#tree.byKey.get(key);
    // A state that could not be reached before is not the one that can be now.
    if (known === undefined || state === undefined || (known.isWrong && known.action === undefined)) return undefined;
    const { cost } = event;
    if (cost !== undefined && known.cost !== undefined && cost.value < known.cost.value) {
      if (known.status === 'open') known.status = 'pruned';
      return undefined;
    }
    const isSame = cost?.value === known.cost?.value && event.heuristic?.value === known.heuristic?.value;
    this.#tree.fault(isSame ? 'repeated' : 'duplicate', isSame ? event.range : state.range, known, [known]);
    const { current } = this.#tree.path;
    if (current !== undefined) current.lacksChild = true;
    return known;
  }

  #againById(event: GenerateEvent, id: Span, key: string | undefined): MutableNode | undefined {
    const known = this.#tree.byId.get(id.text);
    if (known === undefined) return undefined;
    const isSame =
      (event.action === undefined || sameAction(known, event.action)) && (key === undefined || known.hasState(key));
    if (!isSame && !known.isImplied) return undefined;
    if (known.isImplied) known.isImplied = false;
    else if (!this.#tree.isReached) this.#tree.fault('repeated', event.range, known, [known]);
    return known;
  }

  /** Returns the child of the present node with the action and state of an event. */
  #knownChild({ action }: GenerateEvent, key: string | undefined): MutableNode | undefined {
    const children = this.#tree.path.current?.childrenBy(action?.text ?? '') ?? [];
    return children.find((child) => key === undefined || child.hasState(key));
  }

  /** Returns the only node of late that an event with an action can be a child of. */
  #onlyParent(event: GenerateEvent, stated: KeyedState | undefined): MutableNode | undefined {
    const { rules, nodes } = this.#tree;
    if (rules === undefined || event.action === undefined || stated === undefined) return undefined;
    const fitting = nodes.slice(-RECENT).filter((node) => canBeChild(rules, node, event, stated.key));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  /** Takes an unknown name for that of a node; later references to it are no faults. */
  #aliased(id: string | undefined, likely: MutableNode | undefined, kind: 'parent' | 'name'): ParentMatch {
    const isKnown = id !== undefined && this.#tree.unknownNames.has(id);
    if (id !== undefined) this.#tree.unknownNames.add(id);
    // The name of a node that took that of another is known by its children.
    const isExpected = isKnown || likely?.isMisnamed === true;
    if (likely !== undefined && id !== undefined && kind === 'parent') this.#tree.byId.set(id, likely);
    if (isExpected) return { parent: likely };
    return likely === undefined
      ? { parent: undefined, fault: { kind: 'orphan', others: [] } }
      : { parent: likely, fault: { kind, others: [likely] } };
  }

  #addChild(event: GenerateEvent, stated: KeyedState | string | undefined): MutableNode {
    const reading = typeof stated === 'object' ? stated : undefined;
    const found = this.#parentOf(event, reading);
    const parent = found.parent;
    const node = new MutableNode(this.#tree.nodes.length, parent);
    this.#tree.nodes.push(node);
    node.action = event.action;
    node.stated = event.state;
    node.isUnlinked = parent === undefined;
    this.#tree.setNumbers(node, event);
    if (found.fault !== undefined) {
      const range =
        found.fault.kind === 'name'
          ? (event.id?.range ?? event.range)
          : found.fault.kind === 'parent'
            ? (event.parent?.range ?? event.range)
            : (event.state?.range ?? event.range);
      this.#tree.fault(found.fault.kind, range, node, found.fault.others);
    }
    node.isMisplaced = found.fault?.kind === 'parent' || found.fault?.kind === 'orphan';
    const fault = this.#tree.rules && judgeChild(this.#tree.rules, node, event, stated);
    // It may be a child of another node of the same words.
    if (this.#tree.isVague && (fault?.kind === 'unreachable' || fault?.kind === 'impossible')) node.isWrong = false;
    // One fault of a node is enough: the others follow from it.
    if (fault !== undefined && found.fault === undefined) {
      this.#tree.fault(fault.kind, fault.range, node, parent === undefined ? [] : [parent], fault.detail);
      if (parent !== undefined) parent.lacksChild = true;
    }
    // A search may continue from the state that it writes, or from the right one.
    if (reading !== undefined && fault !== undefined && node.expectedReading !== undefined)
      node.addReading(node.expectedReading);
    if (reading !== undefined) node.addReading(reading);
    else if (node.expectedReading !== undefined) node.addReading(node.expectedReading);
    if (reading === undefined && event.state !== undefined) this.#tree.impossible.set(event.state.text, node);
    if (reading !== undefined && (fault?.kind !== 'unreachable' || !this.#tree.byKey.has(reading.key))) {
      this.#tree.byKey.set(reading.key, node);
      if (event.state !== undefined) this.#tree.addText(event.state.text, node);
    }
    this.#closes.claimLostClose(node);
    if (event.id !== undefined) {
      if (found.fault?.kind === 'name') {
        node.id = event.id.text;
        node.isMisnamed = true;
        if (parent !== undefined) parent.nextName++;
      } else this.#names.give(node, event.id, event.parent);
    }
    return node;
  }

  /** Finds the parent of a new node. */
  #parentOf(event: GenerateEvent, stated: KeyedState | undefined): ReturnType<typeof findParent> {
    const { current } = this.#tree.path;
    const { rules } = this.#tree;
    const aside = this.#tree.aside;
    if (aside !== undefined && rules !== undefined && current !== undefined && event.parent === undefined) {
      const isHere = canBeChild(rules, current, event, stated?.key);
      if (!isHere && canBeChild(rules, aside, event, stated?.key)) return { parent: aside };
    }
    const lost = this.#closes.closedBy(stated);
    if (lost !== undefined) {
      const id = event.parent?.id;
      if (id !== undefined && !this.#tree.byId.has(id)) this.#tree.byId.set(id, lost);
      return { parent: lost };
    }
    const search = { rules, nodes: this.#tree.nodes, index: this.#tree.index, current: current ?? this.#tree.root };
    if (event.parent === undefined) return findParent(search, event, stated);
    const kind = hasPointer(event) ? 'parent' : 'name';
    const named = this.#tree.find(event.parent);
    if (named === undefined) {
      if (current === undefined) return { parent: undefined, fault: { kind: 'orphan', others: [] } };
      const isHere = rules === undefined || canBeChild(rules, current, event, stated?.key);
      if (current.id === undefined && isHere) return { parent: current };
      const suspect = this.#tree.suspectFor(
        event.parent.id,
        (node) => rules !== undefined && canBeChild(rules, node, event, stated?.key),
      );
      if (suspect !== undefined) return { parent: suspect };
      const likely = isHere ? current : this.#onlyParent(event, stated);
      return this.#aliased(event.parent.id, likely, kind);
    }
    if (rules === undefined || event.action === undefined) return { parent: named };
    const isDoubtful = this.#tree.suspects.includes(named);
    const fitting = [named, ...(isDoubtful ? this.#tree.suspects : [])].find((node) =>
      canBeChild(rules, node, event, stated?.key),
    );
    if (fitting !== undefined || current === undefined || named === current) return { parent: fitting ?? named };
    if (!canBeChild(rules, current, event, stated?.key)) {
      return { parent: named };
    }
    return { parent: current, fault: { kind, others: [current] } };
  }
}

/** Number of nodes of late among which the parent of a node with an unknown pointer is looked for. */
const RECENT = 64;

/** Returns true if an event points to its parent by itself, not by a part of its name. */
const hasPointer = ({ id, parent }: GenerateEvent): boolean =>
  parent !== undefined && (id === undefined || parent.range.start !== id.range.start);

/** Returns true if an action is that of a node, with its result. */
const sameAction = (node: MutableNode, action: Span): boolean => node.action?.text === action.text;
