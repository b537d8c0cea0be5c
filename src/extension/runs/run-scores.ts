import type * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { RunFigures } from '../../core/evaluation/report/cell.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { reportSettings } from '../platform/settings.ts';

/** Maximum number of answers of a run that is scored for its row; the report scores any. */
const MAX_ANSWERS = 20_000;
/** Maximum number of runs that are scored for their rows in a window, and of figures that are kept. */
const MAX_SCORED = 100;
const MAX_KEPT = 300;
/** Minimum time between two scorings of a running run, in milliseconds, and in times of the last one. */
const PAUSE_MS = 4000;
const PAUSE_TIMES = 10;

const KEPT = 'statelens.runFigures';

/** Figures of a run, and the number of answers that they are about. */
export interface RowFigures extends RunFigures {
  readonly answered: number;
}

/** State of a run as its row needs it. */
interface ScoredState {
  readonly uri: vscode.Uri;
  /** Number of its answers. */
  readonly answered: number;
  /** Hash of its file; undefined while it is written. */
  readonly content: string | undefined;
}

/** State of a run's scoring in this window. */
interface Scoring {
  figures?: RowFigures;
  /** Content, or number of answers, that was scored last. */
  scored?: string;
  /** Earliest time of the next scoring, by the clock of this machine. */
  next: number;
}

/**
 * Figures of the rows of runs, scored one after the other in the background. Those of a content are kept for the
 * workspace: the view scores nothing twice.
 */
export class RunScores implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #changed: () => void;
  readonly #runs = new Map<string, Scoring>();
  readonly #kept: Map<string, RowFigures>;
  readonly #over = new AbortController();
  #queue: Promise<void> = Promise.resolve();

  /** @param changed called when a run has new figures */
  constructor(context: FeatureContext, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
    this.#kept = readKept(context.workspaceState.get(KEPT));
  }

  /** Returns the latest figures of a run; unknown or older ones are scored in the background. */
  figures({ uri, answered, content }: ScoredState): RowFigures | undefined {
    if (answered === 0) return undefined;
    const key = uri.toString();
    const { m } = reportSettings(this.#context);
    const version = content === undefined ? `${answered}` : `${content} ${m}`;
    const kept = this.#kept.get(version);
    if (kept !== undefined) return kept;
    const known = this.#runs.get(key);
    if (known === undefined && this.#runs.size >= MAX_SCORED) return undefined;
    const run: Scoring = known ?? { next: 0 };
    this.#runs.set(key, run);
    const isDue = content !== undefined || systemClock.now() >= run.next;
    if (answered <= MAX_ANSWERS && run.scored !== version && isDue) {
      run.scored = version;
      run.next = Number.POSITIVE_INFINITY;
      this.#queue = this.#queue.then(() => this.#score(uri, run, { version, answered, isOver: content !== undefined }));
    }
    return run.figures;
  }

  dispose(): void {
    this.#over.abort();
  }

  /** Never rejects. */
  async #score(
    uri: vscode.Uri,
    run: Scoring,
    { version, answered, isOver }: { readonly version: string; readonly answered: number; readonly isOver: boolean },
  ): Promise<void> {
    // A later state of the run waits in the queue, too.
    if (this.#over.signal.aborted || run.scored !== version) return;
    const began = systemClock.now();
    try {
      const open = await this.#context.platform.loadReports();
      const service = open([uri], reportSettings(this.#context));
      try {
        // Beside files that are not the extension's own, nothing is written without a request.
        const found = await service.figures(/\/\.statelens\//.test(uri.path), this.#over.signal);
        if (this.#over.signal.aborted) return;
        if (found !== undefined) run.figures = { ...found, answered };
        if (isOver && run.figures !== undefined) await this.#keep(version, run.figures);
      } finally {
        service.dispose();
      }
    } catch (error) {
      this.#context.log.warn(`The figures of ${uri.toString()} could not be computed: ${String(error)}`);
    }
    const now = systemClock.now();
    run.next = now + Math.max(PAUSE_MS, PAUSE_TIMES * (now - began));
    if (!this.#over.signal.aborted) this.#changed();
  }

  async #keep(version: string, figures: RowFigures): Promise<void> {
    this.#kept.set(version, figures);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    await this.#context.workspaceState.update(KEPT, [...this.#kept]);
  }
}

/** Reads stored figures; anything else is dropped. */
function readKept(stored: unknown): Map<string, RowFigures> {
  const entries = Array.isArray(stored) ? stored : [];
  return new Map(entries.filter(isEntry));
}

function isEntry(value: unknown): value is [string, RowFigures] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const figures: unknown = value[1];
  if (typeof figures !== 'object' || figures === null) return false;
  const { model, margin, ...rest } = figures as Readonly<Record<string, unknown>>;
  const numbers = ['models', 'm', 'p', 'exact', 'answers', 'answered'].map((name) => rest[name]);
  const isMargin = margin === null || typeof margin === 'number';
  return typeof model === 'string' && isMargin && numbers.every((item) => typeof item === 'number');
}
