import { puzzleColumns, readPuzzleFields } from '../../../core/datasets/puzzles.ts';
import { asFields, asName, asText, present } from '../../json-fields.ts';
import { isAnswerNamed, isMaybeAnswerNamed } from '../plans/field-names.ts';
import { ofFields } from './foreign-fields.ts';
import { foreign, type LogFormat, problemAt } from './log-format.ts';
import { readLoggedLine } from './logged-game.ts';
import { rows } from './rows.ts';

/**
 * Rows of the Lichess puzzle database with columns of answers: CSV, JSON or Parquet. The first move is the opponent's, so
 * the position that was asked about follows it. Answers are found by the name of their column. A row whose moves cannot be played is
 * a problem.
 */
export const lichessPuzzles: LogFormat = {
  name: 'lichess-puzzles',
  title: 'rows of Lichess puzzles',
  positions: 'after the first move of each puzzle',
  layout: (head) => rows.layout?.(head) ?? 'lines',
  recognize: ({ kind, text, first }) => {
    if (kind === 'zip') return 0;
    const line = text.slice(0, text.search(/[\r\n]|$/));
    const named = asFields(Array.isArray(first) ? first[0] : first);
    const isTable = puzzleColumns(line) !== undefined;
    return isTable || ['PuzzleId', 'FEN', 'Moves'].every((name) => name in named) ? 1 : 0;
  },
  open: (head) => {
    const reader = rows.open(head);
    return {
      get facts() {
        return reader.facts;
      },
      piece: (piece) =>
        reader.piece(piece).flatMap((event) => {
          if (event.type !== 'sample') return [event];
          const { sample } = event;
          return ofFields({ value: sample.row, place: sample.place }, 'a puzzle', (fields) => {
            const puzzle = readPuzzleFields((name) => asName(fields[name]) ?? '');
            if (!puzzle.ok) return [problemAt(sample.place, puzzle.error)];
            const { id, fen, moves } = puzzle.value;
            const [first = ''] = moves;
            const line = readLoggedLine(fen, first, 'chess');
            if (!line.ok) return [problemAt(sample.place, line.error)];
            const { startFen, moves: played, finalFen: trueFen } = line.value;
            const answer = answerColumn(Object.keys(fields));
            return [
              foreign({
                place: sample.place,
                id,
                messages: [],
                answer: answer === undefined ? null : (asText(fields[answer]) ?? null),
                targets: [],
                metadata: {},
                position: { startFen, moves: played, trueFen },
                kept: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== answer)),
                ...present({ model: asName(fields['model']) }),
              }),
            ];
          });
        }),
    };
  },
};

/** Returns the column of the answers by its name; `--map answer=` names another. */
const answerColumn = (names: readonly string[]): string | undefined =>
  names.find(isAnswerNamed) ?? names.find(isMaybeAnswerNamed);
