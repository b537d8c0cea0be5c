import { type Row, toCsv } from './csv.ts';
import { FIGURE_1_COLUMNS, FIGURE_2_COLUMNS } from './estimates.ts';
import { figure1Svg } from './figure-1-svg.ts';
import { figure2Svg } from './figure-2-svg.ts';
import { RANDOM_BOARDS_COLUMNS } from './random-boards.ts';
import { randomBoardsSvg } from './random-boards-svg.ts';
import { REAL_ANSWERS_COLUMNS } from './real-answers.ts';
import { figure3Svg, figure4Svg } from './real-answers-svg.ts';

/** Folder of the files, relative to the root of the repository. */
export const PAPER_FOLDER = 'bench/paper';

/** The rows behind the figures. */
export interface PaperData {
  readonly figure1: readonly Row[];
  readonly figure2: readonly Row[];
  readonly randomBoards: readonly Row[];
  readonly realAnswers: readonly Row[];
}

/** The data files by name. */
export const dataFiles = ({ figure1, figure2, randomBoards, realAnswers }: PaperData): Record<string, string> => ({
  'figure-1.csv': toCsv(FIGURE_1_COLUMNS, figure1),
  'figure-2.csv': toCsv(FIGURE_2_COLUMNS, figure2),
  'random-boards.csv': toCsv(RANDOM_BOARDS_COLUMNS, randomBoards),
  'real-answers.csv': toCsv(REAL_ANSWERS_COLUMNS, realAnswers),
});

/** The pictures by name, drawn from what the data files say, so that they can be drawn again without a run. */
export const pictureFiles = ({ figure1, figure2, randomBoards, realAnswers }: PaperData): Record<string, string> => ({
  'figure-1.svg': figure1Svg(figure1),
  'figure-2.svg': figure2Svg(figure2, figure1),
  'random-boards.svg': randomBoardsSvg(randomBoards),
  'figure-3.svg': figure3Svg(realAnswers),
  'figure-4.svg': figure4Svg(realAnswers),
});
