import type { Outcome } from '../../base/automaton.ts';
import { actionSpelling, type MavGameName } from '../game-names.ts';
import type { MavDialect } from '../syntax.ts';
import { bucketToken } from '../values.ts';

/** A line of an example to write. */
export type DraftLine =
  | { readonly command: 'prev_state' | 'prev_FEN' | 'state' | 'FEN'; readonly state: string }
  /** Actions in the spelling of the game's automaton; printing converts them to the dialect. */
  | { readonly command: 'prev_action' | 'best_action'; readonly action: string }
  | {
      readonly command: 'top';
      readonly k: number | 'all';
      /** Actions in printed order, `bucket` in the dialect's numbers; or the result of the game. */
      readonly list: readonly { readonly action: string; readonly bucket: number }[] | Outcome;
    };

/** An example to write. */
export interface ExampleDraft {
  readonly game: MavGameName;
  /** Inputs, then outputs, in the order of the header. */
  readonly lines: readonly DraftLine[];
  /** Number of lines that are inputs. */
  readonly inputs: number;
}

const lineName = (line: DraftLine): string => (line.command === 'top' ? `top_${line.k}` : line.command);

/** Spells an action of a game in a dialect. */
const actionText = (game: MavGameName, action: string, dialect: MavDialect): string =>
  actionSpelling(game, dialect).spell(action);

function lineText(line: DraftLine, game: MavGameName, dialect: MavDialect): string {
  const spelled = (action: string): string => actionText(game, action, dialect);
  if (line.command !== 'top') return `[%${lineName(line)} ${'state' in line ? line.state : spelled(line.action)}]`;
  const { list } = line;
  if (typeof list === 'string') return `[%${lineName(line)} invalid : "${list}"]`;
  return `[%${[lineName(line), ...list.map(({ action, bucket }) => `${spelled(action)}:${bucketToken(bucket, dialect)}`)].join(' ')}]`;
}

/** Prints the header and the inputs: the question to a model. Ends with a line break. */
export function printPrompt({ game, lines, inputs }: ExampleDraft, dialect: MavDialect): string {
  const commands = lines.map((line) => `%${lineName(line)}`).join(' ');
  const header = dialect.header === 'mav' ? `<mav game=${game}> ${commands} </mav>` : `<|${game}|> ${commands}`;
  return [header, ...lines.slice(0, inputs).map((line) => lineText(line, game, dialect)), ''].join('\n');
}

/** Prints the outputs: the answer of a model. Each line ends with a line break. */
export const printTarget = ({ game, lines, inputs }: ExampleDraft, dialect: MavDialect): string =>
  lines
    .slice(inputs)
    .map((line) => `${lineText(line, game, dialect)}\n`)
    .join('');

/** Prints the whole example. */
export const printExample = (draft: ExampleDraft, dialect: MavDialect): string =>
  printPrompt(draft, dialect) + printTarget(draft, dialect);

/** An action with its bucket, in the dialect's numbers. */
export interface ActionDraft {
  readonly action: string;
  readonly bucket: number;
}

/** A node of a search to write. */
export interface NodeDraft {
  /** Moves from the root, in the spelling of the game's automaton. */
  readonly path: readonly string[];
  readonly example: ExampleDraft;
  /** Expanded children in order; empty for a leaf. */
  readonly children: readonly NodeDraft[];
  /** Actions that the decision compares; empty for a leaf. */
  readonly weighed: readonly ActionDraft[];
  /** Action that the decision selects, or the result of the game. */
  readonly selected: ActionDraft | Outcome;
}

/** A linearized search to write. */
export interface TraceDraft {
  readonly breadth: number;
  readonly depth: number;
  readonly root: NodeDraft;
  /** The action that is played at the end. */
  readonly playing: string | undefined;
}

/**
 * Prints the question to a model: the shape of the search, and the prompt of the root. The answering trace starts with
 * it.
 */
export const printTracePrompt = ({ breadth, depth }: Pick<TraceDraft, 'breadth' | 'depth'>, root: string): string =>
  `Minimax breadth=${breadth} depth=${depth}\nEvaluation for node: <root>\n${root}`;

/** Prints the answer to the prompt of a trace. */
export function printTraceTarget(draft: TraceDraft, dialect: MavDialect): string {
  const prompt = printTracePrompt(draft, printPrompt(draft.root.example, dialect));
  return printTrace(draft, dialect).slice(prompt.length);
}

/**
 * Prints the whole trace (Schultz et al., the internal-search figure): each node before its descendants, its decision
 * after them. Ends with a line break.
 */
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
