import { Component, createRef, h, type JSX, type RefObject } from 'preact';
import {
  type GameBoard,
  type GameRow,
  MAX_GAME_BOARDS,
  MAX_GAME_ROWS,
  MAX_SPANS,
  type RowSpan,
} from '../../protocol/games-messages.ts';
import { t } from '../common/l10n.ts';
import { VirtualList } from '../common/virtual-list.ts';
import type { Questions } from './questions.ts';
import { COLUMN_TITLES, COLUMNS, RowCells } from './row-cells.ts';

/** Rows that are selected, by number. */
class Selection {
  readonly #rows = new Set<number>();
  /** The row where a range begins. */
  #anchor = 0;

  get size(): number {
    return this.#rows.size;
  }

  has(row: number): boolean {
    return this.#rows.has(row);
  }

  clear(): void {
    this.#rows.clear();
    this.#anchor = 0;
  }

  toggle(row: number): void {
    this.#anchor = row;
    if (!this.#rows.delete(row)) this.#rows.add(row);
  }

  /** Begins ranges at a row. */
  from(row: number): void {
    this.#anchor = row;
  }

  /** Selects the rows from the last one that began a range to another, and no others. */
  to(row: number): void {
    this.#rows.clear();
    for (let i = Math.min(this.#anchor, row); i <= Math.max(this.#anchor, row); i++) this.#rows.add(i);
  }

  all(count: number): void {
    for (let row = 0; row < count; row++) this.#rows.add(row);
  }

  /** The rows as spans in order, at most as many as a message has; null where nothing is selected. */
  spans(): readonly RowSpan[] | null {
    if (this.#rows.size === 0) return null;
    const spans: [from: number, to: number][] = [];
    for (const row of [...this.#rows].sort((a, b) => a - b)) {
      const last = spans.at(-1);
      if (last?.[1] === row) last[1]++;
      else if (spans.length < MAX_SPANS) spans.push([row, row + 1]);
    }
    return spans;
  }
}

/** Pixels of a row, as in the style sheet. */
const ROW = 72;
/** Rows and boards that are kept; distant ones are requested again. */
const MAX_KEPT = 2000;
/** Boards are requested once the rows stand still for this time, in milliseconds. */
const STILL_MS = 60;

interface GameRowsProps {
  /** Set to the component. */
  readonly handle: RefObject<GameRows | null>;
  readonly questions: Questions;
  readonly open: (row: number) => void;
  /** Called when other rows are selected. */
  readonly selected: () => void;
}

/**
 * Games one below the other, of which only the visible ones are in the page. The grid has the keyboard as one: arrows, Page Up and
 * Down, Home and End move, Space selects, Shift selects up to there, Control+A selects all, Enter opens.
 */
export class GameRows extends Component<GameRowsProps> {
  readonly selection = new Selection();
  readonly #list = createRef<VirtualList>();
  readonly #kept = new Map<number, GameRow>();
  /** Cells of rows that are known: what is rendered again is the same. */
  readonly #cells = new Map<number, JSX.Element>();
  readonly #boards = new Map<number, GameBoard>();
  readonly #requested = new Set<number>();
  #total = 0;
  #current = 0;
  #turn = -1;
  #still: ReturnType<typeof setTimeout> | undefined;
  /** Raised when rows mean other games. */
  #generation = 0;

  constructor(props: GameRowsProps) {
    super(props);
    props.handle.current = this;
  }

  focus(): void {
    this.#list.current?.focus();
  }

  /** Opens the game in the current row. */
  openCurrent(): void {
    this.props.open(this.#current);
  }

  /** Forgets all that is known of rows, for other games. */
  renew(): void {
    this.#generation++;
    this.#kept.clear();
    this.#cells.clear();
    this.#requested.clear();
    this.#current = 0;
    this.selection.clear();
    this.props.selected();
    this.#list.current?.scrollTo(0);
  }

  /** Shows the games of a query, by number. */
  show(turn: number, count: number): void {
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#boards.clear();
      this.renew();
    }
    this.#total = count;
    this.forceUpdate();
  }

  override render(): JSX.Element {
    return h(VirtualList, {
      handle: this.#list,
      class: 'games',
      height: ROW,
      source: { total: () => this.#total, current: () => this.#current, row: (number) => this.#row(number) },
      grid: {
        class: 'grid',
        'aria-label': t('Games'),
        'aria-colcount': COLUMNS.length,
        'aria-multiselectable': true,
        onKeyDown: (event) => this.#key(event),
      },
      head: h(
        'div',
        { role: 'row', class: 'row', 'aria-rowindex': 1 },
        COLUMNS.map((name) => h('div', { role: 'columnheader', class: `cell ${name}` }, COLUMN_TITLES[name])),
      ),
      onRendered: () => this.#rendered(),
    });
  }

  #row(number: number): JSX.Element {
    const row = this.#kept.get(number);
    if (row === undefined) this.#ask(number);
    const isSelected = this.selection.has(number);
    const classes = ['row', ...(number === this.#current ? ['current'] : []), ...(isSelected ? ['selected'] : [])];
    return h(
      'div',
      {
        key: number,
        role: 'row',
        class: classes.join(' '),
        id: `game-${number}`,
        'aria-rowindex': number + 2,
        'aria-selected': isSelected,
        onClick: (event: MouseEvent) => this.#clicked(number, event),
        onDblClick: () => this.props.open(number),
      },
      this.#rowCells(number, row),
    );
  }

  #rowCells(number: number, row: GameRow | undefined): JSX.Element {
    const known = this.#cells.get(number);
    if (known !== undefined) return known;
    const cells = h(RowCells, { row, board: row && this.#boards.get(row.game) });
    if (row !== undefined) this.#cells.set(number, cells);
    return cells;
  }

  /** Requests the rows that a row is among. */
  #ask(number: number): void {
    const from = Math.floor(number / MAX_GAME_ROWS) * MAX_GAME_ROWS;
    if (this.#requested.has(from)) return;
    this.#requested.add(from);
    const generation = this.#generation;
    void this.props.questions
      .ask('rows', (question) => ({ type: 'rows', question, from, count: MAX_GAME_ROWS }))
      .then(({ turn, rows }) => {
        if (generation !== this.#generation || turn !== this.#turn) return;
        if (this.#kept.size > MAX_KEPT) {
          this.#kept.clear();
          this.#cells.clear();
          this.#requested.clear();
        }
        for (const [i, row] of rows.entries()) {
          this.#kept.set(from + i, row);
          this.#cells.delete(from + i);
        }
        // More of them may come while files are read.
        if (rows.length < MAX_GAME_ROWS) this.#requested.delete(from);
        if (rows.length > 0) this.forceUpdate();
      });
  }

  #rendered(): void {
    const grid = this.#list.current?.grid ?? null;
    const active = grid?.querySelector('.rows .current') ?? null;
    if (active === null) grid?.removeAttribute('aria-activedescendant');
    else grid?.setAttribute('aria-activedescendant', active.id);
    clearTimeout(this.#still);
    this.#still = setTimeout(() => this.#askBoards(), STILL_MS);
  }

  /** Requests the boards of the rows in view. */
  #askBoards(): void {
    const list = this.#list.current;
    if (list === null) return;
    const { first, inView } = list;
    const games: number[] = [];
    for (let row = first; row <= first + inView + 1 && games.length < MAX_GAME_BOARDS; row++) {
      const game = this.#kept.get(row)?.game;
      if (game !== undefined && !this.#boards.has(game)) games.push(game);
    }
    if (games.length === 0) return;
    void this.props.questions
      .ask('boards', (question) => ({ type: 'boards', question, games }))
      .then(({ turn, boards }) => {
        if (turn !== this.#turn) return;
        if (this.#boards.size > MAX_KEPT) this.#boards.clear();
        for (const board of boards) this.#boards.set(board.game, board);
        this.#renewCells(new Set(boards.map(({ game }) => game)));
        this.forceUpdate();
      });
  }

  /** Forgets the cells of some games, whose boards have come. */
  #renewCells(games: ReadonlySet<number>): void {
    for (const number of this.#cells.keys())
      if (games.has(this.#kept.get(number)?.game ?? -1)) this.#cells.delete(number);
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
    this.#list.current?.reveal(row);
    this.forceUpdate();
    this.props.selected();
  }

  #key(event: KeyboardEvent): void {
    const total = this.#total;
    const inView = this.#list.current?.inView ?? 1;
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
    } else if (event.key === 'Enter') this.props.open(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
