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
export const actionText = (game: MavGameName, action: string, dialect: MavDialect): string =>
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
