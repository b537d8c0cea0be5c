import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { languageModel } from '../../src/core/search/language-model.ts';
import { rulesForGame } from '../../src/core/search/rule-models.ts';
import { runSearch } from '../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH } from '../../src/core/search/settings.ts';
import { SearchRecorder } from '../../src/core/search/tree-file.ts';
import { faultyAnswer } from './faulty-tracker.ts';

/** A pawn that can be taken in passing, a knight that is pinned, and castling. */
const ROOT = 'r1bqk2r/ppp2ppp/2n2n2/3pP3/1bP5/2N2N2/PP3PPP/R1BQKB1R w KQkq d6 0 7';
const SEED = 2;

/** The file `samples/state-tracking.mcts.jsonl`: a search in which the model tracks states by itself, and its world parts from the true one. */
export async function trackedTree(): Promise<string> {
  const model = languageModel(
    'faulty-tracker (made for this sample)',
    (prompt) => Promise.resolve({ text: faultyAnswer(prompt, SEED) }),
    { form: 'FEN', list: 'all', best: true, dialect: PUBLISHED_DIALECT, scoring: 'written', world: 'model' },
  );
  const settings = { ...DEFAULT_SEARCH, simulations: 160, exploration: 2, k: 8, epsilon: 0.25, timeout: 0 };
  const root = { game: 'chess', state: ROOT, played: 12 } as const;
  let lines = '';
  const recorder = new SearchRecorder({ ...root, model: model.label, settings }, (more) => {
    lines += more;
  });
  const done = await runSearch({
    root,
    model,
    settings,
    // a simulation is said to take 350 ms, so that the bytes are the same every time
    clock: still(),
    signal: { aborted: false, addEventListener: () => {}, removeEventListener: () => {} },
    rules: rulesForGame('chess'),
    onStart: recorder.onStart,
    onSimulation: (simulation, tree) => recorder.onSimulation({ ...simulation, ms: 350 }, tree),
  });
  if (!done.ok) throw new Error(done.error);
  recorder.end(done.value);
  return lines;
}

/** A clock that stands still. */
const still = () => ({
  now: () => 0,
  after: (_: number, callback: () => void) => {
    queueMicrotask(callback);
    return () => {};
  },
});
