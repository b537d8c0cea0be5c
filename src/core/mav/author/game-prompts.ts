import { err, ok, type Result } from '../../base/result.ts';
import type { PlyPlan } from '../../notation/pgn/ply-selection.ts';
import { rookGame, rookPolicyPrompt, rookStepPrompt } from '../rookworld/write-rook.ts';
import type { MavDialect } from '../syntax.ts';
import { type GameLine, positionAt } from './game-line.ts';
import type { HeaderCommand } from './header-commands.ts';
import type { PromptPosition } from './prompt-position.ts';
import { makeRequest, printRequest } from './request.ts';
import type { SourceLine } from './source-lines.ts';

/** A position of a text, or the reason, as a sentence, why a game or record has none. */
export type PlannedPrompt = PromptPosition | { readonly skipped: string };

/** Yields the positions that a plan selects: of games by plies, of records and examples every one. */
export function* plannedPositions(lines: Iterable<SourceLine>, plan: PlyPlan): Generator<PlannedPrompt> {
  for (const source of lines) {
    if ('skipped' in source) {
      yield { skipped: source.skipped };
      continue;
    }
    const { line, isRecord } = source;
    const last = line.actions.length;
    for (const ply of isRecord ? [last] : plan(last)) yield positionAt(line, ply);
  }
}

/** Collects the prompts of a text. */
export class FilePrompts {
  readonly #commands: readonly HeaderCommand[];
  readonly #dialect: MavDialect;
  readonly #prompts: string[] = [];
  /** Number of positions without a prompt, by reason. */
  readonly refused = new Map<string, number>();

  constructor(commands: readonly HeaderCommand[], dialect: MavDialect) {
    this.#commands = commands;
    this.#dialect = dialect;
  }

  get count(): number {
    return this.#prompts.length;
  }

  add(position: PlannedPrompt): void {
    const request =
      'skipped' in position ? { ok: false as const, error: position.skipped } : makeRequest(position, this.#commands);
    if (request.ok) this.#prompts.push(printRequest(request.value, this.#dialect));
    else this.refused.set(request.error, (this.refused.get(request.error) ?? 0) + 1);
  }

  /** The prompts, separated by blank lines. */
  get text(): string {
    return this.#prompts.join('\n');
  }
}

/**
 * Returns the prompt of RookWorld for a ply of a game, without a line end, or the reason why there is none: of the
 * environment if the commands of MAV request the state after an action (`%prev_action`), else of the policy.
 */
export function rookPrompt(
  { game, states, actions }: GameLine,
  ply: number,
  commands: readonly HeaderCommand[],
): Result<string, string> {
  if (game !== 'chess') return err('RookWorld knows no game but chess');
  const { automaton } = rookGame();
  const fenAt = (at: number): string => automaton.print(states[at]);
  if (commands.some(({ command }) => command === 'prev_action')) {
    const action = actions[ply - 1];
    if (action === undefined) return err('the move that led to this position is unknown');
    return ok(rookStepPrompt(fenAt(ply - 1), action, actions.slice(0, ply - 1)));
  }
  return automaton.outcome(states[ply]) === undefined ? ok(rookPolicyPrompt(fenAt(ply))) : err('the game is over');
}
