import assert from 'node:assert/strict';
import { knownGame } from '../../src/core/mav/author/prompt-position.ts';
import { MAV_GAMES, type MavGameName } from '../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../src/core/mav/values.ts';
import { printTrace } from '../../src/core/mav/write/example-draft.ts';
import { type ReferenceTraceTask, referenceTrace } from '../../src/core/search/reference-trace.ts';

/** Values that depend on the names of actions alone. */
export const SOURCE: ValueSource = {
  label: 'names',
  games: MAV_GAMES,
  values: ({ game, state }) => {
    const { automaton } = knownGame(game);
    const parsed = automaton.parse(state);
    const actions = (parsed.ok ? automaton.legal(parsed.value) : []).map((action) => {
      let sum = 7;
      for (const c of action) sum = (sum * 31 + c.charCodeAt(0)) % 997;
      return { action, win: sum / 997 };
    });
    actions.sort((a, b) => b.win - a.win);
    return Promise.resolve({ ok: true, value: { actions, outcome: undefined, kind: 'engine' } });
  },
  dispose: () => Promise.resolve(),
};

export const STATES: Readonly<Record<MavGameName, string>> = {
  chess: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
  chess960: 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
  connect_four: `x || ${'.....................' + '.....................'.replace(/^/, '')} ||`,
  hex: `x || ${Array.from({ length: 25 }, () => '.').join(' ')} ||`,
  othello: `x || ${'.'.repeat(27)}ox......xo${'.'.repeat(27)} ||`,
};

/** A reference trace of breadth 3 and depth 1, if nothing else is asked for. */
export async function traceOf(task: Partial<ReferenceTraceTask>): Promise<string> {
  const game = task.game ?? 'chess';
  const made = await referenceTrace(
    {
      game,
      state: STATES[game],
      breadth: 3,
      depth: 1,
      source: SOURCE,
      form: 'FEN',
      dialect: PUBLISHED_DIALECT,
      ...task,
    },
    new AbortController().signal,
  );
  assert.ok(made.ok, made.ok ? '' : made.error.message);
  return printTrace(made.value, PUBLISHED_DIALECT);
}
