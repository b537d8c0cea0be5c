import { chess, chess960 } from '../../games/chess/chess.ts';
import { moveName } from '../../games/chess/moves.ts';
import { INITIAL_FEN } from '../../games/chess/state.ts';
import { parseTypedMove } from '../../games/chess/typed-move.ts';
import { comparedWorldName } from '../../metrics/comparison-rules.ts';
import { makeLabel } from '../../notation/predictions/prediction.ts';
import { printWalk } from '../../notation/walk/annotate-walk.ts';
import { isRenamed, lineKeyEntries } from '../../worlds/renamed-world.ts';
import type { World } from '../../worlds/world.ts';
import { buildWorld, worldOption } from '../../worlds/world-spec.ts';
import { takenState } from '../runs/answer-facts.ts';
import { planWorld, type RunPlan, type RunSample } from '../runs/run-schema.ts';

/**
 * Returns the samples of a run as walks, one for each game, and the number of samples left out: those that failed, or
 * do not hold their moves.
 *
 * @param plan of the run: it names the world of walks, whose renamed actions get their original names
 */
export function runWalks(
  samples: readonly RunSample[],
  plan?: RunPlan,
): {
  readonly text: string;
  readonly count: number;
  readonly left: number;
} {
  const games = new Map<number, RunSample[]>();
  let left = 0;
  for (const sample of samples) {
    if (sample.error !== undefined || (sample.moves === undefined && sample.ply > 0)) left++;
    else if (games.get(sample.game)?.push(sample) === undefined) games.set(sample.game, [sample]);
  }
  const spec = planWorld(plan);
  const built = spec && buildWorld(spec);
  const world = built?.ok === true ? built.value : undefined;
  const walks: string[] = [];
  for (const own of games.values()) {
    const longest = own.reduce((a, b) => ((b.moves?.length ?? 0) > (a.moves?.length ?? 0) ? b : a));
    const compared = comparedWorldName(longest.variant);
    const actions = sampleActions(longest, world);
    const predictions = own
      .filter(({ ply }) => ply <= actions.length)
      .map(({ ply, model, template, index, extraction }) => ({
        at: ply,
        label: makeLabel(model, template, index === 0 ? undefined : index),
        fen: takenState({ extraction }),
      }));
    left += own.length - predictions.length;
    const { startFen, variant } = longest;
    const usual = world === undefined ? INITIAL_FEN : world.automaton.print(world.start);
    const start = startFen === undefined || startFen === usual ? undefined : startFen;
    const name = compared === undefined ? variant : spec === undefined ? compared : worldOption(spec);
    walks.push(printWalk({ world: name, start, actions, predictions }));
  }
  return { text: walks.join('\n'), count: walks.length, left };
}

/**
 * Returns the actions of a sample: legal moves of chess in UCI, up to the first illegal one; others under their known
 * names.
 *
 * @param world of the run
 */
export const sampleActions = (sample: RunSample, world: World<unknown> | undefined): readonly string[] =>
  comparedWorldName(sample.variant) === undefined ? actionsOf(sample) : namedActions(sample, world);

/** Returns the actions of a sample in a world, renamed ones under their known names. */
function namedActions({ moves = [], startFen }: RunSample, world: World<unknown> | undefined): readonly string[] {
  if (world === undefined || !isRenamed(world)) return moves;
  const start = startFen === undefined ? undefined : world.automaton.parse(startFen);
  const key = lineKeyEntries(world, start?.ok === true ? start.value : world.start, moves);
  const names = new Map(key.map(({ code, action }) => [code, action]));
  return moves.map((code) => names.get(code) ?? code);
}

/** Returns the moves of a sample in UCI, up to the first illegal one. */
function actionsOf({ moves = [], startFen = INITIAL_FEN, variant }: RunSample): string[] {
  const automaton = variant === 'chess960' ? chess960 : chess;
  const parsed = automaton.parse(startFen);
  const actions: string[] = [];
  if (!parsed.ok) return actions;
  let state = parsed.value;
  for (const san of moves) {
    const move = parseTypedMove(state, san);
    const action = move.ok ? moveName(move.value) : undefined;
    const next = action === undefined ? undefined : automaton.step(state, action);
    if (action === undefined || next === undefined || typeof next === 'symbol') break;
    actions.push(action);
    state = next;
  }
  return actions;
}
