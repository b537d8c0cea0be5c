import { boardSvg, svgDataUri } from '../../core/board/board-svg.ts';
import type { GameBoard, GameRow } from '../../protocol/games-messages.ts';
import { h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

/** Pixels of a board in a row. */
const BOARD = 64;

/** Names of the columns, as classes and titles; the first is whether a row is selected. */
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

const cell = (column: string, ...lines: readonly (Node | string)[]): HTMLElement =>
  h('div', { role: 'gridcell', class: `cell ${column}` }, ...lines.map((line) => h('div', { class: 'line' }, line)));

const quiet = (text: string, lang?: string): HTMLElement => h('span', { class: 'quiet', title: text, lang }, text);

function player(side: 'white' | 'black', name: string, elo: number | null): HTMLElement {
  const rating = elo === null ? '' : ` ${elo}`;
  const mark = h('span', {
    class: `side ${side}`,
    role: 'img',
    'aria-label': side === 'white' ? t('white') : t('black'),
  });
  return h('span', { title: `${name}${rating}` }, mark, name, ...(elo === null ? [] : [quiet(rating)]));
}

/** The cells of a game. */
export function cellsOf(row: GameRow, board: GameBoard | undefined): HTMLElement[] {
  const { white, black, whiteElo, blackElo, result, eco, opening, date, event, plies, place } = row;
  return [
    h('div', { role: 'gridcell', class: 'cell tick' }),
    h('div', { role: 'gridcell', class: 'cell position' }, pictureOf(board)),
    cell('players', player('white', white, whiteElo), player('black', black, blackElo)),
    cell('result', result === '1/2-1/2' ? '½-½' : result),
    cell('opening', eco, quiet(opening, 'en')),
    cell('date', date.replace(/\.\?\?/g, ''), quiet(event)),
    cell('plies', String(plies)),
    cell('game', h('span', { title: place }, place)),
  ];
}

/** The board of a row; an empty square until it is known. */
export function pictureOf(board: GameBoard | undefined): HTMLElement {
  if (board === undefined) return h('div', { class: 'board' });
  const { fen, lastMove, ply, isMatch } = board;
  if (fen === null) return h('div', { class: 'board none' }, t('no board'));
  const src = svgDataUri(boardSvg({ fen, lastMove, size: BOARD, coordinates: false }));
  const alt = isMatch ? t('Position that fits, ply {0}', ply) : t('Final position, ply {0}', ply);
  return h('img', { class: isMatch ? 'board match' : 'board', src, alt, title: alt, width: BOARD, height: BOARD });
}
