// Makes the figures of the paper again, as data and SVG: npm run bench:paper
// With --draw the pictures alone are drawn, from the data that is there.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeToReadme } from '../harness/readme.ts';
import { tableMarkdown } from '../harness/table.ts';
import { fromCsv } from './csv.ts';
import { figure1Rows, figure2Rows } from './estimates.ts';
import { dataFiles, PAPER_FOLDER, type PaperData, pictureFiles } from './files.ts';
import { randomBoardsTable, statesLine } from './paper-table.ts';
import { randomBoardsRows } from './random-boards.ts';
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
  write(dataFiles({ figure1: figure1Rows(states), figure2: figure2Rows(states), randomBoards: randomBoardsRows() }));
}
const data: PaperData = {
  figure1: read('figure-1.csv'),
  figure2: read('figure-2.csv'),
  randomBoards: read('random-boards.csv'),
};
write(pictureFiles(data));
writeToReadme('paper', `${statesLine(states)}\n\n${tableMarkdown(randomBoardsTable(data.randomBoards))}`);
