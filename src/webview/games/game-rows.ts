import { type GameBoard, type GameRow, MAX_GAME_BOARDS, MAX_GAME_ROWS } from '../../protocol/games-messages.ts';
import { h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { VirtualRows } from '../common/virtual-rows.ts';
import type { Questions } from './questions.ts';
import { COLUMN_TITLES, COLUMNS, cellsOf, pictureOf } from './row-element.ts';
import { Selection } from './selection.ts';

/** Pixels of a row, as in the style sheet. */
const ROW = 72;
/** What is kept; distant rows and boards are requested again. */
const MAX_KEPT = 2000;
/** Boards are asked for once the rows stand still for this time, in milliseconds. */
const STILL_MS = 60;

/** What the list tells. */
export interface RowEvents {
  open(row: number): void;
  /** Other rows are selected. */
  selected(): void;
}

/**
 * Games one below the other, of which only what is seen is in the page. The grid has the keyboard as one: arrows, Page Up and Down,
 * Home and End move, Space selects, Shift selects up to there, Control+A selects all, Enter opens.
 */
export class GameRows {
  readonly selection = new Selection();
  readonly #rows: VirtualRows;
  readonly #questions: Questions;
  readonly #events: RowEvents;
  readonly #kept = new Map<number, GameRow>();
  readonly #elements = new Map<number, HTMLElement>();
  readonly #boards = new Map<number, GameBoard>();
  readonly #asked = new Set<number>();
  #current = 0;
  #turn = -1;
  #still: ReturnType<typeof setTimeout> | undefined;
  /** Raised when rows mean other games. */
  #generation = 0;

  constructor(questions: Questions, events: RowEvents) {
    this.#questions = questions;
    this.#events = events;
    this.#rows = new VirtualRows(
      { height: ROW, row: (number) => this.#row(number), drawn: () => this.#drawn(), current: () => this.#current },
      {
        class: 'grid',
        'aria-label': t('Games'),
        'aria-colcount': COLUMNS.length,
        'aria-multiselectable': 'true',
        keydown: (event) => this.#key(event as KeyboardEvent),
      },
    );
    this.#rows.element.classList.add('games');
    const heads = COLUMNS.map((name) => h('div', { role: 'columnheader', class: `cell ${name}` }, COLUMN_TITLES[name]));
    this.#rows.head.append(h('div', { role: 'row', class: 'row', 'aria-rowindex': 1 }, ...heads));
  }

  get element(): HTMLElement {
    return this.#rows.element;
  }

  focus(): void {
    this.#rows.grid.focus({ preventScroll: true });
  }

  /** Opens the game in the current row. */
  openCurrent(): void {
    this.#events.open(this.#current);
  }

  /** Other games are shown: nothing that is known of rows holds. */
  renew(): void {
    this.#generation++;
    this.#kept.clear();
    this.#elements.clear();
    this.#asked.clear();
    this.#current = 0;
    this.selection.clear();
    this.#events.selected();
    this.#rows.element.scrollTop = 0;
  }

  /** Shows so many games of a query. */
  show(turn: number, count: number): void {
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#boards.clear();
      this.renew();
    }
    this.#rows.total = count;
    this.#rows.draw();
  }

  #row(number: number): HTMLElement {
    const row = this.#kept.get(number);
    if (row === undefined) this.#ask(number);
    let element = this.#elements.get(number);
    if (element === undefined) {
      element = this.#element(number, row);
      if (row !== undefined) this.#elements.set(number, element);
    }
    element.classList.toggle('current', number === this.#current);
    element.classList.toggle('selected', this.selection.has(number));
    element.setAttribute('aria-selected', String(this.selection.has(number)));
    return element;
  }

  #element(number: number, row: GameRow | undefined): HTMLElement {
    return h(
      'div',
      {
        role: 'row',
        class: 'row',
        id: `game-${number}`,
        'aria-rowindex': number + 2,
        click: (event) => this.#clicked(number, event as MouseEvent),
        dblclick: () => this.#events.open(number),
      },
      ...(row === undefined
        ? [h('div', { role: 'gridcell', class: 'cell waiting' }, '…')]
        : cellsOf(row, this.#boards.get(row.game))),
    );
  }

  /** Asks for the rows that a row is among. */
  #ask(row: number): void {
    const from = Math.floor(row / MAX_GAME_ROWS) * MAX_GAME_ROWS;
    if (this.#asked.has(from)) return;
    this.#asked.add(from);
    const generation = this.#generation;
    void this.#questions
      .ask('rows', (question) => ({ type: 'rows', question, from, count: MAX_GAME_ROWS }))
      .then(({ turn, rows }) => {
        if (generation !== this.#generation || turn !== this.#turn) return;
        if (this.#kept.size > MAX_KEPT) {
          this.#kept.clear();
          this.#elements.clear();
          this.#asked.clear();
        }
        for (const [i, one] of rows.entries()) this.#kept.set(from + i, one);
        // More of them may come while files are read.
        if (rows.length < MAX_GAME_ROWS) this.#asked.delete(from);
        if (rows.length > 0) this.#rows.draw();
      });
  }

  #drawn(): void {
    const { grid, body } = this.#rows;
    const active = body.querySelector('.current');
    if (active === null) grid.removeAttribute('aria-activedescendant');
    else grid.setAttribute('aria-activedescendant', active.id);
    clearTimeout(this.#still);
    this.#still = setTimeout(() => this.#askBoards(), STILL_MS);
  }

  /** Asks for the boards of the rows in view. */
  #askBoards(): void {
    const { first, inView } = this.#rows;
    const games: number[] = [];
    for (let row = first; row <= first + inView + 1 && games.length < MAX_GAME_BOARDS; row++) {
      const game = this.#kept.get(row)?.game;
      if (game !== undefined && !this.#boards.has(game)) games.push(game);
    }
    if (games.length === 0) return;
    void this.#questions
      .ask('boards', (question) => ({ type: 'boards', question, games }))
      .then(({ turn, boards }) => {
        if (turn !== this.#turn) return;
        if (this.#boards.size > MAX_KEPT) this.#boards.clear();
        for (const board of boards) this.#boards.set(board.game, board);
        this.#drawBoards(boards);
      });
  }

  #drawBoards(boards: readonly GameBoard[]): void {
    const known = new Map(boards.map((board) => [board.game, board]));
    for (const [number, element] of this.#elements) {
      const board = known.get(this.#kept.get(number)?.game ?? -1);
      if (board !== undefined) element.querySelector('.position > .board')?.replaceWith(pictureOf(board));
    }
  }

  #clicked(number: number, event: MouseEvent): void {
    this.focus();
    const isTick = event.target instanceof Element && event.target.closest('.tick') !== null;
    if (event.shiftKey) this.selection.to(number);
    else if (event.ctrlKey || event.metaKey || isTick) this.selection.toggle(number);
    else this.selection.from(number);
    this.#goTo(number);
  }

  #goTo(row: number): void {
    this.#current = row;
    this.#rows.reveal(row);
    this.#rows.draw();
    this.#events.selected();
  }

  #key(event: KeyboardEvent): void {
    const { inView, total } = this.#rows;
    const current = this.#current;
    if (total === 0 || event.altKey) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + inView,
      PageUp: current - inView,
      Home: 0,
      End: total - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const row = Math.max(0, Math.min(total - 1, to));
      if (event.shiftKey) this.selection.to(row);
      else this.selection.from(row);
      this.#goTo(row);
    } else if (event.key === ' ') {
      this.selection.toggle(current);
      this.#goTo(current);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      this.selection.all(total);
      this.#goTo(current);
    } else if (event.key === 'Escape' && this.selection.size > 0) {
      this.selection.clear();
      this.#goTo(current);
    } else if (event.key === 'Enter') this.#events.open(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
