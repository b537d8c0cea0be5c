import type { Range } from '../../base/text/range.ts';
import { ELLIPSIS } from '../lexer.ts';
import type { ActionValue, Command, Example, Header, LineBody, MavLine, NodeRef, Trace, TraceStep } from '../syntax.ts';

/** A part of an item that stays together: a command, an action with its value, a keyword with its node. */
export interface FormatPiece {
  readonly range: Range;
  /** Formatted text of the range. */
  readonly text: string;
  /** Text before it: a line break, or a separator within a line. */
  readonly before: string;
  /** Characters that `before` may replace, besides whitespace. */
  readonly filler?: RegExp;
}

const rangeText = (text: string, { start, end }: Range): string => text.slice(start, end);

/** Returns the piece of a range as written, without trailing whitespace. */
function rawPiece(text: string, { start, end }: Range, before: FormatPiece['before']): FormatPiece {
  const written = text.slice(start, end).trimEnd();
  return { range: { start, end: start + written.length }, text: written, before };
}

const commandText = (text: string, { kind, name, range }: Command): string =>
  kind === 'unknown' ? rangeText(text, range) : `%${name}`;

/** Yields the pieces of an example, in text order: the header and each command on a separate line. */
export function* examplePieces(text: string, { header, lines }: Example): Generator<FormatPiece> {
  yield* headerPieces(text, header);
  for (const line of lines) yield* linePieces(text, line);
}

function* headerPieces(text: string, { range, form, open, game, commands, close }: Header): Generator<FormatPiece> {
  if (range.end === range.start) return;
  const opening = game === undefined ? undefined : form === 'mav' ? `<mav game=${game.text}>` : `<|${game.text}|>`;
  yield opening === undefined ? rawPiece(text, open, '\n') : { range: open, text: opening, before: '\n' };
  for (const command of commands) yield { range: command.range, text: commandText(text, command), before: ' ' };
  if (close !== undefined) yield { range: close, text: '</mav>', before: ' ' };
}

function* linePieces(text: string, line: MavLine): Generator<FormatPiece> {
  const { range, command, body } = line;
  if (isFragile(text, line)) {
    yield rawPiece(text, range, '\n');
    return;
  }
  yield { range: { start: range.start, end: command.range.end }, text: `[${commandText(text, command)}`, before: '\n' };
  yield* bodyPieces(text, command.range.end, body);
  yield { range: { start: range.end - 1, end: range.end }, text: ']', before: '' };
}

/**
 * Returns true if other whitespace could change the meaning of a line: it is unclosed, or has content that does not fit
 * its command.
 */
function isFragile(text: string, { range, command, body }: MavLine): boolean {
  const opening = text.slice(range.start, command.range.start).trim();
  if (text[range.end - 1] !== ']' || opening !== '[' || command.kind === 'unknown') return true;
  return (
    body.kind === 'list' &&
    body.actions.some(
      (action) =>
        action.move.text.startsWith('.') || (action.value === undefined && rangeText(text, action.range).endsWith(':')),
    )
  );
}

