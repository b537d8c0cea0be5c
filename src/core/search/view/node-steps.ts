import type { SearchNode } from '../tree.ts';
import type { TreeFileHeader } from '../tree-file.ts';
import type { GameStates } from './game-states.ts';

/** A state on the way from the root to a node. */
export interface NodeStep {
  /** Half-moves from the start of the game. */
  readonly ply: number;
  /** The action that leads there, as people write it; null at the root. */
  readonly move: string | null;
  /** The state by the rules, as boards read it. */
  readonly truth: string;
  /** State printed by the model; null if it is not a state. */
  readonly believed: string | null;
  /** Text of the language model; null if it was not kept. */
  readonly text: string | null;
  /** Reason why the text is not a state; null if it is one. */
  readonly fault: string | null;
}

/** The states on the way from the root to a node, as far as the rules know them: an illegal action ends it. Empty where the root is no state. */
export function stepsTo(
  node: SearchNode,
  states: Pick<GameStates, 'truthOf' | 'nameTo' | 'shown'>,
  { played }: Pick<TreeFileHeader, 'played'>,
): readonly NodeStep[] {
  const nodes: SearchNode[] = [];
  for (let at: SearchNode | undefined = node; at !== undefined; at = at.parent) nodes.push(at);
  const steps: NodeStep[] = [];
  for (const at of nodes.reverse()) {
    const truth = states.truthOf(at).state;
    if (truth === undefined) break;
    const isLost = at.kind === 'hallucination';
    steps.push({
      ply: played + at.depth,
      move: at.parent === undefined ? null : states.nameTo(at),
      truth,
      believed: isLost ? null : (states.shown(at.state) ?? null),
      text: isLost ? at.state : (at.text ?? null),
      fault: isLost ? (at.reason ?? 'it is no state') : null,
    });
  }
  return steps;
}
