import { systemClock } from '../../src/compute/system-clock.ts';
import { fnv1a } from '../../src/core/base/text/hash.ts';
import { INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import { knownGame } from '../../src/core/mav/author/prompt-position.ts';
import { BUCKETS } from '../../src/core/mav/values.ts';
import type { SearchRoot, SearchTree } from '../../src/core/search/mcts.ts';
import { rolloutModel, rulesForGame, stateByRule } from '../../src/core/search/rule-models.ts';
import { runSearch } from '../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../src/core/search/settings.ts';
import { SearchRecorder } from '../../src/core/search/tree-file.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../../src/core/search/world-model.ts';

/** A search as it was written down, and its tree. */
export interface Searched {
  readonly text: string;
  readonly tree: SearchTree;
}

export const EMPTY_BOARD = `x || ${Array.from({ length: 42 }, () => '.').join(' ')} ||`;

/** Runs a search and writes it down. */
export async function searched(
  root: SearchRoot,
  model: WorldModel,
  settings: Partial<SearchSettings>,
  tracks = false,
): Promise<Searched> {
  let text = '';
  const all = { ...DEFAULT_SEARCH, ...settings };
  const recorder = new SearchRecorder({ ...root, model: model.label, settings: all }, (lines) => {
    text += lines;
  });
  const done = await runSearch({
    root,
    model,
    settings: all,
    clock: systemClock,
    signal: new AbortController().signal,
    ...(tracks && { rules: rulesForGame(root.game) }),
    onStart: recorder.onStart,
    onSimulation: recorder.onSimulation,
  });
  if (!done.ok) throw new Error(done.error);
  recorder.end(done.value);
  return { text, tree: done.value.tree };
}

/** Random games of Connect Four; every ninth state is a hallucination, whose text would be markup elsewhere. */
export function unsteadyRollouts(): WorldModel {
  const good = rolloutModel({ rollouts: 4, seed: 3, longest: 50 });
  let count = 0;
  const wrong: Evaluation = {
    kind: 'hallucination',
    text: '<b>I am not sure</b> & "so"\n',
    reason: 'no list of actions',
  };
  return {
    label: 'rollouts: 4',
    evaluate: (batch, signal) =>
      good.evaluate(batch, signal).map((answer) => (++count % 9 === 0 ? Promise.resolve(wrong) : answer)),
  };
}

/** Connect Four from the empty board, with hallucinations. */
export const discSearch = (settings: Partial<SearchSettings> = {}): Promise<Searched> =>
  searched({ game: 'connect_four', state: EMPTY_BOARD, played: 0 }, unsteadyRollouts(), {
    simulations: 120,
    ...settings,
  });

/** A number in [0, 1) that a text alone decides. */
const share = (text: string): number => (fnv1a(text) >>> 0) / 2 ** 32;

/** A model of chess that forgets a pawn at times, lists a move that is illegal, and at times writes no state at all. */
export const forgetfulModel: WorldModel = {
  label: 'forgetful',
  evaluate: (batch) => batch.map((request) => Promise.resolve(forget(request))),
};

function forget(request: EvaluationRequest): Evaluation {
  const own = stateByRule(request);
  if ('kind' in own) return own;
  const draw = share(own.text);
  if (request.action !== undefined && draw < 0.08)
    return {
      kind: 'hallucination',
      text: `%state ${own.text.slice(0, 20)}…`,
      reason: 'not a state: 5 ranks instead of 8',
    };
  const lost = request.action !== undefined && draw > 0.8 ? own.text.replace(/P(?=[^P]* [wb] )/, '1') : own.text;
  const { automaton } = knownGame(request.game);
  const parsed = automaton.parse(lost);
  const state = parsed.ok ? automaton.print(parsed.value) : own.text;
  const legal = automaton.legal(parsed.ok ? parsed.value : own.state);
  const actions = [...legal, 'a1a8'].map((action) => {
    const value = 0.25 + 0.5 * share(`${state} ${action}`);
    const bucket = Math.floor(value * BUCKETS);
    const shares = [-2, -1, 0, 1, 2].map((by, i) => [bucket + by, [0.05, 0.2, 0.5, 0.2, 0.05][i]] as const);
    return { action, value, chances: { mass: 0.93, shares } };
  });
  const best = actions.reduce((a, b) => (b.value > a.value ? b : a)).action;
  return { kind: 'state', state, actions, best, text: `%state ${state}\n%top_all …` };
}

/** Chess from the start; the model tracks the states itself. */
export const chessSearch = (settings: Partial<SearchSettings> = {}): Promise<Searched> =>
  searched({ game: 'chess', state: INITIAL_FEN, played: 0 }, forgetfulModel, { simulations: 150, ...settings }, true);
