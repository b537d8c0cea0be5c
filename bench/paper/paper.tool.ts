// Makes the figures of the paper again, as data and SVG: npm run bench:paper
// With --draw the pictures alone are drawn, from the data that is there; with --real the figures on real answers alone are made.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeToReadme } from '../harness/readme.ts';
import { tableMarkdown } from '../harness/table.ts';
import { fromCsv } from './csv.ts';
import { figure1Rows, figure2Rows } from './estimates.ts';
import { dataFiles, PAPER_FOLDER, type PaperData, pictureFiles } from './files.ts';
import { OWN_MODEL, randomBoardsTable, realAnswersTables, statesLine } from './paper-table.ts';
import { randomBoardsRows } from './random-boards.ts';
import { realAnswersRows } from './real-answers.ts';
import { fixedStates } from './states.ts';

const read = (name: string) => fromCsv(readFileSync(path.join(PAPER_FOLDER, name), 'utf8'));
const write = (files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(PAPER_FOLDER, name), text);
    console.log(path.join(PAPER_FOLDER, name));
  }
};

const states = fixedStates();
if (!process.argv.includes('--draw')) {
  const only = process.argv.includes('--real');
  write(
    dataFiles({
      figure1: only ? read('figure-1.csv') : figure1Rows(states),
      figure2: only ? read('figure-2.csv') : figure2Rows(states),
      randomBoards: only ? read('random-boards.csv') : randomBoardsRows(),
      realAnswers: await realAnswersRows(),
    }),
  );
}
const data: PaperData = {
  figure1: read('figure-1.csv'),
  figure2: read('figure-2.csv'),
  randomBoards: read('random-boards.csv'),
  realAnswers: read('real-answers.csv'),
};
write(pictureFiles(data));
writeToReadme('paper', `${statesLine(states)}\n\n${tableMarkdown(randomBoardsTable(data.randomBoards))}`);
writeToReadme('real answers', realAnswersTables(data.realAnswers).map(tableMarkdown).join('\n\n'));
console.log(OWN_MODEL);
