import { DEFAULT_SEARCH, type SearchSettings } from '../../src/core/search/settings.ts';

/** A node of a tree that a test writes down. */
export interface WrittenNode {
  readonly state?: string;
  readonly truth?: string;
  readonly kind?: 'terminal' | 'hallucination';
  readonly outcome?: '1-0' | '0-1' | '1/2-1/2';
  readonly reason?: string;
  /** v; 1/2 without it. */
  readonly value?: number;
  /** N and Q of its edge, for the side to move above it. */
  readonly n?: number;
  readonly q?: number;
  /** By action. */
  readonly below?: Readonly<Record<string, WrittenNode>>;
}

/** The lines of a `.mcts.jsonl` file with a tree whose counts are there before the first simulation; nodes are numbered level by level. */
export function writtenTree(root: WrittenNode, given: Partial<SearchSettings> = {}): string {
  const head = { format: 'statelens-mcts', version: 1, game: 'chess', state: 'root', played: 0, model: 'm' };
  const lines: object[] = [{ ...head, settings: { ...DEFAULT_SEARCH, ...given } }];
  const queue: { readonly node: WrittenNode; readonly place: object }[] = [{ node: root, place: {} }];
  for (const [id, { node, place }] of queue.entries()) {
    const { below = {}, kind, state = `state ${id}`, truth, outcome, reason, value = 0.5 } = node;
    const actions = Object.keys(below);
    const children = Object.values(below);
    children.forEach((child, edge) => queue.push({ node: child, place: { parent: id, edge } }));
    const visits = children.map(({ n = 0 }) => n);
    lines.push({
      node: id,
      ...place,
      ...(kind !== undefined && { kind }),
      state,
      ...(truth !== undefined && { truth }),
      ...(outcome !== undefined && { outcome }),
      ...(reason !== undefined && { reason }),
      value,
      ...(kind === undefined && { actions, listed: children.map(({ q = 0.5 }) => q) }),
      ...(actions.length > 0 && { visits, total: children.map(({ n = 0, q = 0.5 }) => n * q) }),
      closed: children.flatMap(({ kind }, edge) => (kind === 'hallucination' ? [edge] : [])),
    });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
