import type { AbortSignalLike } from '../../../src/core/base/cancellation.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../../../src/core/search/world-model.ts';

/** What a scripted model says of a state that is named by the actions that lead to it: '' is the root. */
export type Script = Readonly<
  Record<string, Readonly<Record<string, number>> | Exclude<Evaluation, { kind: 'state' }>>
>;

/** A model that says what a script has, each state named by its path: `a`, `a b`. States that the script lacks have one action, of value 1/2. */
export function scripted(script: Script): WorldModel & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    label: 'scripted',
    asked,
    evaluate: (batch) => batch.map((request) => Promise.resolve(say(script, request, asked))),
  };
}

const isEvaluation = (entry: Script[string]): entry is Exclude<Evaluation, { kind: 'state' }> =>
  typeof entry['kind' as keyof typeof entry] === 'string';

function say(script: Script, { state, action }: EvaluationRequest, asked: string[]): Evaluation {
  const path = [state, action].filter((part) => part !== undefined && part !== '').join(' ');
  asked.push(path);
  const entry = script[path] ?? { x: 0.5 };
  if (isEvaluation(entry)) return entry;
  const actions = Object.entries(entry).map(([name, value]) => ({ action: name, value }));
  return { kind: 'state', state: path, actions };
}

/** A node's edges: `a 2/0.85 P0.5`, a closed one as `b closed`. */
export const edgesOf = ({ actions, visits, total, prior, closed }: SearchNode): string[] =>
  actions.map((action, i) => {
    if (closed[i] === 1) return `${action} closed`;
    const q = visits[i] === 0 ? '-' : (total[i] / visits[i]).toFixed(4);
    return `${action} N${visits[i]} Q${q} P${prior[i].toFixed(3)}`;
  });

/** All nodes of a tree, parents first. */
export function nodesOf(root: SearchNode): SearchNode[] {
  const all = [root];
  for (const node of all) for (const child of node.children) if (child !== undefined) all.push(child);
  return all;
}

/** Sum of all virtual counts: 0 when no descent is on its way. */
export const virtualOf = (root: SearchNode): number =>
  nodesOf(root).reduce((sum, { virtual }) => sum + virtual.reduce((a, b) => a + b, 0), 0);

export const NEVER_ABORTED: AbortSignalLike = new AbortController().signal;
