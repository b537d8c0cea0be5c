import type { Descent, Rules, SearchRoot, SearchTree } from '../../core/search/mcts.ts';
import type { ResumableSearch } from '../../core/search/resume-tree.ts';
import { runSearch, type SearchReport, type Simulation } from '../../core/search/run-search.ts';
import type { SearchSettings } from '../../core/search/settings.ts';
import { SearchRecorder } from '../../core/search/tree-file.ts';
import { tallyText, type WorldModel } from '../../core/search/world-model.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { SearchStatus } from '../../protocol/tree-messages.ts';
import { t } from '../platform/l10n.ts';
import { SearchLines } from './tree-writer.ts';

/** Model, root and settings of a search. */
export interface SearchPlan {
  readonly root: SearchRoot;
  readonly model: WorldModel;
  readonly settings: SearchSettings;
  /** Rules of the game, if the model tracks the states. */
  readonly rules?: Rules;
  /** Its existing part, which is continued up to the requested number of simulations. */
  readonly before?: Pick<ResumableSearch, 'tree' | 'done' | 'kept'>;
}

/** Time between two progress reports, in milliseconds. */
const REPORT_MS = 100;

/**
 * A search that can be stopped and resumed with its tree. Its lines are kept, for a page that was discarded and comes
 * back. Listeners are called ten times per second, however fast the search is.
 */
export class LiveSearch {
  readonly #plan: SearchPlan;
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #recorder: SearchRecorder;
  readonly #queued = new Map<number, readonly number[]>();
  readonly lines = new SearchLines();
  #tree: SearchTree | undefined;
  #running: AbortController | undefined;
  #state: SearchStatus['state'] = 'stopped';
  #canResume = true;
  #text = '';
  #done = 0;
  #total: number;
  #dropped = 0;
  #givenUp = 0;
  /** The model's last error. */
  #fault = '';
  #isReportDue = false;

  /** @param changed called when lines, status or queued paths have changed */
  constructor(plan: SearchPlan, clock: Clock, changed: () => void) {
    this.#plan = plan;
    this.#clock = clock;
    this.#changed = changed;
    this.#total = plan.settings.simulations;
    const { root, model, settings } = plan;
    this.#recorder = new SearchRecorder({ ...root, model: model.label, settings }, (text) => this.lines.push(text));
    const { before } = plan;
    if (before === undefined) return;
    this.#tree = before.tree;
    this.#done = before.done;
    this.lines.pushAll(before.kept);
    this.#recorder.goOn(before.tree);
  }

  get status(): SearchStatus {
    const isGoing = this.#running !== undefined;
    return {
      state: this.#state,
      done: this.#done,
      total: this.#total,
      canResume: !isGoing && this.#canResume,
      text: this.#text,
    };
  }

  /** Edges from the root for all descents with a pending answer. */
  get queued(): readonly (readonly number[])[] {
    return [...this.#queued.values()];
  }

  /**
   * Starts or resumes: up to the requested number of simulations, or as many again when those are done. Resolves when
   * it has ended or was stopped. Does nothing while it runs.
   */
  async run(): Promise<void> {
    if (this.#running !== undefined || !this.#canResume) return;
    const { root, settings, rules } = this.#plan;
    const running = new AbortController();
    this.#running = running;
    if (this.#done >= this.#total) this.#total += settings.simulations;
    this.#state = 'running';
    this.#text = '';
    this.#dropped = 0;
    this.#givenUp = 0;
    this.#changed();
    const before = this.#done;
    const searched = await runSearch({
      root,
      model: this.#watched,
      settings: { ...settings, simulations: this.#total - before },
      clock: this.#clock,
      signal: running.signal,
      ...(rules !== undefined && { rules }),
      ...(this.#tree === undefined ? { onStart: (tree: SearchTree) => this.#start(tree) } : { tree: this.#tree }),
      onDescend: (descent) => this.#descend(descent),
      onSimulation: (simulation, tree) => this.#simulation(simulation, tree),
    });
    this.#queued.clear();
    this.#running = undefined;
    if (searched.ok) this.#end(searched.value);
    else {
      this.#state = 'stopped';
      this.#text = running.signal.aborted ? '' : t('There is nothing to search: {0}', searched.error);
    }
    this.#changed();
  }

  /** Stops the search as soon as possible; its tree is kept. */
  stop(): void {
    if (this.#running === undefined || this.#state === 'stopping') return;
    this.#state = 'stopping';
    this.#running.abort();
    this.#changed();
  }

  /** The model, with its errors recorded, since a simulation does not report them. */
  get #watched(): WorldModel {
    const { model } = this.#plan;
    const evaluate: WorldModel['evaluate'] = (batch, signal) =>
      model.evaluate(batch, signal).map(async (asked) => {
        const answer = await asked;
        if (answer.kind === 'fault') this.#fault = answer.message;
        return answer;
      });
    return { ...model, evaluate };
  }

  #start(tree: SearchTree): void {
    this.#tree = tree;
    this.#recorder.onStart(tree);
    this.#report();
  }

  #descend({ simulation, edges }: Descent): void {
    this.#queued.set(simulation, edges);
    this.#report();
  }

  #simulation(simulation: Simulation, tree: SearchTree): void {
    this.#queued.delete(simulation.number);
    this.#recorder.onSimulation(simulation, tree);
    this.#done++;
    const wasDropped = simulation.kind === 'fault' || simulation.kind === 'timeout';
    if (wasDropped && this.#state === 'running') {
      this.#dropped++;
      const reason = simulation.kind === 'timeout' ? t('timeout') : this.#fault;
      if (simulation.givenUp === true) this.#givenUp++;
      const dropped = droppedText(this.#dropped, reason);
      this.#text = this.#givenUp === 0 ? dropped : `${dropped}; ${givenUpText(this.#givenUp)}`;
    }
    this.#report();
  }

  #end({ tree, end, fault }: SearchReport): void {
    this.#recorder.end({ end, fault: end === 'faults' ? fault : undefined });
    const isOver = tree.root.kind === 'terminal';
    this.#canResume = end !== 'closed';
    this.#state = end === 'done' || end === 'closed' ? 'done' : 'stopped';
    const { tally } = this.#plan.model;
    if (tally !== undefined && this.#text === '') this.#text = sentence(tallyText(tally));
    if (end === 'closed')
      this.#text = isOver
        ? t('The game is over here, so there is nothing to search.')
        : t('Every line from the root is closed: the model hallucinated in each.');
    if (end === 'faults') this.#text = t('The model no longer answers: {0}', fault ?? '');
  }

  #report(): void {
    if (this.#isReportDue) return;
    this.#isReportDue = true;
    this.#clock.after(REPORT_MS, () => {
      this.#isReportDue = false;
      this.#changed();
    });
  }
}

const sentence = (text: string): string => (text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);

const droppedText = (simulations: number, last: string): string =>
  simulations === 1
    ? t('1 simulation was dropped; the last: {0}', last)
    : t('{0} simulations were dropped; the last: {1}', simulations.toLocaleString('en-US'), last);

const givenUpText = (moves: number): string =>
  moves === 1 ? t('1 move given up') : t('{0} moves given up', moves.toLocaleString('en-US'));
