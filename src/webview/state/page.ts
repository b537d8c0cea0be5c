import { h, type JSX } from 'preact';
import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import type {
  FromState,
  ShowAt,
  ShowLine,
  ShowNothing,
  StateCopy,
  StatePageState,
  ToState,
} from '../../protocol/state-messages.ts';
import type { Content } from '../common/elements.ts';
import type { Host } from '../common/host.ts';
import { mount } from '../common/mount.ts';
import type { SampleRequest } from './answers.ts';
import { copyText } from './copy.ts';
import { hasLists, LISTS } from './details.ts';
import { Following } from './following.ts';
import { type KeyTargets, listenToKeys } from './keys.ts';
import { Keeper, Known, knownView } from './known.ts';
import { type PageTargets, StatePageContent, StepParts, spokenText } from './parts.ts';
import { planReplay, ReplayPlayer } from './replay.ts';
import { beginLine, findRow, isElsewhere, openLabel, type StepDetails, type View, wrongStep } from './view.ts';

/** Milliseconds from frame to frame. */
const FRAME_MS = 16;
/** Milliseconds without a step after which it is read out. */
const SPOKEN_AFTER_MS = 250;

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
  readonly #replay = new ReplayPlayer(
    (at) => this.#goTo(at),
    () => this.#mount(),
  );
  readonly #folds: Set<string>;
  readonly #targets: PageTargets & KeyTargets;
  #notice = '';
  #spoken: Content = null;
  #nothing: ShowNothing | undefined;
  /** The parts of the last step that was shown. */
  #parts: JSX.Element | undefined;
  #hasKeys = false;
  #state: StatePageState | undefined;
  /** The row that was open before there was nothing to show: it is open again afterwards. */
  #left: Pick<StatePageState, 'label' | 'flipped'> | undefined;
  /** True until a line that has none of what was open has its place: the label that is open then is the best there. */
  #isUnchosen = false;
  /** The sample that the page was last scrolled to. */
  #sample: SampleRequest | undefined;
  /** Number of the last comparison with a reference that was shown; true while one that came is still to be shown. */
  #asked = 0;
  #revealsReference = false;
  /** The list that is to be shown once it is known. */
  #wantedList: string | undefined;
  #listRequests = 0;
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
    this.#targets = this.#actions();
    listenToKeys(this.#targets);
    if (kept === undefined) return;
    this.#known.line(kept.shown.lineId, kept.shown.line.steps);
    this.#set(kept);
  }

  #actions(): PageTargets & KeyTargets {
    return {
      open: this.#folds,
      toggled: (name, isOpen) => this.#toggled(name, isOpen),
      flip: () => this.#flip(),
      pin: () => this.#pin(),
      copy: (what) => this.#copy(what),
      saveTimeline: () => this.#copy('Strip as SVG', 'strip.svg'),
      replay: () => this.#startReplay(),
      pauseReplay: () => this.#replay.pause(),
      stopReplay: () => this.#replay.stop(),
      help: () => this.#showKeys(true),
      play: (move) => this.#play(move),
      go: (at) => this.#goTo(at),
      goToPly: (ply) => this.#goToPly(ply),
      instead: (index) => this.#instead(index),
      select: (label) => this.#select(label),
      reveal: (label) => this.#send({ type: 'reveal', label }),
      take: (label, state) => this.#send({ type: 'take', label, state }),
      command: (command) => this.#send({ type: 'command', command }),
      step: (to) => this.#step(to),
      nextWrong: (to) => this.#nextWrong(to),
      toText: () => this.#send({ type: 'toText' }),
    };
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
      case 'detail':
      case 'answers':
        this.#known.receive(message);
        this.#draw();
        break;
      case 'reference':
        this.#known.receive(message);
        if (message.reference !== null && message.asked > this.#asked) {
          this.#asked = message.asked;
          this.#revealsReference = true;
        }
        this.#draw();
        break;
      case 'pinned':
        this.#pinned = message.pinned;
        if (this.#state !== undefined) this.#set({ ...this.#state, pinned: message.pinned });
        else this.#draw();
        break;
      case 'select':
        this.#open(message.label);
        break;
      case 'showAnswer':
        this.#sample = { label: message.label };
        this.#draw();
        break;
      case 'nothing':
        this.#showNothing(message);
        break;
      case 'notice':
        this.#notice = message.text;
        // Puts back what was moved on the board.
        this.#draw();
        break;
      case 'flip':
        this.#flip();
        break;
      case 'step':
        this.#step(message.to);
        break;
    }
  }

  /** Shows a line. Its step is that of the line before, until the next message has another. */
  #line(shown: ShowLine): void {
    this.#known.line(shown.lineId, shown.line.steps);
    if (shown.line.steps.length === 0) return;
    const open: Partial<StatePageState> = this.#state ?? this.#left ?? {};
    const { label } = open;
    this.#isUnchosen = label === undefined || (label !== null && findRow(shown.line, label) === undefined);
    this.#set(beginLine(shown, open, { pinned: this.#pinned, unfolded: [...this.#folds] }));
  }

  #at(message: ShowAt): void {
    const { lineId, at, label, place, after } = message;
    const state = this.#state;
    if (state === undefined || lineId !== state.shown.lineId || state.shown.line.steps[at] === undefined) return;
    this.#known.here(message);
    const follows = this.#following.follows(after);
    // One about a step that the page has left changes nothing.
    if (!follows && at === state.at) this.#draw();
    if (!follows) return;
    const open = openLabel(state.shown.line, at, label, this.#isUnchosen ? undefined : state.label);
    this.#isUnchosen = false;
    this.#set({ ...state, at, place, label: open });
    this.#showNow();
  }

  #view(): View | undefined {
    return this.#state && knownView(this.#state, this.#known);
  }

  #set(state: StatePageState): void {
    if (this.#state === undefined || isElsewhere(state, this.#state)) this.#notice = '';
    this.#state = state;
    this.#replay.check(state.at, state.label);
    this.#pinned = state.pinned;
    this.#nothing = undefined;
    this.#keeper.later(state);
    this.#draw();
  }

  /** Shows everything in the next frame, once for all that has changed until then. */
  #draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#show());
  }

  /** Shows a step before the frame begins, so that it has the pieces, too: chessground draws in the frame after its call. */
  #showNow(): void {
    if (performance.now() - this.#shownAt > FRAME_MS) this.#show();
  }

  #show(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#shownAt = performance.now();
    const [view, state] = [this.#view(), this.#state];
    if (view !== undefined && state !== undefined) this.#showStep(view, state.pinned);
    this.#mount();
  }

  #showStep(view: View, isPinned: boolean): void {
    const { lineId, at } = view;
    const [answers, result] = [this.#known.answersAt(lineId, at), this.#known.detailAt(lineId, at)];
    const reference = this.#known.referenceAt(lineId, at);
    const details = { view, result, reference };
    if (result?.lists.some(({ label }) => label === this.#wantedList) === true) {
      this.#wantedList = undefined;
      this.#revealLists(details);
    }
    clearTimeout(this.#rest);
    if (this.#revealsReference && reference !== null) {
      this.#revealsReference = false;
      this.#revealLists(details);
      this.#spoken = reference.lines.map(({ label, text }) => `${label}: ${text}.`).join(' ');
    } else this.#rest = setTimeout(() => this.#speak(spokenText(view)), SPOKEN_AFTER_MS);
    this.#parts = h(StepParts, {
      details,
      isPinned,
      answers,
      sample: this.#sample,
      listRequests: this.#listRequests,
      targets: this.#targets,
    });
  }

  /** Unfolds the lists of the answer, beside its reference where that is known, and goes there. */
  #revealLists(details: StepDetails): void {
    if (!hasLists(details)) return;
    this.#toggled(LISTS, true);
    this.#listRequests++;
  }

  #mount(): void {
    mount(
      h(StatePageContent, {
        step: this.#parts,
        nothing: this.#nothing,
        isPinned: this.#pinned,
        targets: this.#targets,
        notice: this.#notice,
        spoken: this.#spoken,
        replay: this.#replay.state,
        keysClosed: this.#hasKeys ? () => this.#showKeys(false) : undefined,
      }),
      this.#root,
    );
  }

  #showKeys(hasKeys: boolean): void {
    this.#hasKeys = hasKeys;
    this.#mount();
  }

  /** Has a text read out. */
  #speak(text: Content): void {
    this.#spoken = text;
    this.#mount();
  }

  #showNothing(nothing: ShowNothing): void {
    if (this.#state !== undefined) this.#left = { label: this.#state.label, flipped: this.#state.flipped };
    this.#state = undefined;
    this.#replay.stop();
    this.#known.line('', []);
    this.#keeper.forget();
    clearTimeout(this.#rest);
    this.#notice = '';
    this.#nothing = nothing;
    this.#mount();
  }

  /** Sends a message about the present step, which the extension gets first. */
  #send(message: Parameters<Host<FromState>['send']>[0]): void {
    this.#following.flush();
    this.#host.send(message);
  }

  #sendGo(number: number): void {
    const state = this.#state;
    if (state !== undefined) this.#host.send({ type: 'go', lineId: state.shown.lineId, at: state.at, number });
  }

  /** Shows a step of the line; the cursor of the editor follows. */
  #goTo(at: number): void {
    const state = this.#state;
    if (state === undefined || at === state.at || state.shown.line.steps[at] === undefined) return;
    this.#wantedList = undefined;
    this.#following.stepped();
    this.#set({ ...state, at });
    this.#showNow();
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

  /** Opens what the extension names: a label of the line, a list of the answer, or with null all labels. */
  #open(label: string | null): void {
    const state = this.#state;
    const row = state && label !== null ? findRow(state.shown.line, label) : null;
    this.#wantedList = row === undefined && label !== null ? label : undefined;
    if (this.#wantedList !== undefined) this.#draw();
    if (state === undefined || row === undefined) return;
    this.#isUnchosen = false;
    this.#set({ ...state, label: row?.label ?? null });
  }

  #flip(): void {
    if (this.#state) this.#set({ ...this.#state, flipped: !this.#state.flipped });
  }

  #pin(): void {
    const state = this.#state;
    // Without a state there is nothing to pin.
    if (state === undefined && !this.#pinned) return;
    this.#pinned = !this.#pinned;
    if (state !== undefined) this.#set({ ...state, pinned: this.#pinned });
    else this.#mount();
    this.#send({ type: 'pin', pinned: this.#pinned });
  }

  #toggled(name: string, isOpen: boolean): void {
    this.#folds[isOpen ? 'add' : 'delete'](name);
    if (this.#state !== undefined) this.#keeper.later((this.#state = { ...this.#state, unfolded: [...this.#folds] }));
    this.#draw();
  }

  #copy(what: StateCopy, saved?: string): void {
    const view = this.#view();
    if (view === undefined) return;
    const { lineId, at } = view;
    const [result, answers] = [this.#known.detailAt(lineId, at), this.#known.answersAt(lineId, at)];
    const text = copyText(what, { view, result, answers });
    if (text !== undefined)
      this.#host.send(saved === undefined ? { type: 'copy', what, text } : { type: 'save', name: saved, text });
  }

  /** Replays the loss of the open row, or says why there is none. */
  #startReplay(): void {
    const view = this.#view();
    const reason = view && this.#replay.start(planReplay(view.line, view.row));
    if (reason !== undefined) this.#notice = `${reason}.`;
    this.#draw();
  }
}
