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

/** Lines before the present one whose steps are remembered: on a busy machine the page may be many scores behind. */
const MAX_EARLIER = 500;

/**
 * What the state view shows, and when it asks for it: one question at a time and the newest place next, so that a held key
 * never builds up a queue. It knows nothing of VS Code.
 */
export class StateController {
  readonly #host: StateHost;
  readonly #contents = new StateContents();
  readonly #rested: RestedPosition;
  /** The place that is shown, or asked for. */
  #place: PositionParams | undefined;
  /** Where the cursor is, while a position is pinned. */
  #cursor: PositionParams | undefined;
  /** The number of the page's last step. */
  #number = 0;
  #asking: Promise<void> | undefined;
  #again = false;
  /** What was said of a move in the way of the position. */
  #stuck: string | null = null;
  #given = 0;
  /** The prediction at the cursor that was opened last: it is opened once, whatever comes there. */
  #opened = '';
  /** Lines that the page may still speak of, by what their steps are. */
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

  /** True of a state that stands in an answer that is shown under a label, or in its thoughts. */
  holds(label: string, state: string): boolean {
    const answer = this.#rested.answers.find((one) => one.label === label);
    const states = [...(answer?.reading?.candidates ?? []), ...(answer?.drafts ?? [])];
    return states.some((one) => one.state === state);
  }

  /**
   * Shows a place, whatever is pinned.
   *
   * @param label to be open, null for all; undefined leaves the one that is open
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
   * Scrolls to what the open model wrote here; a page that does not listen yet does so when it listens.
   *
   * @param label as it is written, with the number of the sample
   */
  showAnswer(label: string): void {
    this.#contents.answerOf = label;
    for (const message of this.#contents.answerMessages()) this.#host.post(message);
  }

  /** Shows a place whose example has a new reference, and that beside its answer. */
  async openReference(place: PositionParams): Promise<void> {
    this.#rested.expectReference();
    await this.open(place);
  }

  /** The cursor moved. */
  follow(place: PositionParams): void {
    this.#cursor = place;
    if (this.#contents.pinned) return;
    this.#contents.answerOf = undefined;
    this.#place = place;
    void this.#ask();
  }

  /**
   * The text was changed, or scores came: the same place again.
   *
   * @param moved where the place is now
   */
  async refresh(moved?: TextPosition): Promise<void> {
    if (this.#place === undefined) return;
    if (moved !== undefined) this.#place = { ...this.#place, position: moved };
    await this.#ask();
  }

  /** A model was asked in a document: what it answered here is opened, unless all answers are. */
  async predicted(uri: string, label: string): Promise<void> {
    if (this.#place?.uri !== uri) return;
    await this.refresh();
    const { shown, at } = this.#contents;
    const row = shown?.line.rows.find((one) => one.label === withoutSample(label));
    if (this.#contents.label !== null && row?.cells[at]) this.select(row.label);
  }

  /** Shows a line that is no document's, until a cursor moves. */
  show({ line, at, label, answers }: StandaloneLine): void {
    this.pin(false);
    this.#place = undefined;
    this.#take({ lineId: `given ${++this.#given}`, line, source: undefined, answers }, at, undefined, this.#number);
    this.select(label);
  }

  /**
   * Takes over what a page kept that VS Code restores.
   *
   * @param cursor where the cursor is now
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

  /** Keeps the position while the cursor moves on, or follows it again. */
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

  /** The page says which label is open. */
  selected(label: string | null): void {
    this.#contents.label = label;
  }

  /**
   * Goes to a step of the line.
   *
   * @param number of the page's step, where it went there itself
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

  /** Shows another place of a document, and puts its cursor there unless a position is pinned. */
  goTo(uri: string, position: TextPosition): void {
    this.#place = { uri, position };
    if (!this.#contents.pinned) {
      this.#cursor = this.#place;
      this.#host.moveCursor(uri, position);
    }
    void this.#ask();
  }

  /** A step into a variation, out of it, or to another record. */
  step(to: BoardStep): void {
    const target = this.#contents.here?.board?.steps[to];
    const uri = this.#contents.shown?.source?.uri;
    if (target !== undefined && target !== null && uri !== undefined) this.goTo(uri, target);
  }

  /** A page listens that knows nothing, or only what it kept itself. */
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

  /** Says what is wrong at the cursor of a MAV file: there it is what the text is looked at for. */
  find(): void {
    const { shown, at } = this.#contents;
    const place = this.#place;
    if (place === undefined || shown?.line.labels !== 'states') return;
    const { lineId } = shown;
    this.#host.finding(place, (finding) => {
      if (this.#place === place) this.#host.post({ version: STATE_VERSION, type: 'finding', lineId, at, finding });
    });
  }

  /** Comes back when what was wanted last is shown. */
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

  /** The line that a step of the page is of. While scores come lines follow each other quickly, with the same steps. */
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

/** `there is no game here` as a sentence of its own; a move or an action stays as it is written. */
function sentenceOf(reason: string): string {
  const text = /^(?:this |[a-z]+ (?!is not ))/.test(reason) ? reason.charAt(0).toUpperCase() + reason.slice(1) : reason;
  return `${text.replace(/\.$/, '')}.`;
}

/** Equal for lines with the same steps. */
const stepsOf = ({ line }: LineContent): number => fnv1a(line.steps.map(({ fen }) => fen).join('|'));
