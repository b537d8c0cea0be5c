import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type { ComparisonResult, LineComparisonParams } from '../../protocol/lsp.ts';
import type { ReferenceView, StoredAnswer } from '../../protocol/state.ts';
import { STATE_VERSION, type ToState } from '../../protocol/state-messages.ts';
import type { StateContents, StateHost } from './state-contents.ts';

/** Quiet time at a position before its details and answers are requested, in milliseconds. */
export const REST_MS = 100;

/**
 * Details of a position that only a visible one needs, requested once: the comparison of its predictions, and the
 * models' answers.
 */
export class RestedPosition {
  readonly #host: StateHost;
  readonly #contents: StateContents;
  #key = '';
  #stop: (() => void) | undefined;
  #result: ComparisonResult | undefined;
  #answers: readonly StoredAnswer[] | undefined;
  #reference: ReferenceView | null | undefined;
  /** Number of requests for a reference. */
  #asked = 0;
  /** Identifier of the last line whose details were sent: each new score changes it. */
  #lineId: string | undefined;

  constructor(host: StateHost, contents: StateContents) {
    this.#host = host;
    this.#contents = contents;
  }

  /** The models' answers about the visible position, as far as known. */
  get answers(): readonly StoredAnswer[] {
    return this.#answers ?? [];
  }

  /** Messages about the visible position. */
  get messages(): ToState[] {
    const { shown, at } = this.#contents;
    if (shown === undefined) return [];
    const { lineId } = shown;
    const result = this.#result;
    const answers = this.#answers;
    const reference = this.#reference;
    const asked = this.#asked;
    const named = { version: STATE_VERSION, lineId, at } as const;
    return [
      ...(result === undefined ? [] : [{ ...named, type: 'detail', result } as const]),
      ...(answers === undefined ? [] : [{ ...named, type: 'answers', answers } as const]),
      ...(reference === undefined ? [] : [{ ...named, type: 'reference', reference, asked } as const]),
    ];
  }

  /** Requests the details of a position that is shown; one that is shown again needs no new requests. */
  arrive(): void {
    const key = keyOf(this.#contents);
    const lineId = this.#contents.shown?.lineId;
    if (key === this.#key) {
      if (lineId !== this.#lineId) for (const message of this.messages) this.#host.post(message);
      this.#lineId = lineId;
      return;
    }
    this.leave();
    this.#key = key;
    this.#lineId = lineId;
    this.#stop = this.#host.after(REST_MS, () => void this.#ask(key));
  }

  leave(): void {
    this.#stop?.();
    this.#key = '';
    this.#result = this.#answers = this.#reference = undefined;
  }

  /** Requests everything again after a new reference, also for the visible position, and shows the reference. */
  expectReference(): void {
    this.#asked++;
    this.leave();
  }

  async #ask(key: string): Promise<void> {
    const { shown, here, at } = this.#contents;
    if (shown === undefined) return;
    const { line, source } = shown;
    const isAsked = line.rows.some(({ cells }) => (cells[at] ?? null) !== null);
    if (source === undefined || here === undefined) {
      const own = shown.answers.filter(({ step }) => step === at);
      this.#answered(
        key,
        own.map((answer) => {
          const { step: _, ...kept } = answer;
          return kept;
        }),
      );
      if (isAsked) await this.#settle([this.#detail(key, this.#host.lineDetail(lineDetailParams(line, at)))]);
      return;
    }
    if (line.labels === 'models' && !isAsked) return this.#answered(key, []);
    const { uri } = source;
    const detail = this.#detail(key, this.#host.detail({ ...here.place, uri }));
    const { cursors, section } = source.placed;
    const cursor = cursors[at] ?? null;
    if (section !== undefined && cursor !== null) {
      this.#reference = this.#host.reference({ uri, version: source.version, section, cursor });
      for (const message of this.messages) if (message.type === 'reference') this.#host.post(message);
    }
    const answers = async (): Promise<void> =>
      this.#answered(key, await this.#host.answers({ uri, line, at, game: here.place.game }));
    await this.#settle([detail, answers()]);
  }

  #answered(key: string, answers: readonly StoredAnswer[]): void {
    if (this.#key !== key) return;
    this.#answers = answers;
    for (const message of this.messages) if (message.type === 'answers') this.#host.post(message);
  }

  async #detail(key: string, asked: Promise<ComparisonResult | null>): Promise<void> {
    const result = await asked;
    if (result === null || this.#key !== key) return;
    this.#result = result;
    for (const message of this.messages) if (message.type === 'detail') this.#host.post(message);
  }

  async #settle(all: readonly Promise<void>[]): Promise<void> {
    for (const done of await Promise.allSettled(all)) if (done.status === 'rejected') this.#host.failed(done.reason);
  }
}

/** Returns the parameters for the details of a position on a line outside any document. */
function lineDetailParams({ title, variant, labels, m, steps, rows }: StateLine, at: number): LineComparisonParams {
  const history = steps.slice(0, at + 1).map(({ ply, fen, name }, i) => ({
    ply,
    fen,
    // a step without a known move is named by its ply
    ...(i > 0 && name !== `ply ${ply}` && { san: stepSan(name) }),
  }));
  const predictions = rows.flatMap(({ cells }) => {
    const cell = cells[at] ?? null;
    return cell === null ? [] : [{ label: cell.label, fen: cell.fen }];
  });
  return { title, variant, labels, m, history, lastMove: steps[at]?.lastMove ?? null, predictions };
}

/**
 * Returns a key for the data that details and answers depend on; later scores change neither. Lists are in no cell:
 * they change with their text.
 */
function keyOf({ shown, here, at }: StateContents): string {
  if (shown === undefined) return '';
  const { line, source, lineId } = shown;
  const step = line.steps[at];
  const cells = line.rows.map((row) => [row.cells[at]?.label, row.cells[at]?.fen]);
  const text = line.labels === 'states' ? source?.version : undefined;
  return JSON.stringify([source?.uri ?? lineId, here?.place, at, step?.name, step?.fen, line.m, cells, text]);
}

/** Returns the move in the name of a step: `Nxe4` in `4...Nxe4`. */
export const stepSan = (name: string): string => name.replace(/^\d+\.(?:\.\.)?\s*/, '');
