import { type Orientation, svgDataUri } from '../../core/board/board-svg.ts';
import { PIECE_SHAPES } from '../../core/board/piece-tables.ts';
import { button, h } from './dom.ts';
import { t } from './l10n.ts';

const PIECES = [
  ['q', t('Queen')],
  ['r', t('Rook')],
  ['b', t('Bishop')],
  ['n', t('Knight')],
] as const;

/**
 * Asks what a pawn becomes; the keys q, r, b and n choose, too.
 *
 * @param choose is called with the letter of the piece, or with undefined when the user does not want to
 */
export function askPromotion(
  parent: HTMLElement,
  side: Orientation,
  choose: (piece: string | undefined) => void,
): void {
  let chosen: string | undefined;
  const take = (piece: string): void => {
    chosen = piece;
    dialog.close();
  };
  const picture = (letter: string): string => {
    const shape = PIECE_SHAPES[side === 'white' ? letter.toUpperCase() : letter] ?? '';
    return svgDataUri(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${shape}</svg>`);
  };
  const dialog = h(
    'dialog',
    {
      class: 'promotion',
      'aria-label': t('Promote to'),
      close: () => {
        dialog.remove();
        choose(chosen);
      },
      keydown: (event) => {
        const piece = PIECES.find(([letter]) => letter === (event as KeyboardEvent).key.toLowerCase());
        if (piece !== undefined) take(piece[0]);
      },
    },
    ...PIECES.map(([letter, name]) => {
      const one = button('', () => take(letter), { 'aria-label': name, title: name });
      one.append(h('img', { src: picture(letter), alt: '', width: 52, height: 52 }));
      return one;
    }),
  );
  parent.append(dialog);
  dialog.showModal();
}
