import * as vscode from 'vscode';
import { readingText } from '../../core/answers/reading-words.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { predictionsIn } from '../../core/notation/predictions/annotate.ts';
import type { WantedAnswer } from '../../models/answers/wanted-answer.ts';
import type { KeptAnswer } from '../../protocol/state.ts';
import type { KeptAnswers } from '../platform/answers/kept-answers.ts';
import { languageOfDocument, rangeIn } from '../platform/documents.ts';
import { baseName } from '../platform/files/uris.ts';

/** Longer texts have none: all their games would be read again for each. */
const MAX_TEXT_LENGTH = 1_000_000;

/** How the state of a prediction was taken from its answer, below what the language server says of it; undefined where none is kept. */
export async function answerHover(
  answers: KeptAnswers,
  document: vscode.TextDocument,
  at: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  const language = languageOfDocument(document);
  const text = document.getText();
  if (language === undefined || language === 'mav' || text.length > MAX_TEXT_LENGTH) return undefined;
  const offset = document.offsetAt(at);
  const found = predictionsIn(text, language).find(({ range }) => range.start <= offset && offset < range.end);
  if (found === undefined || found.trueFen === undefined) return undefined;
  const { label, fen = null, ply, trueFen, game } = found;
  const history = found.history();
  const wanted: WantedAnswer = {
    label: label.text,
    fen,
    ply,
    startFen: history[0]?.fen ?? INITIAL_FEN,
    trueFen,
    moves: history.flatMap(({ san }) => san ?? []),
    file: baseName(document.uri),
    game,
  };
  const [answer] = await answers.find(document.uri, [wanted], token);
  const words = answer === undefined ? '' : answerWords(answer);
  return words === '' ? undefined : new vscode.Hover(new vscode.MarkdownString(words), rangeIn(document, found.range));
}

/** The sentence of a reading as Markdown: what is quoted from the answer is code, which ends at no sign of its own. */
function answerWords({ reading, raw }: KeptAnswer): string {
  if (reading === null) return '';
  const words = readingText(reading, raw ?? '', reading.more);
  return words
    .split('`')
    .map((part, i) => (i % 2 === 1 ? `\`${part}\`` : part.replace(/[\\<>[\]()*_~#|!&$]/g, '\\$&')))
    .join('');
}
