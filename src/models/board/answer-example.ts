import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { err, ok, type Result } from '../../core/base/result.ts';
import { commandName, type HeaderCommand, headerCommand } from '../../core/mav/author/header-commands.ts';
import type { Example, MavDialect, MavLine } from '../../core/mav/syntax.ts';
import type { DecodingSettings } from '../model.ts';
import type { ChosenToken } from '../onnx/sampler.ts';
import type { BoardAction, BoardGame, BoardState, StateForm } from './board-game.ts';
import type { Look } from './board-network.ts';
import {
  AnswerText,
  type ListReading,
  readList,
  readStep,
  type StepReading,
  type TextChance,
  valueToken,
} from './board-reading.ts';

/** Network, game and settings of an answer. */
export interface ExampleOptions {
  readonly game: BoardGame;
  /** MAV name of the game. */
  readonly name: string;
  readonly look: Look;
  readonly dialect: MavDialect;
  readonly settings: DecodingSettings;
  readonly random: RandomGenerator;
}

/** Commands that a board network answers, for messages. */
const ANSWERED = '%state, %FEN, %top_k, %top_all and %best_action';

/**
 * Answers an example command by command, after the lines that it has: states, lists and best actions are read off the network, a state in
 * another form is a copy. The error is a sentence that says what is missing or unknown, and what can be answered.
 */
export async function answerExample(example: Example, options: ExampleOptions): Promise<Result<AnswerText, string>> {
  const { commands } = example.header;
  const walk = new ExampleWalk(options);
  for (const [i, line] of example.lines.entries()) {
    const fault = walk.take(line, commands[i]?.name);
    if (fault !== undefined) return err(fault);
  }
  const outputs: HeaderCommand[] = [];
  for (const read of commands.slice(example.lines.length)) {
    const command = headerCommand(read);
    if (command === undefined) return err(`%${read.name} is unknown: ${ANSWERED} are answered`);
    outputs.push(command);
  }
  if (outputs.length === 0) return err(`the prompt asks for nothing: ${ANSWERED} are answered`);
  for (const output of outputs) {
    const fault = await walk.answer(output);
    if (fault !== undefined) return err(fault);
  }
  return ok(walk.text);
}

/** The position of an answer within its example, and what is known there. */
class ExampleWalk {
  readonly text = new AnswerText();
  readonly #options: ExampleOptions;
  /** State before `#action`. */
  #before: BoardState | undefined;
  #action: string | undefined;
  /** State that is described now. */
  #current: BoardState | undefined;
  /** State as it is written in the answer: what follows is read off its text, as if it had been given. */
  #closed: BoardState | undefined;
  #step: StepReading | undefined;
  #list: ListReading | undefined;

  constructor(options: ExampleOptions) {
    this.#options = options;
  }

