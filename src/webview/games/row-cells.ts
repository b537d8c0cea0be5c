import { h, type JSX } from 'preact';
import { boardSvg, svgDataUri } from '../../core/board/board-svg.ts';
import type { GameBoard, GameRow } from '../../protocol/games-messages.ts';
import type { Content } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Pixels of a board in a row. */
const BOARD = 64;

/** Names of the columns, as classes and titles; the first shows selected rows. */
export const COLUMNS = ['tick', 'position', 'players', 'result', 'opening', 'date', 'plies', 'game'] as const;

/** Heads of the columns. */
export const COLUMN_TITLES: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  tick: '✓',
  position: t('position'),
  players: t('players'),
  result: t('result'),
  opening: t('opening'),
  date: t('date'),
  plies: t('plies'),
  game: t('game'),
};

const cell = (column: string, ...lines: readonly Content[]): JSX.Element =>
  h(
    'div',
    { role: 'gridcell', class: `cell ${column}` },
    lines.map((line) => h('div', { class: 'line' }, line)),
  );

const quiet = (text: string, lang?: string): JSX.Element =>
  h('span', { class: 'quiet', title: text, ...(lang !== undefined && { lang }) }, text);

function player(side: 'white' | 'black', name: string, elo: number | null): JSX.Element {
  const rating = elo === null ? '' : ` ${elo}`;
  const sideName = side === 'white' ? t('white') : t('black');
  return h(
    'span',
    { title: `${name}${rating}` },
    h('span', { class: `side ${side}`, role: 'img', 'aria-label': sideName }),
    name,
    elo === null ? null : quiet(rating),
  );
}

interface RowCellsProps {
  /** Undefined until it is known. */
  readonly row: GameRow | undefined;
  readonly board: GameBoard | undefined;
}

/** The cells of a game. */
export function RowCells({ row, board }: RowCellsProps): JSX.Element | JSX.Element[] {
  if (row === undefined) return h('div', { role: 'gridcell', class: 'cell waiting' }, '…');
  const { white, black, whiteElo, blackElo, result, eco, opening, date, event, plies, place } = row;
  return [
    h('div', { role: 'gridcell', class: 'cell tick' }),
    h('div', { role: 'gridcell', class: 'cell position' }, boardPicture(board)),
    cell('players', player('white', white, whiteElo), player('black', black, blackElo)),
    cell('result', result === '1/2-1/2' ? '½-½' : result),
    cell('opening', eco, quiet(opening, 'en')),
    cell('date', date.replace(/\.\?\?/g, ''), quiet(event)),
    cell('plies', String(plies)),
    cell('game', h('span', { title: place }, place)),
  ];
}

/** Returns the board of a row; an empty square until it is known. */
function boardPicture(board: GameBoard | undefined): JSX.Element {
  if (board === undefined) return h('div', { class: 'board' });
  const { fen, lastMove, ply, isMatch } = board;
  if (fen === null) return h('div', { class: 'board none' }, t('no board'));
  const src = svgDataUri(boardSvg({ fen, lastMove, size: BOARD, coordinates: false }));
  const alt = isMatch ? t('Position that fits, ply {0}', ply) : t('Final position, ply {0}', ply);
  return h('img', { class: isMatch ? 'board match' : 'board', src, alt, title: alt, width: BOARD, height: BOARD });
}
