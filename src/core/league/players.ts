import { err, ok, type Result } from '../base/result.ts';

/** Method by which a player selects its move. */
export type PlayerMethod =
  /** Legal action, uniformly at random. */
  | { readonly kind: 'random' }
  /** Tree search with random games as values: the paper's basic MCTS. */
  | { readonly kind: 'rollouts'; readonly simulations: number }
  /** Engine, solver or playouts; with an undefined depth, at their default depth. */
  | { readonly kind: 'reference'; readonly depth: number | undefined }
  /** Best action as the model writes it. */
  | { readonly kind: 'raw'; readonly model: string }
  /** External search: Monte Carlo tree search over the model. */
  | {
      readonly kind: 'search';
      readonly model: string;
      readonly simulations: number;
      readonly world: 'rules' | 'model';
    }
  /** Internal search: the decision of a trace that the model writes. */
  | { readonly kind: 'internal'; readonly model: string; readonly breadth: number; readonly depth: number };

/** Forms of players in help and errors. */
export const PLAYER_FORMS =
  'random, rollouts:N, reference, reference:DEPTH, MODEL/raw, MODEL/search:M, MODEL/search:M:model, or MODEL/internal:BREADTHxDEPTH';

/** Upper bounds of simulations, of depths of a reference, and of breadth and depth of an internal search. */
const MAX_SIMULATIONS = 1_000_000;
const MAX_DEPTH = 60;
const MAX_SHAPE = 20;

const numberIn = (text: string | undefined, min: number, max: number): number | undefined => {
  const value = /^\d{1,7}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

/**
 * Reads a player of the command line or of a file of games. A label of a model may hold colons and slashes: the method
 * follows the last slash. A label alone, such as `openai:gpt-4o`, is the model's raw best action.
 *
 * @returns the player; the error lists the forms of players
 */
export function readPlayer(text: string): Result<PlayerMethod, string> {
  const name = text.trim();
  const refuse = (reason: string): Result<never, string> => err(`"${name}" is no player: ${reason}`);
  if (name === 'random') return ok({ kind: 'random' });
  if (name === 'reference') return ok({ kind: 'reference', depth: undefined });
  const [, own, count] = /^(rollouts|reference):(\d+)$/.exec(name) ?? [];
  if (own === 'rollouts') {
    const simulations = numberIn(count, 1, MAX_SIMULATIONS);
    if (simulations === undefined) return refuse(`rollouts are from 1 to ${MAX_SIMULATIONS.toLocaleString('en-US')}`);
    return ok({ kind: 'rollouts', simulations });
  }
  if (own === 'reference') {
    const depth = numberIn(count, 1, MAX_DEPTH);
    return depth === undefined ? refuse(`a depth is from 1 to ${MAX_DEPTH}`) : ok({ kind: 'reference', depth });
  }
  const [, model, way] = /^(.+)\/((?:raw|search|internal)(?::[^/]*)?)$/.exec(name) ?? [];
  if (model === undefined || way === undefined)
    return /^[\w-]+:.+$/.test(name) ? ok({ kind: 'raw', model: name }) : refuse(`expected ${PLAYER_FORMS}`);
  return readWay(model, way, refuse);
}

/** Reads the method after the slash. */
function readWay(
  model: string,
  way: string,
  refuse: (reason: string) => Result<never, string>,
): Result<PlayerMethod, string> {
  if (way === 'raw') return ok({ kind: 'raw', model });
  const [kind, first, second, ...more] = way.split(':');
  if (kind === 'search' && more.length === 0 && (second === undefined || second === 'rules' || second === 'model')) {
    const simulations = numberIn(first, 0, MAX_SIMULATIONS);
    if (simulations !== undefined) return ok({ kind: 'search', model, simulations, world: second ?? 'rules' });
  }
  if (kind === 'internal' && second === undefined) {
    const [, wide, deep] = /^(\d+)x(\d+)$/.exec(first ?? '') ?? [];
    const [breadth, depth] = [numberIn(wide, 1, MAX_SHAPE), numberIn(deep, 1, MAX_SHAPE)];
    if (breadth !== undefined && depth !== undefined) return ok({ kind: 'internal', model, breadth, depth });
  }
  return refuse(
    kind === 'internal'
      ? `an internal search is internal:BREADTHxDEPTH, each from 1 to ${MAX_SHAPE}, such as internal:3x1`
      : `an external search is search:M, search:M:rules or search:M:model, such as search:100`,
  );
}

/** Returns the name of a player in files, tables and charts: the shortest text that `readPlayer` reads as it. */
export function playerLabel(method: PlayerMethod): string {
  switch (method.kind) {
    case 'random':
      return 'random';
    case 'rollouts':
      return `rollouts:${method.simulations}`;
    case 'reference':
      return method.depth === undefined ? 'reference' : `reference:${method.depth}`;
    case 'raw':
      return `${method.model}/raw`;
    case 'search':
      return `${method.model}/search:${method.simulations}${method.world === 'model' ? ':model' : ''}`;
    case 'internal':
      return `${method.model}/internal:${method.breadth}x${method.depth}`;
  }
}

/** Returns the model that a player queries; undefined for players without one. */
export const getPlayerModel = (method: PlayerMethod): string | undefined =>
  'model' in method ? method.model : undefined;
