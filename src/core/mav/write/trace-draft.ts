import type { Outcome } from '../../base/automaton.ts';
import type { MavDialect } from '../syntax.ts';
import { bucketToken } from '../values.ts';
import { actionText, type ExampleDraft, printExample, printPrompt } from './draft.ts';

/** An action with its bucket, in the dialect's numbers. */
export interface ActionDraft {
  readonly action: string;
  readonly bucket: number;
}

/** A node of a search that is to be written. */
export interface NodeDraft {
  /** Moves from the root, in the spelling of the game's automaton. */
  readonly path: readonly string[];
  readonly example: ExampleDraft;
  /** Those that it is expanded to, in their order; none for a leaf. */
  readonly children: readonly NodeDraft[];
  /** What the decision weighs; none for a leaf. */
  readonly weighed: readonly ActionDraft[];
  /** What the decision selects, or how the game ended. */
  readonly selected: ActionDraft | Outcome;
}

/** A linearised search that is to be written. */
export interface TraceDraft {
  readonly breadth: number;
  readonly depth: number;
  readonly root: NodeDraft;
  /** The action that is played in the end. */
  readonly playing: string | undefined;
}

/** What a model is asked: the shape of the search, and the prompt of the root. The trace that answers it begins with it. */
export const printTracePrompt = ({ breadth, depth }: Pick<TraceDraft, 'breadth' | 'depth'>, root: string): string =>
  `Minimax breadth=${breadth} depth=${depth}\nEvaluation for node: <root>\n${root}`;

/** What answers the prompt of a trace. */
export function printTraceTarget(draft: TraceDraft, dialect: MavDialect): string {
  const prompt = printTracePrompt(draft, printPrompt(draft.root.example, dialect));
  return printTrace(draft, dialect).slice(prompt.length);
}

/** The whole trace (Schultz et al., the internal-search figure): each node before those below it, its decision behind them. Ends with a line break. */
export function printTrace({ breadth, depth, root, playing }: TraceDraft, dialect: MavDialect): string {
  const { game } = root.example;
  const spelled = (action: string): string => actionText(game, action, dialect);
  const nameOf = ({ path }: NodeDraft): string => `<${['root', ...path.map(spelled)].join(' ')}>`;
  const pair = ({ action, bucket }: ActionDraft): string => `${spelled(action)} : "${bucketToken(bucket, dialect)}"`;
  const opening = (node: NodeDraft): string => {
    const names = node.children.map(nameOf).join(' ');
    const expansion = names === '' ? '' : `Expand from node ${nameOf(node)}: ${names}\n`;
    return `Evaluation for node: ${nameOf(node)}\n${printExample(node.example, dialect)}${expansion}`;
  };
  const decision = (node: NodeDraft): string => {
    const { selected } = node;
    const selection = typeof selected === 'string' ? `invalid : "${selected}"` : pair(selected);
    const lines = [`Decision for node: ${nameOf(node)}`, ...node.weighed.map(pair), `Selecting: ${selection}`];
    return `${lines.join('\n')}\n`;
  };
  let text = `Minimax breadth=${breadth} depth=${depth}\n`;
  const open: (NodeDraft | string)[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      text += next;
      continue;
    }
    text += opening(next);
    open.push(decision(next), ...[...next.children].reverse());
  }
  return playing === undefined ? text : `${text}Playing ${spelled(playing)}!\n`;
}
