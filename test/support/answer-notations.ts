const FIGURINES: Readonly<Record<string, string>> = {
  K: '♔',
  Q: '♕',
  R: '♖',
  B: '♗',
  N: '♘',
  P: '♙',
  k: '♚',
  q: '♛',
  r: '♜',
  b: '♝',
  n: '♞',
  p: '♟',
};
const COLORS: Readonly<Record<string, string>> = { w: 'White', b: 'Black' };

/** The eight rows of a FEN's board, eight characters each, `.` for empty squares. */
const rowsOf = (fen: string): string[] =>
  (fen.split(' ', 1)[0] ?? '').split('/').map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n))));
const spaced = (row: string): string => Array.from(row).join(' ');

const ROLES: readonly (readonly [letter: string, name: string])[] = [
  ['k', 'King'],
  ['q', 'Queen'],
  ['r', 'Rook'],
  ['b', 'Bishop'],
  ['n', 'Knight'],
  ['p', 'Pawn'],
];

/** The pieces of a side with their squares, the king first: small letters. */
const piecesOf = (fen: string, isWhite: boolean): [letter: string, square: string][] =>
  ROLES.flatMap(([letter]) =>
    rowsOf(fen).flatMap((row, i) =>
      Array.from(row).flatMap((c, file): [string, string][] =>
        c === (isWhite ? letter.toUpperCase() : letter) ? [[letter, `${'abcdefgh'[file]}${8 - i}`]] : [],
      ),
    ),
  );

/** Notations of a state: the text, and the fields that it states (all, if none are named). */
export const NOTATIONS: Readonly<Record<string, (fen: string) => string>> = {
  fen: (fen) => fen,
  board: (fen) => fen.split(' ')[0] ?? '',
  side: (fen) => fen.split(' ')[1] ?? '',
  Side: (fen) => COLORS[fen.split(' ')[1] ?? ''] ?? '',
  castling: (fen) => fen.split(' ')[2] ?? '',
  ep: (fen) => fen.split(' ')[3] ?? '',
  half: (fen) => fen.split(' ')[4] ?? '',
  full: (fen) => fen.split(' ')[5] ?? '',
  epd: (fen) => `${fen.split(' ').slice(0, 4).join(' ')} hmvc ${fen.split(' ')[4]}; fmvn ${fen.split(' ')[5]};`,
  link: (fen) => fen.replaceAll(' ', '_'),
  escaped: (fen) => fen.replaceAll(' ', '%20'),
  dashes: (fen) => fen.replaceAll(' -', ' –'),
  zeroWidth: (fen) => fen.replaceAll('/', '/\u200b'),
  slashes: (fen) => fen.replaceAll('/', ' / '),
  lines: (fen) => fen.replaceAll('/', '/\n'),
  code: (fen) =>
    fen
      .split(' ')
      .map((field) => `\`${field}\``)
      .join(' '),
  ascii: (fen) => rowsOf(fen).map(spaced).join('\n'),
  ranks: (fen) => [...rowsOf(fen).map((row, i) => `${8 - i} ${spaced(row)}`), '  a b c d e f g h'].join('\n'),
  barred: (fen) =>
    rowsOf(fen)
      .map((row, i) => `${8 - i} | ${spaced(row)} |`)
      .join('\n'),
  rankList: (fen) =>
    rowsOf(fen)
      .map((row, i) => `Rank ${8 - i}: ${spaced(row)}`)
      .join('\n'),
  joined: (fen) => rowsOf(fen).join('\n'),
  turned: (fen) =>
    [
      ...rowsOf(fen)
        .reverse()
        .map((row, i) => `${i + 1} ${spaced(Array.from(row).reverse().join(''))}`),
      '  h g f e d c b a',
    ].join('\n'),
  figurines: (fen) =>
    rowsOf(fen)
      .map((row) => Array.from(row, (c) => FIGURINES[c] ?? '·').join(' '))
      .join('\n'),
  box: (fen) => {
    const line = `  ${'+---'.repeat(8)}+`;
    const rows = rowsOf(fen).map(
      (row, i) => `${8 - i} ${Array.from(row, (c) => `| ${c === '.' ? ' ' : c} `).join('')}|\n${line}`,
    );
    return [line, ...rows, '    a   b   c   d   e   f   g   h'].join('\n');
  },
  markdown: (fen) =>
    [
      '| |a|b|c|d|e|f|g|h|',
      '|-|-|-|-|-|-|-|-|-|',
      ...rowsOf(fen).map((row, i) => `|${8 - i}|${Array.from(row, (c) => (c === '.' ? ' ' : c)).join('|')}|`),
    ].join('\n'),
  rows: (fen) => JSON.stringify(rowsOf(fen)),
  cells: (fen) => JSON.stringify(rowsOf(fen).map((row) => Array.from(row, (c) => (c === '.' ? '' : c)))),
  ...Object.fromEntries(
    [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [
      `rank${rank}`,
      (fen: string) => fen.split(' ')[0]?.split('/')[8 - rank] ?? '',
    ]),
  ),
  pieces: (fen) =>
    ['White', 'Black']
      .map(
        (color) =>
          `${color}: ${piecesOf(fen, color === 'White')
            .map(([letter, square]) => letter.toUpperCase().replace('P', '') + square)
            .join(', ')}`,
      )
      .join('\n'),
  piecesByRole: (fen) =>
    ['White', 'Black']
      .map(
        (color) =>
          `${color} pieces:\n${ROLES.map(([letter, name]) => {
            const squares = piecesOf(fen, color === 'White')
              .filter(([piece]) => piece === letter)
              .map(([, square]) => square);
            return squares.length === 0 ? '' : `- ${name}${squares.length > 1 ? 's' : ''}: ${squares.join(', ')}\n`;
          }).join('')}`,
      )
      .join('\n'),
  map: (fen) =>
    JSON.stringify(
      Object.fromEntries(
        [true, false].flatMap((isWhite) =>
          piecesOf(fen, isWhite).map(([letter, square]) => [square, isWhite ? letter.toUpperCase() : letter]),
        ),
      ),
    ),
  colored: (fen) =>
    rowsOf(fen)
      .map((row) =>
        Array.from(row, (c) => (c === '.' ? '--' : c === c.toUpperCase() ? `w${c}` : `b${c.toUpperCase()}`)).join(' '),
      )
      .join('\n'),
  padded: (fen) => [rowsOf(fen).join('/'), ...fen.split(' ').slice(1)].join(' '),
};

/** A position of a game with what came before and after it. */
export interface GamePlace {
  readonly fen: string;
  readonly before: string;
  readonly start: string;
  readonly next: string;
  readonly lastMove: string;
  readonly nextMove: string;
  readonly moves: string;
}

const otherSide = (fen: string): string => fen.replace(/ ([wb]) /, (_, side) => (side === 'w' ? ' b ' : ' w '));

/** A template of an answer with its places filled in; `{A}` without a notation is written in the one given. */
export function writeAnswer(template: string, place: GamePlace, notation = 'fen'): string {
  const states: Readonly<Record<string, string>> = {
    A: place.fen,
    P: place.before,
    S: place.start,
    N: place.next,
    W: otherSide(place.fen),
  };
  return template
    .replace(/\{([APSNW])(?::(\w+))?\}/g, (_, state: string, form: string | undefined) => {
      const write = NOTATIONS[form ?? (state === 'A' ? notation : 'fen')];
      return write?.(states[state] ?? '') ?? '';
    })
    .replaceAll('{moves}', place.moves)
    .replaceAll('{m}', place.lastMove)
    .replaceAll('{n}', place.nextMove);
}
