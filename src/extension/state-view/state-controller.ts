import { fnv1a } from '../../core/base/text/hash.ts';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { PositionParams } from '../../protocol/lsp.ts';
import type { StandaloneLine, StateHere, StateResult } from '../../protocol/state.ts';
import { STATE_VERSION, type StateCommand, type StatePageState } from '../../protocol/state-messages.ts';
import { t } from '../platform/l10n.ts';
import { RestedPosition } from './rested-position.ts';
import { type LineContent, StateContents, type StateHost } from './state-contents.ts';

/** Maximum number of earlier lines whose steps are stored: on a busy machine the page may be many scores late. */
const MAX_EARLIER = 500;

/**
 * Content of the state view, and the timing of its requests: one at a time, with the newest position next, so that a
 * held key never builds up a queue. It is independent of VS Code.
 */
export class StateController {
  readonly #host: StateHost;
  readonly #contents = new StateContents();
  readonly #rested: RestedPosition;
  /** The position that is shown, or requested. */
  #place: PositionParams | undefined;
  /** Position of the cursor, while a position is pinned. */
  #cursor: PositionParams | undefined;
  /** Number of the page's last step. */
  #number = 0;
  #asking: Promise<void> | undefined;
  #again = false;
  /** The last message about a move that blocks the position. */
  #stuck: string | null = null;
  #given = 0;
  /** The last opened prediction at the cursor: it is opened once, whatever follows there. */
  #opened = '';
  /** Lines that the page may still refer to, by a key of their steps. */
  readonly #earlier = new Map<string, number>();

  constructor(host: StateHost) {
    this.#host = host;
    this.#rested = new RestedPosition(host, this.#contents);
  }

  get contents(): Readonly<Omit<StateContents, 'clear'>> {
    return this.#contents;
  }

  get place(): PositionParams | undefined {
    return this.#place;
  }

  /** Returns true for a state in an answer that is shown under a label, or in its reasoning. */
  holds(label: string, state: string): boolean {
    const answer = this.#rested.answers.find((item) => item.label === label);
    const states = [...(answer?.reading?.candidates ?? []), ...(answer?.drafts ?? [])];
    return states.some((item) => item.state === state);
  }

  /**
   * Shows a position, whatever is pinned.
   *
   * @param label to open, null for all; undefined leaves the one that is open
   */
  async open(place: PositionParams, label?: string | null): Promise<void> {
    this.pin(false);
    this.#contents.answerOf = undefined;
    this.#opened = '';
    this.#place = place;
    await this.#ask();
    if (label !== undefined) this.select(label);
  }

