import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import type { Result } from '../base/result.ts';
import { partSeed } from '../base/text/hash.ts';
import { isChessVariant } from '../games/chess/chess-variants.ts';
import type { ConnectFourState } from '../games/connect-four/bit-board.ts';
import { shallowActions } from '../games/connect-four/solver.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import { makeRequest, printRequest } from '../mav/author/request.ts';
import { traceModel } from '../mav/check/trace-model.ts';
import type { MavGameName } from '../mav/game-names.ts';
import { mavGame } from '../mav/games.ts';
import { readMavSection } from '../mav/read-mav.ts';
import type { MavDialect } from '../mav/syntax.ts';
import type { ValueSource } from '../mav/values.ts';
import { printTracePrompt } from '../mav/write/example-draft.ts';
import type { Complete } from '../search/language-model.ts';
import { type GameHistory, type Rules, type SearchRoot, SearchTree } from '../search/mcts.ts';
import type { SearchClock } from '../search/requests.ts';
import { reuseTree } from '../search/reuse-tree.ts';
import { runSearch } from '../search/run-search.ts';
import type { SearchSettings } from '../search/settings.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../search/world-model.ts';

/** Position at which a player is to move. */
export interface Turn {
  readonly game: MavGameName;
  /** State of the game's automaton, which is not final. */
  readonly state: unknown;
  /** State as the automaton prints it, and that before the first action. */
  readonly text: string;
  readonly start: string;
  /** All actions since the start of the game, those of the opening included. */
  readonly actions: readonly string[];
}

/** Answer of a player. */
export type Choice =
  | {
      /** Legal or not: the caller decides that. */
      readonly kind: 'action';
      readonly action: string;
      /** Number of requests to a model, an engine or the rules' random games. */
      readonly calls: number;
      /** Tokens of the requests and their answers; undefined where they are not known. */
      readonly tokens?: number;
    }
  /** Answer that names no action. */
  | {
      readonly kind: 'unreadable';
      readonly text: string;
      readonly reason: string;
      readonly calls: number;
      readonly tokens?: number;
    }
  /**
   * Missing answer: the network or an engine failed, or the wait was ended. The game is not counted. `isFinal`: the
   * player cannot play at all.
   */
  | { readonly kind: 'fault'; readonly message: string; readonly isFinal?: boolean };

/** Player in one game, on one side. It may keep results from move to move. */
interface Seat {
  /** Never rejects. */
  move(turn: Turn, signal: AbortSignalLike): Promise<Choice>;
  /** Called once, after the game or when it is given up. */
  leave?(): void;
}

/** Counts the tokens of a player's requests. */
export interface TokenCount {
  /** Returns the tokens since the last call; undefined if a request's are not known. */
  take(): number | undefined;
}

/** Player of a league. */
export interface LeaguePlayer {
  /** `playerLabel` of its method. */
  readonly label: string;
  /** @param seed seed of all its random numbers in this game */
  sit(seed: number): Seat;
}

/** Returns one of several actions, by the seed and the ply alone. */
function drawn(actions: readonly string[], seed: number, { actions: played }: Turn): Choice {
  const random = seeded(partSeed(seed, `ply ${played.length}`));
  const action = actions[uniformInt(random, 0, Math.max(0, actions.length - 1))];
  return action === undefined
    ? { kind: 'fault', message: 'there is no action to choose from' }
    : { kind: 'action', action, calls: 0 };
}

/** Returns a seat that plays a uniformly random legal action. */
export const randomSeat = (seed: number): Seat => ({
  move: (turn) => Promise.resolve(drawn(knownGame(turn.game).automaton.legal(turn.state), seed, turn)),
});

/**
 * Returns a seat that plays Connect Four with a limited depth: quick wins, late losses, and by chance where it sees
 * neither. The exact solver with a horizon.
 */
export const shallowSeat = (depth: number, seed: number): Seat => ({
  move: (turn) => Promise.resolve(drawn(shallowActions(turn.state as ConnectFourState, depth), seed, turn)),
});

/** Returns true for games in which positions can return: stones are never removed. */
export const hasRepetition = (game: MavGameName): boolean => isChessVariant(game);

/** Returns a seat that plays the best action of a source of values. */
export const valueSeat = (source: ValueSource): Seat => ({
  async move({ game, text }, signal) {
    const values = await source.values({ game, state: text }, signal);
    if (!values.ok) return { kind: 'fault', message: values.error.message };
    const [best] = values.value.actions;
    return best === undefined
      ? { kind: 'fault', message: `${source.label} gave no values` }
      : { kind: 'action', action: best.action, calls: 1 };
  },
});

