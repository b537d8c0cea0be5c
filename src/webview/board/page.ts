import { orientationFor } from '../../core/board/orientation.ts';
import type { Orientation } from '../../core/board/svg.ts';
import type { BoardStep } from '../../core/notation/pgn/board-steps.ts';
import type { BoardState, FromBoard, ToBoard } from '../../protocol/board-messages.ts';
import type { ShownBoard } from '../../protocol/lsp.ts';
import { createBoard } from '../common/board.ts';
import { button, h } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { moveList, moveText } from './moves.ts';
import { askPromotion } from './promotion.ts';

const KEYS: Readonly<Record<string, BoardStep>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

const STEPS: readonly (readonly [BoardStep, string, string])[] = [
  ['first', '«', 'Start (Home)'],
  ['previous', '‹', 'One move back (left arrow)'],
  ['next', '›', 'One move forward (right arrow)'],
  ['last', '»', 'End of the line (End)'],
  ['up', '↑', 'Previous variation (up arrow)'],
  ['down', '↓', 'Next variation (down arrow)'],
];

/** The page: what it shows is a function of its state, which VS Code keeps for it. Moves are made by the extension alone. */
export class BoardPage {
  readonly #host: Host<FromBoard>;
  readonly #board = createBoard((from, to) => this.#moved(from, to));
  readonly #title = h('h1');
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  /** Read out whenever the position changes. */
  readonly #now = h('p', { class: 'now', 'aria-live': 'polite' });
  readonly #comment = h('p', { class: 'comment' });
  readonly #moves = h('div', { class: 'list' });
  readonly #fen = h('code', { class: 'fen' });
  readonly #input = h('input', {
    id: 'move',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'Nf3',
  });
  readonly #form: HTMLFormElement;
  readonly #details: HTMLElement;
  readonly #steps = new Map<BoardStep, HTMLButtonElement>();
  #state: BoardState | undefined;

  /** Builds the page into `root`, with what was kept. */
  constructor(root: HTMLElement, host: Host<FromBoard>, kept: BoardState | undefined) {
    this.#host = host;
    this.#form = h(
      'form',
      { submit: (event) => this.#typed(event) },
      h('label', { for: 'move' }, 'Play a move'),
      this.#input,
      h('button', { type: 'submit' }, 'Play'),
    );
    const copy = button('Copy FEN', () => this.#copy(), { class: 'copy' });
    const side = h('div', { class: 'side' }, this.#now, this.#comment, this.#moves, this.#form);
    const below = h('div', { class: 'below' }, this.#fen, copy);
    this.#details = h(
      'div',
      { class: 'columns' },
      h('div', { class: 'play' }, this.#board.element, this.#toolbar(), below),
      side,
    );
    root.replaceChildren(h('header', {}, this.#title), this.#notice, this.#details);
    document.addEventListener('keydown', (event) => this.#onKey(event));
    this.#details.hidden = true;
    if (kept === undefined) this.#title.textContent = 'Waiting for a game …';
    else this.#set(kept);
  }

  /** Takes in a message of the extension. */
  receive(message: ToBoard): void {
    switch (message.type) {
      case 'show':
        this.#notice.textContent = message.position.reason ?? '';
        // The last good position stays.
        if (message.position.shown !== null) this.#set({ shown: message, flipped: this.#state?.flipped ?? false });
        else if (this.#state === undefined) this.#title.textContent = 'No position';
        break;
      case 'notice':
        this.#notice.textContent = message.text;
        this.#draw();
        break;
      case 'flip':
        this.#flip();
        break;
    }
  }

  get #shown(): ShownBoard | undefined {
    return this.#state?.shown.position.shown ?? undefined;
  }

  #set(state: BoardState): void {
    if (this.#shown?.fen !== state.shown.position.shown?.fen) this.#input.value = '';
    this.#state = state;
    this.#host.keep(state);
    const { position } = state.shown;
    const { shown } = position;
    if (shown === null) return;
    this.#details.hidden = false;
    const result = position.result === null || position.result === '*' ? '' : ` ${position.result}`;
    this.#title.textContent = `${position.title}${result}`;
    this.#now.replaceChildren(h('strong', {}, nameOf(shown)), ` ${shown.situation}`);
    this.#comment.textContent = shown.comment;
    this.#fen.textContent = shown.fen;
    this.#form.hidden = !position.accepts;
    this.#listMoves(shown, state.shown.position.version);
    for (const [step, item] of this.#steps) item.disabled = shown.steps[step] === null;
    if (this.#notice.textContent === '') this.#notice.textContent = noteOn(shown, position.accepts);
    this.#draw();
  }

  #listMoves(shown: ShownBoard, textVersion: number): void {
    const focused = this.#moves.contains(document.activeElement);
    const list = moveList(shown, (to) => this.#host.send({ type: 'go', to, textVersion }));
    this.#moves.replaceChildren(...(shown.line.length > 0 ? [list] : []));
    const current = list.querySelector<HTMLElement>('[aria-current]');
    current?.scrollIntoView({ block: 'nearest' });
    if (focused) current?.focus();
  }

  /** The board as it is in the text: a move that was made on it goes back until it is written. */
  #draw(): void {
    const shown = this.#shown;
    if (this.#state === undefined || shown === undefined) return;
    const name = shown.line.length === 0 ? this.#state.shown.position.title : `Position: ${nameOf(shown)}`;
    this.#board.show({
      fen: shown.fen,
      orientation: this.#orientation(this.#state, shown.fen),
      lastMove: shown.lastMove ?? [],
      shapes: shown.shapes,
      legal: this.#state.shown.position.accepts ? shown.legal : [],
      check: shown.check,
      name,
    });
  }

  #orientation({ shown, flipped }: BoardState, fen: string): Orientation {
    const side = orientationFor(shown.orientation, fen);
    return (side === 'black') === flipped ? 'white' : 'black';
  }

  #toolbar(): HTMLElement {
    for (const [step, sign, title] of STEPS) {
      const name = title.replace(/ \(.*/, '');
      this.#steps.set(
        step,
        button(sign, () => this.#host.send({ type: 'step', to: step }), { 'aria-label': name, title }),
      );
    }
    return h(
      'div',
      { class: 'stepper', role: 'toolbar', 'aria-label': 'Moves of the game' },
      ...this.#steps.values(),
      button('Flip', () => this.#flip(), { class: 'flip', title: 'Flip the board (f)' }),
    );
  }

  /** A move was made on the board. */
  #moved(from: string, to: string): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const fits = shown.legal.filter((move) => move.startsWith(from + to));
    if (fits.length <= 1) {
      this.#play(fits[0] ?? from + to, shown.fen);
      return;
    }
    const side = shown.fen.split(' ')[1] === 'b' ? 'black' : 'white';
    askPromotion(this.#details, side, (piece) => {
      if (piece === undefined) this.#draw();
      else this.#play(from + to + piece, shown.fen);
    });
  }

  #typed(event: Event): void {
    event.preventDefault();
    const move = this.#input.value.trim();
    const shown = this.#shown;
    if (move === '' || shown === undefined) return;
    this.#play(move, shown.fen);
    // It stays until it is written, to be put right where it is refused.
    this.#input.select();
  }

  #play(move: string, fen: string): void {
    this.#host.send({ type: 'play', move, fen });
  }

  #flip(): void {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, flipped: !this.#state.flipped };
    this.#host.keep(this.#state);
    this.#draw();
  }

  #copy(): void {
    const shown = this.#shown;
    if (shown !== undefined) this.#host.send({ type: 'copy', text: shown.fen });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target === this.#input || document.querySelector('dialog[open]') !== null) return;
    const step = KEYS[event.key];
    if (event.key === 'f') this.#flip();
    else if (step !== undefined) this.#host.send({ type: 'step', to: step });
    else return;
    event.preventDefault();
  }
}

/** `12...Nf6!?`, or where the line starts. */
function nameOf({ line, at }: ShownBoard): string {
  const move = line[at];
  return move === undefined ? 'Start' : moveText(move);
}

function noteOn({ stuckAt }: ShownBoard, accepts: boolean): string {
  if (stuckAt !== null) return `${stuckAt} cannot be played: the board shows the position before it.`;
  return accepts ? '' : 'Moves can be played only in games; this board is read-only.';
}
