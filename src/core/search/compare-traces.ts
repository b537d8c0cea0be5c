import type { Range } from '../base/text/range.ts';
import { fullest } from '../mav/check/example-model.ts';
import { keyOf, nodeName, type TraceModel, type TraceNode } from '../mav/check/trace-model.ts';
import type { ActionValue } from '../mav/syntax.ts';

/** Where a trace first differs from another at a node. */
export interface TraceDivergence {
  /** `<root e2e4>`; `Playing` for the end of the trace. */
  readonly node: string;
  readonly part: 'missing' | 'extra' | 'state' | 'list' | 'best action' | 'expansion' | 'decision' | 'playing';
  /** What the trace says, and what the reference does. */
  readonly found: string;
  readonly expected: string;
  /** In the trace; undefined for what it lacks. */
  readonly range: Range | undefined;
  /** The node whose difference is the cause of this one; undefined where it is a fault of its own. */
  readonly follows?: string;
}

type OwnDivergence = Omit<TraceDivergence, 'follows'>;

/**
 * A model's trace against the reference of the same shape: the first difference of each node, in the order of the reference. Nodes
 * below one that is missing are not reported. Orders of lists mean nothing; what an ellipsis stands for is not compared.
 *
 * @param values whether values of lists and decisions count as well
 */
export function compareTraces(
  trace: TraceModel,
  reference: TraceModel,
  { values }: { readonly values: boolean },
): readonly TraceDivergence[] {
  const found: OwnDivergence[] = [];
  const paths = new Map<OwnDivergence, string>();
  const tell = (key: string, one: OwnDivergence): void => {
    found.push(one);
    paths.set(one, key);
  };
  const missing = new Set<string>();
  for (const [key, expected] of reference.nodes) {
    const above = keyOf(expected.path.slice(0, -1));
    if (expected.path.length > 0 && missing.has(above)) {
      missing.add(key);
      continue;
    }
    const own = trace.nodes.get(key);
    if (own?.evaluation === undefined) {
      missing.add(key);
      tell(key, {
        node: nodeName(expected),
        part: 'missing',
        found: '',
        expected: 'evaluated',
        range: own?.ref.range,
      });
      continue;
    }
    const different = firstDifference(own, expected, values);
    if (different !== undefined) tell(key, { node: nodeName(expected), ...different });
  }
  for (const [key, own] of trace.nodes)
    if (own.evaluation !== undefined && !reference.nodes.has(key))
      tell(key, { node: nodeName(own), part: 'extra', found: 'evaluated', expected: '', range: own.ref.range });
  const [played, expected] = [playedIn(trace), playedIn(reference)];
  if (played !== expected)
    found.push({
      node: 'Playing',
      part: 'playing',
      found: played,
      expected,
      range: trace.trace.playing?.range,
    });
  return withCauses(found, paths);
}

/**
 * Says of each difference whether it follows from another: a wrong state from the wrong state nearest above, an evaluation that is missing or
 * too much from the node above where that has another list, best action or expansion (or a wrong state), a decision from the first child that
 * differs, and what is played from the root. What else differs is right up to there, and its own fault.
 */
function withCauses(
  found: readonly OwnDivergence[],
  paths: ReadonlyMap<OwnDivergence, string>,
): readonly TraceDivergence[] {
  const byKey = new Map<string, OwnDivergence>();
  const firstBelow = new Map<string, OwnDivergence>();
  for (const one of found) {
    const key = paths.get(one);
    if (key === undefined) continue;
    byKey.set(key, one);
    const above = aboveKey(key);
    if (above !== undefined && !firstBelow.has(above)) firstBelow.set(above, one);
  }
  const causeOf = (one: OwnDivergence): OwnDivergence | undefined => {
    const key = paths.get(one);
    if (key === undefined) return byKey.get('');
    if (one.part === 'decision') return firstBelow.get(key);
    const parent = aboveKey(key);
    if (one.part === 'missing' || one.part === 'extra') {
      const above = parent === undefined ? undefined : byKey.get(parent);
      return above?.part === 'decision' ? undefined : above;
    }
    if (one.part !== 'state') return undefined;
    for (let at = parent; at !== undefined; at = aboveKey(at))
      if (byKey.get(at)?.part === 'state') return byKey.get(at);
    return undefined;
  };
  return found.map((one) => {
    let first = causeOf(one);
    for (let next = first; next !== undefined; next = causeOf(next)) first = next;
    return first === undefined ? one : { ...one, follows: first.node };
  });
}

