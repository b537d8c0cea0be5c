import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import type {
  FromState,
  ShowAt,
  ShowLine,
  ShowNothing,
  StateCommand,
  StateCopy,
  StatePageState,
  ToState,
} from '../../protocol/state-messages.ts';
import { noteWord } from '../common/candidates.ts';
import { english, h } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { stepTitle } from '../common/step-name.ts';
import { copyText } from './copy.ts';
import { Following } from './following.ts';
import { listenToKeys, showKeys } from './keys.ts';
import { Keeper, Known } from './known.ts';
import { nothingPart } from './nothing.ts';
import { PageParts } from './parts.ts';
import { openLabel, rowOf, unprintedText, type View, viewOf, withReading, withScores, wrongStep } from './view.ts';

/** Milliseconds from frame to frame. */
const FRAME_MS = 16;

/** True where another position or another row is shown: what was said of the one before counts no longer. */
function isElsewhere(state: StatePageState, before: StatePageState): boolean {
  const placeOf = ({ shown: { line }, at, label }: StatePageState): string =>
    JSON.stringify([line.title, line.steps[at]?.name, line.steps[at]?.fen, label]);
  return placeOf(state) !== placeOf(before);
}

/**
 * The page: what it shows is a function of its state, which VS Code keeps for it. It steps through its line by itself; the
 * extension follows.
 */