  /** Takes a line that the prompt has. Returns what is wrong with it. */
  take({ command, body }: MavLine, due: string | undefined): string | undefined {
    const { name } = command;
    if (name !== due) return `the line of %${due ?? name} is missing`;
    if (body.kind === 'move') this.#follow(body.move.text);
    if (body.kind !== 'state') return body.kind === 'none' ? `%${name} is empty` : undefined;
    const form: StateForm = name.endsWith('FEN') ? 'FEN' : 'state';
    const read = this.#options.game.read(body.state.text, form);
    if (!read.ok) return `%${name} cannot be read: ${read.error}`;
    const isPrevious = name.startsWith('prev_');
    // The fields of a FEN have one meaning, so it counts if a state is given in both forms.
    if ((isPrevious ? this.#before : this.#current) !== undefined && form !== 'FEN') return undefined;
    for (const part of read.value.unread) this.#note(`not read: ${part}`);
    if (isPrevious) this.#before = read.value;
    else this.#current = read.value;
    return undefined;
  }

  /** Answers a command. Returns the reason if it cannot be answered. */
  async answer(output: HeaderCommand): Promise<string | undefined> {
    const { command } = output;
    if (command.startsWith('prev_')) return `%${command} is an input, but its line is missing`;
    if (this.#list?.kind === 'over' && command !== 'top') return undefined;
    const state = await this.#state();
    if (typeof state === 'string') return state;
    if (command === 'state' || command === 'FEN') {
      if (this.#list !== undefined)
        return `%${command} after the list is the state after a %best_action, which the header does not request`;
      this.#writeState(state, command);
      return undefined;
    }
    const { game, look } = this.#options;
    const closed = this.#closed ?? state;
    this.#list ??= await readList(game, closed, look);
    if (output.command === 'top') this.#writeList(output, this.#list, closed);
    else this.#writeBest(this.#list, closed);
    return undefined;
  }

  /** An action leads from the current state to one that is not known yet. */
  #follow(action: string): void {
    this.#before = this.#closed ?? this.#current ?? this.#before;
    this.#action = action;
    this.#current = undefined;
    this.#closed = undefined;
    this.#step = undefined;
    this.#list = undefined;
  }

  /** Returns the current state, which the network must find if there is an action; or what is missing. */
  async #state(): Promise<BoardState | string> {
    if (this.#current !== undefined) return this.#current;
    const { game, name, dialect, look, settings, random } = this.#options;
    if (this.#before === undefined) return 'the prompt gives no state: %state, %FEN, or %prev_state with %prev_action';
    if (this.#action === undefined) return 'the prompt gives a previous state, but no %prev_action';
    const action = game.actionOf(this.#action, this.#before, dialect);
    if (action === undefined) return `${JSON.stringify(this.#action.slice(0, 20))} is no action of ${name}`;
    this.#step = await readStep(game, this.#before, action, look, settings, random);
    this.#current = this.#step.state;
    return this.#current;
  }

  #writeState(state: BoardState, form: StateForm): void {
    const { game } = this.#options;
    const { text, cells, doubts } = game.write(state, form);
    for (const doubt of this.#closed === undefined ? doubts : []) this.#note(doubt);
    this.text.add(`[%${form} `);
    const step = this.#step;
    if (step === undefined) this.text.add(text);
    else if (cells === undefined) this.text.decide(text, sum(step.squares.map(({ logprob }) => logprob)));
    else this.#writeCells(text, cells, step);
    this.text.add(']\n');
    const closed = game.read(text, form);
    if (closed.ok && (this.#closed === undefined || form === 'FEN')) this.#closed = closed.value;
  }

  #writeCells(text: string, start: number, { squares, state }: StepReading): void {
    const { game } = this.#options;
    // Codes are those of the side that moved.
    const mover = game.passed(state);
    const order = game.order(mover);
    this.text.add(text.slice(0, start));
    for (const [i, square] of order.entries()) {
      const token = text.charAt(start + 2 * i);
      const letters = lettersOf(squares[square], (code) => game.letterOf(code, mover));
      this.text.decide(token, letters.find((other) => other.token === token)?.logprob ?? 0, letters);
      if (i < order.length - 1) this.text.add(' ');
    }
    this.text.add(text.slice(start + 2 * order.length - 1));
  }

  #writeList(command: HeaderCommand & { readonly command: 'top' }, list: ListReading, state: BoardState): void {
    const { game, dialect } = this.#options;
    if (list.kind === 'over') {
      this.#note('no action looks legal; the result is read off the board with the other side to move');
      this.text.add(`[%${commandName(command)} invalid : "${list.outcome}"]\n`);
      return;
    }
    const { actions } = list;
    const listed =
      command.k === 'all'
        ? [...actions].sort((a, b) => game.compare(a.action, b.action, state))
        : actions.slice(0, command.k);
    this.text.add(`[%${commandName(command)}`);
    for (const read of listed) {
      this.text.add(' ');
      this.text.decide(this.#nameOf(read.action, state), Math.log(read.chance));
      this.text.add(':');
      const { token, logprob, top } = valueToken(read, dialect);
      this.text.decide(token, logprob, top);
    }
    this.text.add(']\n');
  }

  #writeBest(list: ListReading, state: BoardState): void {
    const [best] = list.kind === 'actions' ? list.actions : [];
    if (best === undefined) return;
    const action = this.#nameOf(best.action, state);
    this.text.add(`[%best_action ${action}]\n`);
    this.#follow(action);
  }

  #nameOf(action: BoardAction, state: BoardState): string {
    const { game, name, dialect } = this.#options;
    return game.nameOf(action, state, name, dialect);
  }

  #note(text: string): void {
    this.text.add(`# ${text}\n`);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Returns the characters that may stand on a square, the likeliest first: several codes share one. */
function lettersOf(chosen: ChosenToken | undefined, letter: (code: number) => string): readonly TextChance[] {
  const chances = new Map<string, number>();
  for (const { id, logprob } of chosen?.top ?? [])
    chances.set(letter(id), (chances.get(letter(id)) ?? 0) + Math.exp(logprob));
  return [...chances]
    .map(([token, chance]) => ({ token, logprob: Math.log(chance) }))
    .sort((a, b) => b.logprob - a.logprob);
}
