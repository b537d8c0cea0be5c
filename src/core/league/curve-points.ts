import { treeSize } from '../search/minimax-trace.ts';
import { type OwnSettings, printOwn } from './own-settings.ts';
import type { PlayerMethod } from './players.ts';

/** Point of a player on a curve. */
export interface CurvePoint {
  /** Curve of the point, and its line there. */
  readonly curve: 'external' | 'internal' | 'tokens' | 'engine' | 'reference';
  readonly line: string;
  /** Sort key and name of a budget. */
  readonly budget: number;
  readonly name: string;
}

/**
 * Returns the points of a player; the raw action of a model is the first point of all its lines.
 *
 * @param tokens mean number of tokens of its moves, if they are known
 */
export function curvePoints(method: PlayerMethod, tokens: number | null): readonly CurvePoint[] {
  switch (method.kind) {
    case 'rollouts':
      return [external(`rollouts${printOwn(method.own)}`, method.simulations)];
    case 'search': {
      const line = searchLine(method.model, method.world, method.own);
      return [external(line, method.simulations), ...atTokens(line, tokens)];
    }
    case 'internal': {
      const { model, breadth, depth } = method;
      const point = { curve: 'internal', line: model, budget: treeSize(breadth, depth) } as const;
      return [{ ...point, name: `${breadth}×${depth}` }, ...atTokens(internalLine(model), tokens)];
    }
    case 'raw': {
      const lines = (['rules', 'model'] as const).map((world) => searchLine(method.model, world, method.own));
      return [
        ...lines.flatMap((line) => [external(line, 0), ...atTokens(line, tokens)]),
        ...(method.own === undefined ? rawOfInternal(method.model, tokens) : []),
      ];
    }
    case 'engine':
      return method.level === undefined ? [] : [engineLevel(method.level, method.limit)];
    case 'reference':
      return method.depth === undefined
        ? []
        : [{ curve: 'reference', line: 'reference', budget: method.depth, name: String(method.depth) }];
    case 'random':
      return [];
  }
}

/** Returns the first points of the lines of internal searches, which have no settings. */
const rawOfInternal = (model: string, tokens: number | null): CurvePoint[] => [
  { curve: 'internal', line: model, budget: 0, name: 'raw' },
  ...atTokens(internalLine(model), tokens),
];

const external = (line: string, simulations: number): CurvePoint => ({
  curve: 'external',
  line,
  budget: simulations,
  name: simulations.toLocaleString('en-US'),
});

function engineLevel(level: number, limit: Extract<PlayerMethod, { kind: 'engine' }>['limit']): CurvePoint {
  const per = 'nodes' in limit ? `${limit.nodes.toLocaleString('en-US')} nodes` : `${limit.movetime / 1000} s`;
  return { curve: 'engine', line: `stockfish, ${per} a move`, budget: level, name: String(level) };
}

/** Returns the point of a player among the tokens of a move, whole: that is the precision of its name. */
function atTokens(line: string, tokens: number | null): CurvePoint[] {
  const budget = Math.round(tokens ?? 0);
  return budget < 1 ? [] : [{ curve: 'tokens', line, budget, name: budget.toLocaleString('en-US') }];
}

const searchLine = (model: string, world: 'rules' | 'model', own: OwnSettings | undefined): string =>
  `${model}${printOwn(own)}${world === 'rules' ? '' : ', in its own world'}`;

const internalLine = (model: string): string => `${model}, internal search`;
