import type { Range } from '../../base/text/range.ts';
import { ELLIPSIS } from '../read-actions.ts';
import type { ActionValue, Command, Example, Header, Line, LineBody } from '../syntax.ts';

/** A piece of an item that stays together: a command, an action with its value, a keyword with its node. */
export interface Piece {
  readonly range: Range;
  /** What is to stand there. */
  readonly text: string;
  /** What is to stand before it: a line break, or this within a line. */
  readonly before: string;
  /** Signs beside blanks that `before` may replace. */
  readonly filler?: RegExp;
}

export const slice = (text: string, { start, end }: Range): string => text.slice(start, end);

/** The piece of a range as it is written, without blanks at its end. */
export function rawPiece(text: string, { start, end }: Range, before: Piece['before']): Piece {
  const written = text.slice(start, end).trimEnd();
  return { range: { start, end: start + written.length }, text: written, before };
}

const commandText = (text: string, { kind, name, range }: Command): string =>
  kind === 'unknown' ? slice(text, range) : `%${name}`;

/** The pieces of an example, in the order of the text: the header and each command on a line of its own. */
export function* examplePieces(text: string, { header, lines }: Example): Generator<Piece> {
  yield* headerPieces(text, header);
  for (const line of lines) yield* linePieces(text, line);
}

function* headerPieces(text: string, { range, form, open, game, commands, close }: Header): Generator<Piece> {
  if (range.end === range.start) return;
  const opening = game === undefined ? undefined : form === 'mav' ? `<mav game=${game.text}>` : `<|${game.text}|>`;
  yield opening === undefined ? rawPiece(text, open, '\n') : { range: open, text: opening, before: '\n' };
  for (const command of commands) yield { range: command.range, text: commandText(text, command), before: ' ' };
  if (close !== undefined) yield { range: close, text: '</mav>', before: ' ' };
}

function* linePieces(text: string, line: Line): Generator<Piece> {
  const { range, command, body } = line;
  if (isFragile(text, line)) {
    yield rawPiece(text, range, '\n');
    return;
  }
  yield { range: { start: range.start, end: command.range.end }, text: `[${commandText(text, command)}`, before: '\n' };
  yield* bodyPieces(text, command.range.end, body);
  yield { range: { start: range.end - 1, end: range.end }, text: ']', before: '' };
}

/** True if other blanks could make something else of a line: it is not closed, or holds what is none of its command's. */
function isFragile(text: string, { range, command, body }: Line): boolean {
  const opening = text.slice(range.start, command.range.start).trim();
  if (text[range.end - 1] !== ']' || opening !== '[' || command.kind === 'unknown') return true;
  return (
    body.kind === 'list' &&
    body.actions.some(
      (action) =>
        action.move.text.startsWith('.') || (action.value === undefined && slice(text, action.range).endsWith(':')),
    )
  );
}

function* bodyPieces(text: string, from: number, body: LineBody): Generator<Piece> {
  switch (body.kind) {
    case 'state':
      yield { range: body.state.range, text: body.state.text.replace(/[ \t\r\n]+/g, ' '), before: ' ' };
      return;
    case 'move':
      yield { range: body.move.range, text: body.move.text, before: ' ' };
      return;
    case 'terminal': {
      const start = from + text.slice(from, body.result.range.start).search(/\S/);
      const piece = terminalPiece(text, { start, end: body.result.range.end }, body.result.text);
      yield { ...piece, before: ' ' };
      return;
    }
    case 'list': {
      let at = from;
      for (const action of body.actions) {
        yield* ellipsisPiece(text, { start: at, end: action.range.start });
        yield { range: action.range, text: pairText(text, action, ''), before: ' ' };
        at = action.range.end;
      }
      yield* ellipsisPiece(text, { start: at, end: text.indexOf(']', at) });
      return;
    }
    default:
  }
}

const ONLY_ELLIPSIS = new RegExp(`^[ \\t\\r\\n]*(${ELLIPSIS})[ \\t\\r\\n]*$`);

function* ellipsisPiece(text: string, between: Range): Generator<Piece> {
  const found = ONLY_ELLIPSIS.exec(slice(text, between));
  if (found === null) return;
  const [whole, dots = ''] = found;
  const start = between.start + whole.indexOf(dots);
  yield { range: { start, end: start + dots.length }, text: dots, before: ' ' };
}

/** `invalid : "1-0"`, from its first letter to the result; the quotation mark behind that belongs to it. */
export function terminalPiece(text: string, { start, end }: Range, result: string): Omit<Piece, 'before'> {
  const last = text[end] === '"' ? end + 1 : end;
  const written = text.slice(start, last);
  const isPlain = result !== '' && /^invalid[ \t]*:?[ \t]*"?$/i.test(text.slice(start, end - result.length));
  return { range: { start, end: last }, text: isPlain ? `invalid : "${result}"` : written };
}

/**
 * An action with its value: `e2e4:<ctrl33>` in a list, `e2e4 : "<ctrl33>"` in a decision.
 *
 * @param quote around values
 */
export function pairText(text: string, { range, move, value }: ActionValue, quote: '' | '"'): string {
  if (value === undefined) return slice(text, range);
  return `${move.text}${quote === '' ? ':' : ' : '}${quote}${value.text}${quote}`;
}