/** Returns the state after an action; undefined where it is illegal. */
export function stateAfterAction({ game, state }: Pick<Turn, 'game' | 'state'>, action: string): unknown {
  const next = knownGame(game).automaton.step(state, action);
  return next === SINK ? undefined : next;
}

/** Game of an engine, as its seat needs it. */
interface PlayingEngine {
  move(
    turn: { readonly fen: string; readonly moves: readonly string[]; readonly chess960: boolean },
    signal: AbortSignalLike,
  ): Promise<Result<string, { readonly message: string; readonly isFinal: boolean }>>;
  leave(): void;
}

/** Returns a seat at which an engine plays chess: it gets the moves of the game and sees repetitions. */
export const engineSeat = (engine: PlayingEngine): Seat => ({
  async move({ game, start, actions }, signal) {
    const played = await engine.move({ fen: start, moves: actions, chess960: game === 'chess960' }, signal);
    if (!played.ok) return { kind: 'fault', ...played.error };
    const move = played.value;
    return /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move)
      ? { kind: 'action', action: move, calls: 1 }
      : { kind: 'unreadable', text: move, reason: 'the engine names no move', calls: 1 };
  },
  leave: () => engine.leave(),
});

/** Options of a seat that searches. */
export interface SearchSeatOptions {
  readonly model: WorldModel;
  /** With M = 0 the seat plays the raw policy: `%best_action`, or the highest by a scoring of probabilities. */
  readonly settings: SearchSettings;
  readonly clock: SearchClock;
  /** True if the tree of a search is reused for the next one, as far as it covers the moves since. */
  readonly isReused: boolean;
  /** Rules that verify the states of a model that tracks states itself. */
  readonly rules?: Rules;
  /** Counts the tokens of the model's requests. */
  readonly tokens?: TokenCount;
}

/** Model that counts its requests. */
class Counted implements WorldModel {
  readonly #model: WorldModel;
  readonly label: string;
  calls = 0;

  constructor(model: WorldModel) {
    this.#model = model;
    this.label = model.label;
  }

  evaluate(batch: readonly EvaluationRequest[], signal: AbortSignalLike): readonly Promise<Evaluation>[] {
    this.calls += batch.length;
    return this.#model.evaluate(batch, signal);
  }
}

/**
 * Returns a seat that plays by tree search (Schultz et al., Algorithm 1). An answer for the root that breaks the
 * format, or that wrongly declares the game over, is unreadable: there is nothing to search.
 */
export function searchSeat(options: SearchSeatOptions): Seat {
  const model = new Counted(options.model);
  /** Last tree, and the number of plies before its root. */
  let last: { readonly tree: SearchTree; readonly played: number } | undefined;
  return {
    async move(turn, signal) {
      const before = model.calls;
      const from = last;
      last = undefined;
      const kept =
        from && options.isReused ? reuseTree(from.tree, turn.game, turn.actions.slice(from.played)) : undefined;
      const root = kept ?? (await newRoot(options, model, turn, signal));
      const spent = () => ({ calls: model.calls - before, ...takeTokens(options.tokens) });
      if ('kind' in root) return root.kind === 'fault' ? root : { ...root, ...spent() };
      const { settings, clock, rules } = options;
      const simulations = Math.max(0, settings.simulations - root.visits);
      const done = await runSearch({
        root: placeOf(turn),
        model,
        settings: { ...settings, simulations },
        clock,
        signal,
        tree: root.tree,
        ...(rules && { rules }),
      });
      if (!done.ok) return { kind: 'fault', message: done.error };
      const { tree, end, fault } = done.value;
      if (end === 'stopped' || end === 'faults') return { kind: 'fault', message: fault ?? 'stopped' };
      last = { tree, played: turn.actions.length };
      return chosen(tree, spent());
    },
  };
}

const placeOf = ({ game, text, actions }: Turn): SearchRoot => ({ game, state: text, played: actions.length });

/** Returns the root of a new tree. A kept tree has its own history. */
function rootOf(turn: Turn): SearchRoot {
  const { game, start, actions } = turn;
  return hasRepetition(game) ? { ...placeOf(turn), history: historyOf(game, start, actions) } : placeOf(turn);
}

/** Returns the positions of a game before its last one. */
function historyOf(game: MavGameName, start: string, actions: readonly string[]): GameHistory {
  const known = knownGame(game);
  const { automaton } = known;
  const seen = new Set<string>();
  const first = automaton.parse(start);
  let state: unknown = first.ok ? first.value : undefined;
  for (const action of actions) {
    if (state === undefined) break;
    seen.add(automaton.key(state));
    state = stateAfterAction({ game, state }, action);
  }
  // each expansion asks for the keys of its whole line
  const keys = new Map<string, string | undefined>();
  return {
    seen,
    keyOf(text) {
      if (!keys.has(text)) {
        const { state: read } = known.read(text, 'native');
        keys.set(text, read === undefined ? undefined : automaton.key(read));
      }
      return keys.get(text);
    },
  };
}

