import { readFen } from '../metrics/fen-reading.ts';
import { EMPTY, type Squares, squareName, UNKNOWN } from '../metrics/placement.ts';

const FILES = `  ${Array.from('abcdefgh', (f) => ` ${f} `).join('')}`;
const GAP = '    ';
const WIDTH = FILES.length;

/** Styles that highlight parts of a text board, on a terminal for instance. */
export interface TextBoardStyle {
  dim(text: string): string;
  wrong(text: string): string;
}

const PLAIN: TextBoardStyle = { dim: (text) => text, wrong: (text) => text };

export interface TextBoardOptions {
  /** A FEN or its first field; squares that it does not describe read `?`. */
  readonly fen: string;
  /** Names of squares to be put in brackets. */
  readonly wrong?: readonly string[];
}

/** A board as nine lines of plain text, from White's side: eight ranks and the files. */
export function textBoard({ fen, wrong = [] }: TextBoardOptions, style: TextBoardStyle = PLAIN): string[] {
  return [...ranks(readFen(fen).placement.squares, new Set(wrong), style), style.dim(FILES.trimEnd())];
}

/** The true and the predicted board side by side under their names; squares that differ are in brackets. */
export function textBoards(trueFen: string, predictedFen: string, style: TextBoardStyle = PLAIN): string[] {
  const truth = readFen(trueFen).placement.squares;
  const predicted = readFen(predictedFen).placement.squares;
  const differ = new Set<string>();
  for (let s = 0; s < 64; s++) {
    if (truth[s] !== predicted[s] && truth[s] !== UNKNOWN && predicted[s] !== UNKNOWN) differ.add(squareName(s));
  }
  const right = ranks(predicted, differ, style);
  return [
    style.dim(`  ${'true'.padEnd(WIDTH - 2)}${GAP}  predicted`),
    ...ranks(truth, differ, style).map((line, i) => `${line}${GAP}${right[i]}`.trimEnd()),
    style.dim(`${FILES}${GAP}${FILES}`.trimEnd()),
  ];
}

function ranks(squares: Squares, wrong: ReadonlySet<string>, style: TextBoardStyle): string[] {
  return Array.from({ length: 8 }, (_, rank) => {
    let line = `${8 - rank} `;
    for (let s = rank * 8; s < rank * 8 + 8; s++) {
      const code = squares[s] ?? EMPTY;
      const content = code === EMPTY ? '.' : code === UNKNOWN ? '?' : String.fromCharCode(code);
      line += wrong.has(squareName(s)) ? style.wrong(`[${content}]`) : ` ${content} `;
    }
    return line;
  });
}
