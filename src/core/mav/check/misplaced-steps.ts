import { type NodeRef, parentKey, pathKey, type TraceStep } from '../syntax.ts';

/** Nodes of steps and announced children whose written name is that of another node. */
export interface TracePlaces {
  readonly ofStep: ReadonlyMap<TraceStep, readonly string[]>;
  readonly ofChild: ReadonlyMap<NodeRef, readonly string[]>;
}

/** Naming of nodes and actions in a trace. */
export interface TraceNaming {
  /** Returns the moves of a node, in the game's spelling. */
  readonly pathOf: (ref: NodeRef) => readonly string[];
  /** Returns an action played at a depth, in the game's spelling. */
  readonly nameAt: (action: string, depth: number) => string;
}

type Path = readonly string[];

/** A step with the node that it belongs to, if known. */
interface LocatedStep {
  readonly step: TraceStep;
  path: Path | undefined;
}

/** Counts the steps of a kind by node. */
function countSteps(spoken: readonly LocatedStep[], kind: TraceStep['kind']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { step, path } of spoken) {
    if (step.kind !== kind || path === undefined) continue;
    const key = pathKey(path);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Finds the steps that name another node than the one they belong to, with that node. A trace repeats the name of each
 * node (announced, evaluated, expanded, decided, weighed), and its steps have a fixed order, so a single mistake
 * contradicts all the rest. If that does not determine one node, the name is used as written.
 */
export function placeTraceSteps(steps: readonly TraceStep[], { pathOf, nameAt }: TraceNaming): TracePlaces {
  const spoken: LocatedStep[] = steps.map((step) => ({ step, path: step.node && pathOf(step.node) }));
  const written = spoken.map(({ path }) => path);
  placeExpansions(spoken, pathOf);
  const ofChild = placeChildren(spoken, pathOf, nameAt);
  const announced = new Map<string, Path>([['', []]]);
  for (const { step } of spoken)
    if (step.kind === 'expansion')
      for (const child of step.children) {
        const path = ofChild.get(child) ?? pathOf(child);
        announced.set(pathKey(path), path);
      }
  place(spoken, 'evaluation', announced, (i) => spoken[i + 1]?.path);
  // Every evaluated node is decided.
  const evaluated = new Map<string, Path>();
  for (const { step, path } of spoken)
    if (step.kind === 'evaluation' && path !== undefined) evaluated.set(pathKey(path), path);
  place(spoken, 'decision', evaluated, (i, isOpen) => {
    const before = spoken[i - 1];
    if (before?.path === undefined) return undefined;
    // Directly after its evaluation, or after the decision of its last child.
    return before.step.kind === 'decision' && !isOpen(before.path) ? before.path.slice(0, -1) : before.path;
  });
  const ofStep = new Map<TraceStep, Path>();
  for (const [i, { step, path }] of spoken.entries()) {
    const own = written[i];
    if (path !== undefined && (own === undefined || pathKey(own) !== pathKey(path))) ofStep.set(step, path);
  }
  return { ofStep, ofChild };
}

/**
 * Corrects expansions, which follow the evaluation of their node: if the two names differ, the children decide which is
 * right.
 */
function placeExpansions(spoken: readonly LocatedStep[], pathOf: TraceNaming['pathOf']): void {
  const evaluations = countSteps(spoken, 'evaluation');
  const announced = new Set(['']);
  for (const { step } of spoken)
    if (step.kind === 'expansion') for (const child of step.children) announced.add(pathKey(pathOf(child)));
  for (const [i, expansion] of spoken.entries()) {
    const { step, path: own } = expansion;
    const before = spoken[i - 1];
    if (step.kind !== 'expansion' || before?.step.kind !== 'evaluation') continue;
    const { path: evaluated } = before;
    const ownKey = own && pathKey(own);
    const key = evaluated && pathKey(evaluated);
    if (key === ownKey) continue;
    const prefixes = step.children.map((child) => parentKey(pathOf(child)));
    const speakFor = (wanted: string | undefined): number =>
      wanted === undefined ? -1 : prefixes.filter((prefix) => prefix === wanted).length;
    if (speakFor(ownKey) > speakFor(key)) {
      if (ownKey !== undefined && announced.has(ownKey) && !evaluations.has(ownKey)) before.path = own;
    } else if (key !== undefined) expansion.path = evaluated;
  }
}

/** Maps an announced child that nothing else mentions to the one that all other steps mention. */
function placeChildren(
  spoken: readonly LocatedStep[],
  pathOf: TraceNaming['pathOf'],
  nameAt: TraceNaming['nameAt'],
): Map<NodeRef, Path> {
  const mentions = new Map<string, { readonly path: Path; count: number }>();
  const mention = (path: Path): void => {
    const known = mentions.get(pathKey(path));
    if (known === undefined) mentions.set(pathKey(path), { path, count: 1 });
    else known.count++;
  };
  for (const { step, path } of spoken) {
    if (path === undefined || step.kind === 'expansion') continue;
    mention(path);
    if (step.kind === 'decision')
      for (const { move } of step.actions) mention([...path, nameAt(move.text, path.length)]);
  }
  const byParent = new Map<string | undefined, Path[]>();
  for (const { path, count } of mentions.values()) {
    if (count < 2) continue;
    const parent = parentKey(path);
    const all = byParent.get(parent);
    if (all === undefined) byParent.set(parent, [path]);
    else all.push(path);
  }
  const places = new Map<NodeRef, Path>();
  for (const { step, path } of spoken) {
    if (step.kind !== 'expansion' || path === undefined) continue;
    const key = pathKey(path);
    const names = step.children.map((child) => pathKey(pathOf(child)));
    const seen = new Set<string>();
    const strange = step.children.filter((child, i) => {
      const name = names[i] ?? '';
      const isRight = parentKey(pathOf(child)) === key && mentions.has(name) && !seen.has(name);
      seen.add(name);
      return !isRight;
    });
    const spokenOf = byParent.get(key) ?? [];
    const [only, ...more] = spokenOf.filter((child) => !seen.has(pathKey(child)));
    const [wrong] = strange;
    if (wrong === undefined || strange.length > 1 || only === undefined || more.length > 0) continue;
    // Two children have the same name: the one that is evaluated at this place is correct.
    const first = step.children[names.indexOf(pathKey(pathOf(wrong)))] ?? wrong;
    const isEarlier = first !== wrong && spokenOf.indexOf(only) <= step.children.indexOf(first);
    places.set(isEarlier ? first : wrong, only);
  }
  return places;
}

/**
 * Assigns steps of a kind that name an unexpected node, or a node that already has such a step, to a node that lacks
 * one.
 *
 * @param awaiting the nodes that should have such a step, by key
 * @param near returns the node that a step should belong to by its neighbors; `isOpen` is true for nodes without such a
 * step
 */
function place(
  spoken: readonly LocatedStep[],
  kind: TraceStep['kind'],
  awaiting: ReadonlyMap<string, Path>,
  near: (index: number, isOpen: (path: Path) => boolean) => Path | undefined,
): void {
  const counts = countSteps(spoken, kind);
  const isMissing = (path: Path): boolean => awaiting.has(pathKey(path)) && !counts.has(pathKey(path));
  const strange = spoken.flatMap(({ step, path }, i) => {
    if (step.kind !== kind) return [];
    if (path === undefined || !awaiting.has(pathKey(path))) return [i];
    if ((counts.get(pathKey(path)) ?? 0) < 2) return [];
    const expected = near(i, isMissing);
    return expected !== undefined && isMissing(expected) ? [i] : [];
  });
  const missing = strange.length === 1 ? [...awaiting.values()].filter(isMissing) : [];
  for (const i of strange) {
    const expected = near(i, isMissing);
    const only = missing.length === 1 ? missing[0] : undefined;
    const target = expected !== undefined && isMissing(expected) ? expected : only;
    const located = spoken[i];
    if (target === undefined || located === undefined) continue;
    const was = located.path;
    const left = (was === undefined ? 0 : (counts.get(pathKey(was)) ?? 0)) - 1;
    if (was !== undefined && left > 0) counts.set(pathKey(was), left);
    else if (was !== undefined) counts.delete(pathKey(was));
    counts.set(pathKey(target), 1);
    located.path = target;
  }
}