/** Cost of an answer. */
type Spent = Pick<Extract<Choice, { readonly kind: 'action' }>, 'calls' | 'tokens'>;

function takeTokens(count: TokenCount | undefined): Pick<Spent, 'tokens'> {
  const tokens = count?.take();
  return tokens === undefined ? {} : { tokens };
}

function chosen(tree: SearchTree, spent: Spent): Choice {
  const action = tree.root.actions[tree.finalEdge()];
  return action === undefined
    ? { kind: 'unreadable', text: '', reason: 'every action led to a hallucination', ...spent }
    : { kind: 'action', action, ...spent };
}

type Root = { readonly tree: SearchTree; readonly visits: number };
type NoRoot =
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string }
  | Extract<Choice, { kind: 'fault' }>;

/** Queries the model for the root. */
async function newRoot(
  { settings, rules }: SearchSeatOptions,
  model: WorldModel,
  turn: Turn,
  signal: AbortSignalLike,
): Promise<Root | NoRoot> {
  const [asked] = model.evaluate([{ game: turn.game, state: turn.text }], signal);
  const said: Evaluation = (await asked) ?? { kind: 'fault', message: 'the model returned no answer' };
  if (said.kind === 'fault') return said;
  if (said.kind === 'hallucination') return { kind: 'unreadable', text: said.text, reason: said.reason };
  if (said.kind === 'terminal')
    return { kind: 'unreadable', text: said.text ?? '', reason: `it says that the game is over: ${said.outcome}` };
  return { tree: SearchTree.at(rootOf(turn), said, settings, rules), visits: 0 };
}

/** Options of an internal search. */
export interface InternalSearch {
  readonly breadth: number;
  readonly depth: number;
  /** Form of states; games without FENs have the native one alone. */
  readonly form: 'state' | 'FEN';
  readonly dialect: MavDialect;
  readonly complete: Complete;
  /** Counts the tokens of the model's requests. */
  readonly tokens?: TokenCount;
}

/** Returns the prompt of an internal search: `Minimax breadth=3 depth=1` and the root (Schultz et al., section 4). */
export function internalPrompt(
  { game, state }: Pick<Turn, 'game' | 'state'>,
  { breadth, depth, form: wanted, dialect }: Omit<InternalSearch, 'complete' | 'tokens'>,
): string {
  const form = knownGame(game).hasFen ? wanted : 'state';
  const request = makeRequest({ game, state }, [
    { command: form },
    { command: 'top', k: 'all' },
    { command: 'best_action' },
  ]);
  if (!request.ok) throw new Error(request.error);
  return printTracePrompt({ breadth, depth }, printRequest(request.value, dialect));
}

/**
 * Reads the action that a trace decides for: the one it announces, else the one that the decision of its root selects.
 * The text between is not judged here: a trace may be wrong and play well.
 *
 * @param prompt of `internalPrompt`
 * @param answer the model's continuation
 */
export function readTraceDecision(
  { game, state }: Pick<Turn, 'game' | 'state'>,
  prompt: string,
  answer: string,
  dialect: MavDialect,
): { readonly action: string } | { readonly reason: string } {
  const { item } = readMavSection(prompt + answer, 0);
  if (item?.kind !== 'trace') return { reason: 'no trace can be read' };
  const model = traceModel(item, dialect);
  const selection = model.root?.decision?.selection;
  const written = item.playing ?? (selection?.kind === 'action' ? selection.action.move : undefined);
  if (written === undefined) return { reason: 'the trace ends without a decision' };
  const rules = mavGame(game, dialect) ?? knownGame(game);
  return { action: rules.normal(written.text, rules.mover(state)) };
}

/** Returns a seat that plays the decision of a search that the model writes itself. */
export function internalSeat(search: InternalSearch): Seat {
  return {
    async move(turn, signal): Promise<Choice> {
      const prompt = internalPrompt(turn, search);
      const answer = await search.complete(prompt, signal);
      if ('fault' in answer) return { kind: 'fault', message: answer.fault };
      const decision = readTraceDecision(turn, prompt, answer.text, search.dialect);
      const spent = { calls: 1, ...takeTokens(search.tokens) };
      return 'action' in decision
        ? { kind: 'action', action: decision.action, ...spent }
        : { kind: 'unreadable', text: answer.text, reason: decision.reason, ...spent };
    },
  };
}
