import type { StateStep } from '../../core/evaluation/game-trace/timeline.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { ReferenceView, StoredAnswer } from '../../protocol/state.ts';
import type { ShowAt, ShowFinding, StatePageState, ToState } from '../../protocol/state-messages.ts';
import { stateView, type View, withReading, withScores } from './view.ts';

type StepMessage = Extract<ToState, { readonly type: 'finding' | 'detail' | 'answers' | 'reference' }>;

/** Messages of the extension about the steps of the line that is shown. */
export class Known {
  #lineId = '';
  #steps: readonly Pick<StateStep, 'fen'>[] = [];
  readonly #details = new Map<number, ComparisonResult>();
  readonly #answers = new Map<number, readonly StoredAnswer[]>();
  readonly #references = new Map<number, ReferenceView | null>();
  #here: ShowAt | undefined;
  #finding: ShowFinding | undefined;

  /**
   * Begins another line. For the same states, with other predictions or scores, what is known stays until newer messages come:
   * nothing goes and comes back while scores arrive.
   */
  line(lineId: string, steps: readonly Pick<StateStep, 'fen'>[]): void {
    if (this.#lineId === lineId) return;
    const isSame = steps.length === this.#steps.length && steps.every(({ fen }, i) => fen === this.#steps[i]?.fen);
    this.#lineId = lineId;
    this.#steps = steps;
    this.#finding = isSame && this.#finding !== undefined ? { ...this.#finding, lineId } : undefined;
    this.#here = isSame && this.#here !== undefined ? { ...this.#here, lineId } : undefined;
    if (isSame) return;
    this.#details.clear();
    this.#answers.clear();
    this.#references.clear();
  }

  here(message: ShowAt): void {
    if (message.lineId === this.#lineId) this.#here = message;
  }

  /** Takes in a message about a step of the line. */
  receive(message: StepMessage): void {
    if (message.lineId !== this.#lineId) return;
    switch (message.type) {
      case 'finding':
        this.#finding = message;
        break;
      case 'detail':
        this.#details.set(message.at, message.result);
        break;
      case 'answers':
        this.#answers.set(message.at, message.answers);
        break;
      case 'reference':
        this.#references.set(message.at, message.reference);
        break;
    }
  }

  /** Returns the finding at the cursor, while a step is shown that it is about. */
  findingAt(at: number): ShowFinding['finding'] {
    return this.#finding?.at === at ? this.#finding.finding : null;
  }

  hereAt(lineId: string, at: number): ShowAt | null {
    return this.#here?.lineId === lineId && this.#here.at === at ? this.#here : null;
  }

  detailAt(lineId: string, at: number): ComparisonResult | undefined {
    return lineId === this.#lineId ? this.#details.get(at) : undefined;
  }

  referenceAt(lineId: string, at: number): ReferenceView | null {
    return (lineId === this.#lineId ? this.#references.get(at) : null) ?? null;
  }

  answersAt(lineId: string, at: number): readonly StoredAnswer[] | undefined {
    return lineId === this.#lineId ? this.#answers.get(at) : undefined;
  }
}

/** Milliseconds without a change after which the state is kept: it holds the whole line, which takes longer than a frame. */
const QUIET = 200;

/** Keeps the page's state, but not while it is stepping. */
export class Keeper {
  readonly #keep: (state: StatePageState | undefined) => void;
  #next: StatePageState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(keep: (state: StatePageState | undefined) => void) {
    this.#keep = keep;
    document.addEventListener('visibilitychange', () => this.#now());
    addEventListener('pagehide', () => this.#now());
  }

  later(state: StatePageState): void {
    this.#next = state;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#now(), QUIET);
  }

  /** Forgets the state that was kept. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#next = undefined;
    this.#keep(undefined);
  }

  #now(): void {
    clearTimeout(this.#timer);
    if (this.#next !== undefined) this.#keep(this.#next);
    this.#next = undefined;
  }
}

/** Returns the content of the page for a state, with all that is known about its step; undefined where its line has no such step. */
export function knownView(state: StatePageState, known: Known): View | undefined {
  const { lineId } = state.shown;
  const view = stateView(state, known.hereAt(lineId, state.at), known.findingAt(state.at));
  if (view === undefined) return undefined;
  return withReading(withScores(view, known.detailAt(lineId, state.at)), known.answersAt(lineId, state.at));
}
