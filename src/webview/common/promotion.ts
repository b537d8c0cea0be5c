import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Orientation, svgDataUri } from '../../core/board/board-svg.ts';
import { PIECE_SHAPES } from '../../core/board/piece-tables.ts';
import { button } from './elements.ts';
import { t } from './l10n.ts';

const PIECES = [
  ['q', t('Queen')],
  ['r', t('Rook')],
  ['b', t('Bishop')],
  ['n', t('Knight')],
] as const;

interface PromotionProps {
  readonly side: Orientation;
  /** Called once, with the letter of the piece, or with undefined if the user cancels. */
  readonly choose: (piece: string | undefined) => void;
}

/** A dialog for the piece that a pawn becomes; the keys q, r, b and n choose, too. */
export function PromotionDialog({ side, choose }: PromotionProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const chosen = useRef<string | undefined>(undefined);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const take = (piece: string): void => {
    chosen.current = piece;
    dialog.current?.close();
  };
  const picture = (letter: string): string => {
    const shape = PIECE_SHAPES[side === 'white' ? letter.toUpperCase() : letter] ?? '';
    return svgDataUri(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${shape}</svg>`);
  };
  return h(
    'dialog',
    {
      ref: dialog,
      class: 'promotion',
      'aria-label': t('Promote to'),
      onClose: () => choose(chosen.current),
      onKeyDown: ({ key }: KeyboardEvent) => {
        const piece = PIECES.find(([letter]) => letter === key.toLowerCase());
        if (piece !== undefined) take(piece[0]);
      },
    },
    PIECES.map(([letter, name]) =>
      button(h('img', { src: picture(letter), alt: '', width: 52, height: 52 }), () => take(letter), {
        'aria-label': name,
        title: name,
      }),
    ),
  );
}
