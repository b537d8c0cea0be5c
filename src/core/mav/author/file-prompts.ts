import type { PlyPlan } from '../../notation/pgn/ply-plan.ts';
import type { MavDialect } from '../syntax.ts';
import type { HeaderCommand } from './commands.ts';
import type { PromptPosition } from './position.ts';
import { makeRequest, printRequest } from './prompt.ts';
import { positionAt } from './random-line.ts';
import type { SourceLine } from './text-lines.ts';

/** A position of a text, or a sentence that says why a game or record has none. */
export type PlannedPosition = PromptPosition | { readonly skipped: string };

/** The positions of lines that a plan names: of games by plies, of records and examples each one. */
export function* plannedPositions(lines: Iterable<SourceLine>, plan: PlyPlan): Generator<PlannedPosition> {
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

/** Prompts of a text, gathered one by one. */
export class FilePrompts {
  readonly #commands: readonly HeaderCommand[];
  readonly #dialect: MavDialect;
  readonly #prompts: string[] = [];
  /** Number of positions by the sentence that says why they have no prompt. */
  readonly refused = new Map<string, number>();

  constructor(commands: readonly HeaderCommand[], dialect: MavDialect) {
    this.#commands = commands;
    this.#dialect = dialect;
  }

  get count(): number {
    return this.#prompts.length;
  }

  add(position: PlannedPosition): void {
    const request =
      'skipped' in position ? { ok: false as const, error: position.skipped } : makeRequest(position, this.#commands);
    if (request.ok) this.#prompts.push(printRequest(request.value, this.#dialect));
    else this.refused.set(request.error, (this.refused.get(request.error) ?? 0) + 1);
  }

  /** The prompts with a blank line between them. */
  get text(): string {
    return this.#prompts.join('\n');
  }
}
