import { EMPTY, readPlacement, type Squares, UNKNOWN } from '../../core/metrics/placement.ts';
import type { Style } from '../io/style.ts';

const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];
const GAP = '    ';
const WIDTH = 2 + 8 * 3;

/** The true and the predicted board side by side, eight ranks and the files; squares that differ are in brackets. */
export function textBoards(trueFen: string, predictedFen: string, style: Style): string[] {
  const truth = readPlacement(trueFen).squares;
  const predicted = readPlacement(predictedFen).squares;
  const lines = [style.dim(`  ${'true'.padEnd(WIDTH - 2)}${GAP}  predicted`)];
  RANKS.forEach((name, rank) => {
    lines.push(
      `${rankLine(truth, predicted, name, rank, style)}${GAP}${rankLine(predicted, truth, name, rank, style)}`.trimEnd(),
    );
  });
  const files = `  ${Array.from('abcdefgh', (f) => ` ${f} `).join('')}`;
  lines.push(style.dim(`${files}${GAP}${files}`.trimEnd()));
  return lines;
}

function rankLine(squares: Squares, other: Squares, name: number, rank: number, style: Style): string {
  let line = `${name} `;
  for (let s = rank * 8; s < rank * 8 + 8; s++) {
    const [code, there] = [squares[s] ?? UNKNOWN, other[s] ?? UNKNOWN];
    const content = code === EMPTY ? '.' : code === UNKNOWN ? '?' : String.fromCharCode(code);
    const differs = code !== there && code !== UNKNOWN && there !== UNKNOWN;
    line += differs ? style.wrong(`[${content}]`) : ` ${content} `;
  }
  return line;
}