  /**
   * Scrolls to the answer of the open model here, once the page listens.
   *
   * @param label as written, with the number of the sample
   */
  showAnswer(label: string): void {
    this.#contents.answerOf = label;
    for (const message of this.#contents.answerMessages()) this.#host.post(message);
  }

  /** Shows a position whose example has a new reference, with the reference beside its answer. */
  async openReference(place: PositionParams): Promise<void> {
    this.#rested.expectReference();
    await this.open(place);
  }

  /** Follows the moved cursor. */
  follow(place: PositionParams): void {
    this.#cursor = place;
    if (this.#contents.pinned) return;
    this.#contents.answerOf = undefined;
    this.#place = place;
    void this.#ask();
  }

  /**
   * Requests the same position again, after a change of the text or new scores.
   *
   * @param moved the current position
   */
  async refresh(moved?: TextPosition): Promise<void> {
    if (this.#place === undefined) return;
    if (moved !== undefined) this.#place = { ...this.#place, position: moved };
    await this.#ask();
  }

  /** Opens a model's new answer at the visible position, unless all answers are open. */
  async predicted(uri: string, label: string): Promise<void> {
    if (this.#place?.uri !== uri) return;
    await this.refresh();
    const { shown, at } = this.#contents;
    const row = shown?.line.rows.find((item) => item.label === withoutSample(label));
    if (this.#contents.label !== null && row?.cells[at]) this.select(row.label);
  }

  /** Shows a line outside any document, until a cursor moves. */
  show({ line, at, label, answers }: StandaloneLine): void {
    this.pin(false);
    this.#place = undefined;
    this.#take({ lineId: `given ${++this.#given}`, line, source: undefined, answers }, at, undefined, this.#number);
    this.select(label);
  }

  /**
   * Takes over the state of a page that VS Code restores.
   *
   * @param cursor the current position of the cursor
   */
  async restore(
    { shown, at, place, label, pinned }: StatePageState,
    cursor: PositionParams | undefined,
  ): Promise<void> {
    this.#cursor = cursor;
    if (place === null && cursor === undefined) {
      this.show({ line: shown.line, at, label, answers: [] });
      return;
    }
    this.#contents.label = label;
    this.pin(pinned && place !== null);
    this.#place = this.#contents.pinned ? (place ?? cursor) : (cursor ?? place ?? undefined);
    await this.#ask();
    this.select(label);
  }

  /** Keeps the position while the cursor moves, or follows it again. */
  pin(pinned: boolean): void {
    if (pinned === this.#contents.pinned) return;
    this.#contents.pinned = pinned;
    this.#host.post(this.#contents.pinnedMessage());
    this.#host.title(this.#contents.title);
    if (!pinned && this.#cursor !== undefined) this.follow(this.#cursor);
  }

  /** Opens a label, or with null all of them. */
  select(label: string | null): void {
    this.selected(label);
    for (const message of this.#contents.selectMessages()) this.#host.post(message);
  }

  /** Records the label that is open on the page. */
  selected(label: string | null): void {
    this.#contents.label = label;
  }

  /**
   * Goes to a step of the line.
   *
   * @param number of the page's step, if the page went there itself
   */
  go(lineId: string, at: number, number = this.#number): void {
    const shown = this.#current(lineId, at);
    if (shown === undefined) return;
    this.#contents.answerOf = undefined;
    this.#number = number;
    const cursor = shown.source?.placed.cursors[at] ?? null;
    if (shown.source === undefined || cursor === null) this.#take(shown, at, undefined, number);
    else this.goTo(shown.source.uri, cursor);
  }

  /** Shows another position of a document, and moves its cursor there unless a position is pinned. */
  goTo(uri: string, position: TextPosition): void {
    this.#place = { uri, position };
    if (!this.#contents.pinned) {
      this.#cursor = this.#place;
      this.#host.moveCursor(uri, position);
    }
    void this.#ask();
  }

  /**
   * Steps into a variation, out of it, or to another record: from the position that was last asked for, which a quick
   * second key may follow before it is shown.
   */
  async step(to: BoardStep): Promise<void> {
    await this.settled();
    const target = this.#contents.here?.board?.steps[to];
    const uri = this.#contents.shown?.source?.uri;
    if (target !== undefined && target !== null && uri !== undefined) this.goTo(uri, target);
  }

  /** Sends everything to a page that listens, which knows nothing or only its own state. */
  ready(): void {
    this.#number = 0;
    this.repeat();
    for (const message of this.#contents.answerMessages()) this.#host.post(message);
  }

  /** Posts everything again, as after a change of the settings. */
  repeat(): void {
    const contents = this.#contents.messages(this.#host.settings(), this.#number, this.#place);
    for (const message of [...contents, ...this.#rested.messages]) this.#host.post(message);
    this.#host.title(this.#contents.title);
    this.find();
  }

  /** Reports the error at the cursor of a MAV file, where errors are the purpose of the view. */
  find(): void {
    const { shown, at } = this.#contents;
    const place = this.#place;
    if (place === undefined || shown?.line.labels !== 'states') return;
    const { lineId } = shown;
    this.#host.finding(place, (finding) => {
      if (this.#place === place) this.#host.post({ version: STATE_VERSION, type: 'finding', lineId, at, finding });
    });
  }

  /** Resolves when the last requested content is shown. */
  async settled(): Promise<void> {
    while (this.#asking !== undefined) await this.#asking;
  }

  clear(): void {
    this.#rested.leave();
    this.#contents.clear();
    this.#earlier.clear();
    this.#place = this.#cursor = undefined;
    this.#again = false;
  }

  /** Returns the line of the page's step. While scores arrive, lines follow each other quickly, with the same steps. */
  #current(lineId: string, at: number): LineContent | undefined {
    const { shown } = this.#contents;
    if (shown === undefined || shown.line.steps[at] === undefined) return undefined;
    return shown.lineId === lineId || this.#earlier.get(lineId) === stepsOf(shown) ? shown : undefined;
  }

  #remember(shown: LineContent): void {
    this.#earlier.set(shown.lineId, stepsOf(shown));
    const [oldest] = this.#earlier.keys();
    if (this.#earlier.size > MAX_EARLIER && oldest !== undefined) this.#earlier.delete(oldest);
  }

  #ask(): Promise<void> {
    this.#again = true;
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const place = this.#place;
      if (place === undefined) return;
      const number = this.#number;
      const { shown } = this.#contents;
      const known = shown?.source?.uri === place.uri ? { known: shown.lineId } : {};
      try {
        const result = await this.#host.ask({ ...place, ...known }, () => !this.#again);
        const isWanted = this.#place?.uri === place.uri && (result !== null || !this.#again);
        if (isWanted) this.#answered(result, place, number);
      } catch (error) {
        if (this.#place?.uri === place.uri) this.#host.failed(error);
      }
    }
  }

  #answered(result: StateResult | null, { uri }: PositionParams, number: number): void {
    if (result === null) {
      this.#sayNothing(t('The language server does not know this file.'), ['statelens.openSamples']);
      return;
    }
    const { line, lineId, here, reason, version } = result;
    const known = this.#contents.shown?.lineId === lineId ? this.#contents.shown : undefined;
    const placed = line ?? known?.source?.placed;
    if (here === null || placed === undefined) {
      this.#sayNothing(sentenceOf(reason ?? t('there is no position here')), []);
      return;
    }
    const shown = { lineId, line: placed, source: { uri, version, placed }, answers: [] };
    const opened = JSON.stringify([uri, here.at, here.label]);
    const label = opened === this.#opened ? null : here.label;
    this.#opened = opened;
    this.#take(shown, here.at, { ...here, label }, number);
    if (reason !== null && reason !== this.#stuck) this.#host.notice(sentenceOf(reason));
    this.#stuck = reason;
  }

  #sayNothing(reason: string, commands: readonly StateCommand[]): void {
    this.#rested.leave();
    this.#contents.shown = this.#contents.here = undefined;
    this.#contents.nothing = { reason, commands };
    this.#host.title(this.#contents.title);
    this.#host.post(this.#contents.nothingMessage(this.#contents.nothing));
  }

  #take(shown: LineContent, at: number, here: StateHere | undefined, number: number): void {
    const contents = this.#contents;
    const isNew = shown.lineId !== contents.shown?.lineId;
    if (isNew) this.#remember(shown);
    contents.nothing = undefined;
    Object.assign(contents, { shown, here, at });
    if (here !== undefined && here.label !== null) contents.label = withoutSample(here.label);
    this.#host.title(contents.title);
    if (isNew) this.#host.post(contents.lineMessage(shown, this.#host.settings()));
    this.#host.post(contents.atMessage(shown, number, this.#place));
    this.find();
    this.#rested.arrive();
  }
}

/** Formats `there is no game here` as a whole sentence; a move or an action stays as written. */
function sentenceOf(reason: string): string {
  const text = /^(?:this |[a-z]+ (?!is not ))/.test(reason) ? reason.charAt(0).toUpperCase() + reason.slice(1) : reason;
  return `${text.replace(/\.$/, '')}.`;
}

/** Returns a key that is equal for lines with the same steps. */
const stepsOf = ({ line }: LineContent): number => fnv1a(line.steps.map(({ fen }) => fen).join('|'));
