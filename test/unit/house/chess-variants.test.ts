import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from './read-sources.ts';
import { blank } from './source-scan.ts';

/** The list and its guard; the types of the API, whose declarations have no imports. */
const OWN = /^src\/(?:core\/games\/chess\/chess-variants\.ts$|api\/)/;
/** A name as a string; in backticks it is a word of a text. */
const EITHER = String.raw`['"]chess(?:960)?['"]`;
/** The question for both names in words: two comparisons, also with ids of automata, a list or a type of both, or their common beginning. */
const QUESTIONS = [
  new RegExp(String.raw`[!=]==?\s*${EITHER}\s*(?:\|\||&&)\s*!?\(?[\w.?()]+\s*[!=]==?\s*${EITHER}`, 'g'),
  new RegExp(String.raw`${EITHER}\s*[,|]\s*${EITHER}`, 'g'),
  /[!=]==?\s*chess960\.id\b/g,
  new RegExp(String.raw`\.startsWith\(\s*${EITHER}`, 'g'),
];

const questionsIn = (text: string): string[] =>
  QUESTIONS.flatMap((pattern) => Array.from(blank(text, true).matchAll(pattern), ([found]) => found));

describe('chess and Chess960', () => {
  it('are asked for with isChessVariant, CHESS_VARIANTS or ChessVariant alone', () => {
    const found = Object.entries(readSources())
      .filter(([file]) => !OWN.test(file))
      .flatMap(([file, text]) => questionsIn(text).map((one) => `${file}: ${one}`));
    assert.deepEqual(found, []);
  });

  it('are found where they are asked for in words', () => {
    const wrong = [
      "const is = game === 'chess' || game === 'chess960';",
      "if (parts.game !== 'chess960' && parts.game !== 'chess') return;",
      "const GAMES = ['chess', 'chess960'] as const;",
      "let variant: 'chess' | 'chess960';",
      "const is = automaton.id.startsWith('chess');",
      'const is = automaton.id === chess.id || automaton.id === chess960.id;',
    ];
    for (const text of wrong) assert.equal(questionsIn(text).length, 1, text);
    const right = ["const is = game === 'chess';", "x = is ? 'chess960' : 'chess';", "// 'chess' | 'chess960'"];
    for (const text of right) assert.deepEqual(questionsIn(text), [], text);
  });
});
