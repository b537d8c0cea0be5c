import type { Outcome } from '../../base/automaton.ts';
import { type MavGameName, mavGame } from '../games.ts';
import type { MavDialect } from '../syntax.ts';
import { bucketToken } from '../values.ts';

/** A line of an example that is to be written. */
export type DraftLine =
  | { readonly command: 'prev_state' | 'prev_FEN' | 'state' | 'FEN'; readonly state: string }
  /** Actions are those of the game's automaton; they are written as the dialect has them. */
  | { readonly command: 'prev_action' | 'best_action'; readonly action: string }
  | {
      readonly command: 'top';
      readonly k: number | 'all';
      /** In the order in which they are written; `bucket` in the dialect's numbers. Or how the game ended. */
      readonly list: readonly { readonly action: string; readonly bucket: number }[] | Outcome;
    };

/** An example that is to be written. */
export interface ExampleDraft {
  readonly game: MavGameName;
  /** Inputs, then outputs, in the order of the header. */
  readonly lines: readonly DraftLine[];
  /** How many of the lines are inputs. */
  readonly inputs: number;
}

const nameOf = (line: DraftLine): string => (line.command === 'top' ? `top_${line.k}` : line.command);

/** An action of a game as a dialect has it. */
const actionText = (game: MavGameName, action: string, dialect: MavDialect): string =>
  mavGame(game, dialect)?.spell(action) ?? action;

function lineText(line: DraftLine, game: MavGameName, dialect: MavDialect): string {
  const spelled = (action: string): string => actionText(game, action, dialect);
  if (line.command !== 'top') return `[%${nameOf(line)} ${'state' in line ? line.state : spelled(line.action)}]`;
  const { list } = line;
  if (typeof list === 'string') return `[%${nameOf(line)} invalid : "${list}"]`;
  return `[%${[nameOf(line), ...list.map(({ action, bucket }) => `${spelled(action)}:${bucketToken(bucket, dialect)}`)].join(' ')}]`;
}

/** The header and the inputs: what a model is asked. Ends with a line break. */
export function printPrompt({ game, lines, inputs }: ExampleDraft, dialect: MavDialect): string {
  const commands = lines.map((line) => `%${nameOf(line)}`).join(' ');
  const header = dialect.header === 'mav' ? `<mav game=${game}> ${commands} </mav>` : `<|${game}|> ${commands}`;
  return [header, ...lines.slice(0, inputs).map((line) => lineText(line, game, dialect)), ''].join('\n');
}

/** The outputs: what a model should answer. Each line ends with a line break. */
export const printTarget = ({ game, lines, inputs }: ExampleDraft, dialect: MavDialect): string =>
  lines
    .slice(inputs)
    .map((line) => `${lineText(line, game, dialect)}\n`)
    .join('');

/** The whole example. */
export const printExample = (draft: ExampleDraft, dialect: MavDialect): string =>
  printPrompt(draft, dialect) + printTarget(draft, dialect);

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