function* bodyPieces(text: string, from: number, body: LineBody): Generator<FormatPiece> {
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

function* ellipsisPiece(text: string, between: Range): Generator<FormatPiece> {
  const found = ONLY_ELLIPSIS.exec(rangeText(text, between));
  if (found === null) return;
  const [whole, dots = ''] = found;
  const start = between.start + whole.indexOf(dots);
  yield { range: { start, end: start + dots.length }, text: dots, before: ' ' };
}

/** Returns `invalid : "1-0"`, from its first letter to the result; the quotation mark after that belongs to it. */
function terminalPiece(text: string, { start, end }: Range, result: string): Omit<FormatPiece, 'before'> {
  const last = text[end] === '"' ? end + 1 : end;
  const written = text.slice(start, last);
  const isPlain = result !== '' && /^invalid[ \t]*:?[ \t]*"?$/i.test(text.slice(start, end - result.length));
  return { range: { start, end: last }, text: isPlain ? `invalid : "${result}"` : written };
}

/**
 * Prints an action with its value: `e2e4:<ctrl33>` in a list, `e2e4 : "<ctrl33>"` in a decision.
 *
 * @param quote quotation mark around values
 */
function pairText(text: string, { range, move, value }: ActionValue, quote: '' | '"'): string {
  if (value === undefined) return rangeText(text, range);
  return `${move.text}${quote === '' ? ':' : ' : '}${quote}${value.text}${quote}`;
}

/** Separators between nodes and pairs, as the reader skips them. */
const SEPARATORS = /^[ \t\r\n:,]*$/;

const KEYWORDS = {
  evaluation: { word: /^Evaluation[ \t]+for[ \t]+node[ \t]*:?[ \t]*$/i, text: 'Evaluation for node: ' },
  expansion: { word: /^Expand(?:ing)?[ \t]+from[ \t]+node[ \t]*:?[ \t]*$/i, text: 'Expand from node ' },
  decision: { word: /^Decision[ \t]+for[ \t]+node[ \t]*:?[ \t]*$/i, text: 'Decision for node: ' },
} as const;
const SELECTING = /Selecting[ \t]*(?::[ \t]*)?$/i;
const PLAYING = /Playing[ \t]*(?::[ \t]*)?$/i;

/** Yields the pieces of a trace, in text order: one line per step, pair and selection, examples as usual. */
export function* tracePieces(text: string, { range, head, steps, playing }: Trace): Generator<FormatPiece> {
  let at = head.end;
  if (head.end > head.start) yield { range: head, text: headText(rangeText(text, head)), before: '\n' };
  for (const step of steps) {
    for (const piece of stepPieces(text, step)) {
      yield piece;
      at = piece.range.end;
    }
  }
  if (playing === undefined) return;
  const start = keywordIn(text, { start: at, end: playing.range.start }, PLAYING);
  if (start === undefined) return;
  const end = Math.min(range.end, playing.range.end + (text[playing.range.end] === '!' ? 1 : 0));
  yield {
    range: { start, end },
    text: `Playing ${playing.text}${text.slice(playing.range.end, end)}`,
    before: '\n',
  };
}

const headText = (head: string): string =>
  head
    .replace(/^Minimax/i, 'Minimax')
    .replace(/[ \t]*(breadth|depth)[ \t]*=[ \t]*/gi, (_, name: string) => ` ${name.toLowerCase()}=`);

/** Returns the start of a keyword at the end of a range. */
function keywordIn(text: string, range: Range, keyword: RegExp): number | undefined {
  const at = rangeText(text, range).search(keyword);
  return at < 0 ? undefined : range.start + at;
}

function* stepPieces(text: string, step: TraceStep): Generator<FormatPiece> {
  const { node, range } = step;
  // Without a node the end of the step's words is unknown; they stay as written.
  if (node === undefined) {
    if (step.kind !== 'evaluation' || step.example === undefined) yield rawPiece(text, range, '\n');
    else {
      const own = { start: range.start, end: step.example.range.start };
      if (own.end > own.start) yield rawPiece(text, own, '\n');
      yield* examplePieces(text, step.example);
    }
    return;
  }
  const keyword = KEYWORDS[step.kind];
  const written = text.slice(range.start, node.range.start);
  const ref = nodePiece(text, node);
  yield {
    range: { start: range.start, end: ref.range.end },
    text: `${keyword.word.test(written) ? keyword.text : written}${ref.text}`,
    before: '\n',
  };
  if (step.kind === 'evaluation') {
    if (step.example === undefined) return;
    let filler: RegExp | undefined = SEPARATORS;
    for (const piece of examplePieces(text, step.example)) {
      yield filler === undefined ? piece : { ...piece, filler };
      filler = undefined;
    }
  } else if (step.kind === 'expansion') {
    for (const [i, child] of step.children.entries())
      yield { ...nodePiece(text, child), before: i === 0 ? ': ' : ' ', filler: SEPARATORS };
  } else yield* decisionPieces(text, step, ref.range.end);
}

function* decisionPieces(
  text: string,
  { actions, selection, range }: Extract<TraceStep, { kind: 'decision' }>,
  from: number,
): Generator<FormatPiece> {
  let at = from;
  for (const action of actions) {
    yield { range: action.range, text: decisionText(text, action), before: '\n', filler: SEPARATORS };
    at = action.range.end;
  }
  const end = selection?.range.start ?? range.end;
  const start = keywordIn(text, { start: at, end }, SELECTING);
  if (start === undefined) return;
  if (selection === undefined) {
    yield { ...rawPiece(text, { start, end }, '\n'), filler: SEPARATORS };
    return;
  }
  const selected =
    selection.kind === 'action'
      ? { range: selection.range, text: decisionText(text, selection.action) }
      : terminalPiece(text, { start: selection.range.start, end: selection.result.range.end }, selection.result.text);
  yield {
    range: { start, end: selected.range.end },
    text: `Selecting: ${selected.text}`,
    before: '\n',
    filler: SEPARATORS,
  };
}

const decisionText = (text: string, action: ActionValue): string => pairText(text, action, '"');

/** Returns `<root g3d6>`; as written if it is not closed. */
function nodePiece(text: string, { range, path }: NodeRef): Omit<FormatPiece, 'before'> {
  const raw = rawPiece(text, range, '');
  return raw.text.endsWith('>') ? { range, text: `<${['root', ...path.map((move) => move.text)].join(' ')}>` } : raw;
}
