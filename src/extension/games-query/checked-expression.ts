import { completeQuery, type SeenGames } from '../../core/datasets/query/completion.ts';
import { parseQuery } from '../../core/datasets/query/parse.ts';
import { faultLines, suggestionOf } from '../../core/datasets/query/syntax.ts';
import type { ExpressionFault, ToGames } from '../../protocol/games-messages.ts';

/** What is wrong with an expression; null where nothing is, or nothing is written. */
export function faultOf(expression: string): ExpressionFault | null {
  const read = expression.trim() === '' ? undefined : parseQuery(expression);
  if (read === undefined || read.ok) return null;
  const { message, start, end } = read.error;
  const [shown, carets] = faultLines(expression, read.error);
  return { message, lines: [shown, carets], start, end, suggestion: suggestionOf(read.error) ?? '' };
}

/** What is wrong with an expression, and what can be written at an offset of it. */
export function checkedExpression(
  expression: string,
  offset: number,
  seen: SeenGames,
): Pick<Extract<ToGames, { type: 'checked' }>, 'fault' | 'completion'> {
  const { start, end, items } = completeQuery(expression, Math.min(offset, expression.length), seen);
  const shown = items.map(({ text, detail }) => ({ text, detail }));
  return { fault: faultOf(expression), completion: { start, end, items: shown } };
}