/** The key of the node above; undefined for the root. */
const aboveKey = (key: string): string | undefined =>
  key === '' ? undefined : key.slice(0, Math.max(0, key.lastIndexOf(' ')));

const playedIn = ({ trace, root }: TraceModel): string => {
  const text = trace.playing?.text ?? '';
  return root === undefined ? text : root.nameOf(text);
};

function firstDifference(
  own: TraceNode,
  expected: TraceNode,
  values: boolean,
): Omit<TraceDivergence, 'node'> | undefined {
  for (const { part, of, range } of PARTS) {
    const [found, right] = [of(own, values, expected), of(expected, values, own)];
    if (found !== right) return { part, found, expected: right, range: range(own) };
  }
  return undefined;
}

interface Part {
  readonly part: TraceDivergence['part'];
  /** What is compared, as text; `other` is what it is compared with. */
  readonly of: (node: TraceNode, values: boolean, other: TraceNode) => string;
  readonly range: (node: TraceNode) => Range | undefined;
}

function pairs(actions: readonly ActionValue[], { nameOf }: TraceNode, values: boolean): string {
  const named = actions.map(({ move, bucket }) => nameOf(move.text) + (values ? `:${bucket ?? '?'}` : ''));
  return [...new Set(named)].sort().join(' ');
}

/** In the order in which a model writes them: what is wrong first explains what follows. */
const PARTS: readonly Part[] = [
  {
    part: 'state',
    of: ({ model }) => {
      const placed = fullest(model?.current ?? []) ?? model?.current[0];
      if (placed === undefined) return '';
      const { board, side } = placed.reading.fields;
      return board === undefined ? placed.word.text : `${board} ${side ?? ''}`;
    },
    range: ({ model }) => model?.current[0]?.word.range,
  },
  {
    part: 'list',
    of: (node, values, other) => {
      const body = node.model?.list?.body;
      if (body?.kind === 'terminal') return body.result.text;
      if (body?.kind !== 'list') return '';
      const against = other.model?.list?.body;
      if (against?.kind !== 'list' || !against.isElided) return pairs(body.actions, node, values);
      const named = new Set(against.actions.map(({ move }) => other.nameOf(move.text)));
      return pairs(
        body.actions.filter(({ move }) => named.has(node.nameOf(move.text))),
        node,
        values,
      );
    },
    range: ({ model }) => model?.list?.range,
  },
  {
    part: 'best action',
    of: ({ model }) => model?.best?.action ?? '',
    range: ({ model }) => model?.best?.word.range,
  },
  {
    part: 'expansion',
    of: ({ expansion, path, nameOf }) =>
      (expansion?.children ?? [])
        .map((child) => nameOf(child.path[path.length]?.text ?? ''))
        .sort()
        .join(' '),
    range: ({ expansion }) => expansion?.range,
  },
  {
    part: 'decision',
    of: (node, values) => {
      const { decision } = node;
      if (decision === undefined) return '';
      const { selection } = decision;
      const chosen =
        selection?.kind === 'terminal'
          ? selection.result.text
          : selection === undefined
            ? ''
            : pairs([selection.action], node, values);
      return `${pairs(decision.actions, node, values)} -> ${chosen}`;
    },
    range: ({ decision }) => decision?.range,
  },
];