export class StatePage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromState>;
  readonly #keeper: Keeper;
  readonly #known = new Known();
  readonly #following = new Following((number) => this.#sendGo(number));
  readonly #folds: Set<string>;
  readonly #parts: PageParts;
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  /** Read out when the steps have come to rest. */
  readonly #spoken = h('p', { class: 'spoken', 'aria-live': 'polite' });
  readonly #nothing = h('div');
  #state: StatePageState | undefined;
  /** What was open before there was nothing to show: it is open again behind that. */
  #left: Pick<StatePageState, 'label' | 'flipped'> | undefined;
  /** True until a line that has none of what was open has its place: the label that is open then is the best there. */
  #isUnchosen = false;
  /** The label whose answer the next frame scrolls to. */
  #toAnswer: string | undefined;
  /** How often a reference was asked for, as far as it was shown; and whether the one that came is still to be shown. */
  #asked = 0;
  #revealsReference = false;
  /** The list that is to be shown once it is known. */
  #toList: string | undefined;
  #frame = 0;
  /** When the page was drawn last. */
  #shownAt = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** The position stays while the cursor moves, also where there is none to show. */
  #pinned = false;

  /** Builds the page into `root`, with what was kept. */
  constructor(root: HTMLElement, host: Host<FromState>, kept: StatePageState | undefined) {
    this.#root = root;
    this.#host = host;
    this.#keeper = new Keeper((state) => host.keep(state));
    this.#folds = new Set(kept?.unfolded);
    this.#parts = new PageParts({
      open: this.#folds,
      toggled: (name, isOpen) => this.#toggled(name, isOpen),
      flip: () => this.#flip(),
      pin: () => this.#pin(),
      copy: (what) => this.#copy(what),
      saveStrip: () => this.#saveStrip(),
      help: () => showKeys(this.#root),
      play: (move) => this.#play(move),
      go: (at) => this.#goTo(at),
      goToPly: (ply) => this.#goToPly(ply),
      instead: (index) => this.#instead(index),
      select: (label) => this.#select(label),
      reveal: (label) => this.#send({ type: 'reveal', label }),
      take: (label, state) => this.#send({ type: 'take', label, state }),
      command: (command) => this.#send({ type: 'command', command }),
    });
    root.replaceChildren(this.#parts.element, this.#nothing, this.#notice, this.#spoken);
    listenToKeys({
      step: (to) => this.#step(to),
      nextWrong: (to) => this.#nextWrong(to),
      flip: () => this.#flip(),
      pin: () => this.#pin(),
      help: () => showKeys(this.#root),
    });
    this.#parts.element.hidden = true;
    if (kept === undefined) return;
    this.#known.line(kept.shown.lineId, kept.shown.line.steps);
    this.#set(kept);
  }

  /** Takes in a message of the extension. */
  receive(message: ToState): void {
    switch (message.type) {
      case 'line':
        this.#line(message);
        break;
      case 'at':
        this.#at(message);
        break;
      case 'finding':
        this.#known.finding(message);
        this.#draw();
        break;
      case 'detail':
        this.#known.detail(message.lineId, message.at, message.result);
        this.#draw();
        break;
      case 'answers':
        this.#known.answered(message.lineId, message.at, message.answers);
        this.#draw();
        break;
      case 'reference':
        this.#known.reference(message.lineId, message.at, message.reference);
        if (message.reference !== null && message.asked > this.#asked) {
          this.#asked = message.asked;
          this.#revealsReference = true;
        }
        this.#draw();
        break;
      case 'pinned':
        this.#pinned = message.pinned;
        if (this.#state !== undefined) this.#set({ ...this.#state, pinned: message.pinned });
        break;
      case 'select':
        this.#open(message.label);
        break;
      case 'showAnswer':
        this.#toAnswer = message.label;
        this.#draw();
        break;
      case 'nothing':
        this.#showNothing(message);
        break;
      case 'notice':
        this.#notice.textContent = message.text;
        this.#parts.putBack();
        break;
      case 'flip':
        this.#flip();
        break;
      case 'step':
        this.#step(message.to);
        break;
    }
  }

  /** A line. Of the one on the page the step stays, until the message behind it says another. */
  #line(shown: ShowLine): void {
    const before = this.#state;
    this.#known.line(shown.lineId, shown.line.steps);
    const last = shown.line.steps.length - 1;
    if (last < 0) return;
    const at = Math.min(last, before?.at ?? 0);
    const { label, flipped = false } = before ?? this.#left ?? {};
    this.#isUnchosen = label === undefined || (label !== null && rowOf(shown.line, label) === undefined);
    this.#set({
      shown,
      at,
      place: before?.place ?? null,
      label: openLabel(shown.line, at, null, label),
      flipped,
      pinned: this.#pinned,
      unfolded: [...this.#folds],
    });
  }

  #at(message: ShowAt): void {
    const { lineId, at, label, place, after } = message;
    const state = this.#state;
    if (state === undefined || lineId !== state.shown.lineId || state.shown.line.steps[at] === undefined) return;
    this.#known.here(message);
    const follows = this.#following.follows(after);
    if (!follows) {
      this.#draw();
      return;
    }
    const open = openLabel(state.shown.line, at, label, this.#isUnchosen ? undefined : state.label);
    this.#isUnchosen = false;
    this.#set({ ...state, at, place, label: open });
    // The cursor waits for nobody: what is drawn before the frame begins is in it. Further ones of the same frame are drawn with it.
    if (performance.now() - this.#shownAt > FRAME_MS) this.#show();
  }

  #view(): View | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const { lineId } = state.shown;
    const view = viewOf(state, this.#known.hereAt(lineId, state.at), this.#known.findingAt(state.at));
    if (view === undefined) return undefined;
    const answers = this.#known.answersAt(lineId, state.at);
    return withReading(withScores(view, this.#known.detailAt(lineId, state.at)), answers);
  }

  #set(state: StatePageState): void {
    if (this.#state === undefined || isElsewhere(state, this.#state)) this.#notice.textContent = '';
    this.#state = state;
    this.#pinned = state.pinned;
    this.#nothing.replaceChildren();
    this.#parts.element.hidden = false;
    this.#keeper.later(state);
    this.#draw();
  }

  /** Shows everything in the next frame, once for all that has changed until then. */
  #draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#show());
  }

  #show(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#shownAt = performance.now();
    const [view, state] = [this.#view(), this.#state];
    if (view === undefined || state === undefined) return;
    const { lineId, at } = view;
    const [answers, result] = [this.#known.answersAt(lineId, at), this.#known.detailAt(lineId, at)];
    const reference = this.#known.referenceAt(lineId, at);
    this.#parts.show(view, { pinned: state.pinned, answers, result, reference });
    if (this.#toAnswer !== undefined) this.#parts.scrollToAnswer(this.#toAnswer);
    this.#toAnswer = undefined;
    if (result?.lists.some(({ label }) => label === this.#toList) === true) {
      this.#toList = undefined;
      this.#parts.revealLists();
    }
    clearTimeout(this.#rest);
    if (this.#revealsReference && reference !== null) {
      this.#revealsReference = false;
      this.#parts.revealLists();
      this.#spoken.textContent = reference.lines.map(({ label, text }) => `${label}: ${text}.`).join(' ');
    } else this.#rest = setTimeout(() => this.#speak(view), 250);
  }

  #speak(view: View): void {
    const { line, step, row, cell, finding } = view;
    const isOfStates = line.labels === 'states' || step.unjudged !== undefined;
    const nothing = isOfStates
      ? `${unprintedText(view)}.`
      : row === null
        ? ''
        : t('{0} was not asked here.', row.label);
    const isOfCore = cell === null ? isOfStates && step.unjudged !== undefined : row !== null;
    const note = noteWord(view.reading?.of ?? null);
    const words =
      row !== null && cell !== null ? `${row.label}: ${cell.sentence}${note === '' ? '' : `, ${note}`}.` : nothing;
    const says = finding !== null && cell === null ? english(finding.text) : isOfCore ? english(words) : words;
    this.#spoken.replaceChildren(`${stepTitle(line, step)}. `, says);
  }

  #showNothing({ reason, commands }: ShowNothing): void {
    this.#left = this.#state ?? this.#left;
    this.#state = undefined;
    this.#known.line('', []);
    this.#keeper.forget();
    this.#parts.element.hidden = true;
    this.#notice.textContent = '';
    const run = (command: StateCommand): void => this.#send({ type: 'command', command });
    this.#nothing.replaceChildren(nothingPart(reason, commands, run, this.#pinned ? () => this.#pin() : undefined));
  }

  /** Says something that counts from where the page is: the extension hears of the last step before it. */
  #send(message: Parameters<Host<FromState>['send']>[0]): void {
    this.#following.flush();
    this.#host.send(message);
  }

  #sendGo(number: number): void {
    const state = this.#state;
    if (state !== undefined) this.#host.send({ type: 'go', lineId: state.shown.lineId, at: state.at, number });
  }

  /** Shows a step of the line at once; the cursor of the editor follows. */
  #goTo(at: number): void {
    const state = this.#state;
    if (state === undefined || at === state.at || state.shown.line.steps[at] === undefined) return;
    this.#toList = undefined;
    this.#following.stepped();
    this.#set({ ...state, at });
  }

  #goToPly(ply: number): void {
    const at = this.#state?.shown.line.steps.findIndex((step) => step.ply === ply) ?? -1;
    if (at >= 0) this.#goTo(at);
  }

  #step(to: BoardStep): void {
    const state = this.#state;
    if (state === undefined) return;
    const last = state.shown.line.steps.length - 1;
    const at = { first: 0, previous: state.at - 1, next: state.at + 1, last, up: -1, down: -1 }[to];
    if (at >= 0 && at <= last && (last > 0 || at !== state.at)) this.#goTo(at);
    else this.#send({ type: 'step', to });
  }

  #nextWrong(to: 'next' | 'previous'): void {
    const view = this.#view();
    const at = view?.row === null || view === undefined ? undefined : wrongStep(view.row, view.at, to);
    if (at === undefined) this.#send({ type: 'nextWrong', to });
    else this.#goTo(at);
  }

  #instead(index: number): void {
    const cursor = this.#view()?.here?.instead[index]?.cursor;
    if (cursor !== undefined) this.#send({ type: 'goTo', cursor });
  }

  #play(move: string): void {
    const fen = this.#view()?.step.fen;
    if (fen !== undefined) this.#send({ type: 'play', move, fen });
  }

  #select(label: string | null): void {
    if (this.#state === undefined || this.#state.label === label) return;
    this.#set({ ...this.#state, label });
    this.#host.send({ type: 'select', label });
  }

  /** Opens what the extension says: a label of the line, a list of the answer, or with null all labels. */
  #open(label: string | null): void {
    const state = this.#state;
    const row = state && label !== null ? rowOf(state.shown.line, label) : null;
    this.#toList = row === undefined && label !== null ? label : undefined;
    if (this.#toList !== undefined) this.#draw();
    if (state === undefined || row === undefined) return;
    this.#isUnchosen = false;
    this.#set({ ...state, label: row?.label ?? null });
  }

  #flip(): void {
    if (this.#state !== undefined) this.#set({ ...this.#state, flipped: !this.#state.flipped });
  }

  #pin(): void {
    const state = this.#state;
    // where nothing is shown there is nothing to keep
    if (state === undefined && !this.#pinned) return;
    this.#pinned = !this.#pinned;
    if (state !== undefined) this.#set({ ...state, pinned: this.#pinned });
    this.#send({ type: 'pin', pinned: this.#pinned });
  }

  #toggled(name: string, isOpen: boolean): void {
    if (isOpen) this.#folds.add(name);
    else this.#folds.delete(name);
    if (this.#state !== undefined) this.#state = { ...this.#state, unfolded: [...this.#folds] };
    if (this.#state !== undefined) this.#keeper.later(this.#state);
  }

  #copy(what: StateCopy): void {
    const view = this.#view();
    if (view === undefined) return;
    const { lineId, at } = view;
    const text = copyText(what, {
      view,
      result: this.#known.detailAt(lineId, at),
      answers: this.#known.answersAt(lineId, at),
    });
    if (text !== undefined) this.#host.send({ type: 'copy', what, text });
  }

  #saveStrip(): void {
    const view = this.#view();
    const text = view && copyText('Strip as SVG', { view, result: undefined, answers: undefined });
    if (text !== undefined) this.#host.send({ type: 'save', name: 'strip.svg', text });
  }
}
