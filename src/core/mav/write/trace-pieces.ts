import type { Range } from '../../base/text/range.ts';
import type { ActionValue, NodeRef, Trace, TraceStep } from '../syntax.ts';
import { examplePieces, type Piece, pairText, rawPiece, slice, terminalPiece } from './pieces.ts';

/** What stands between nodes and pairs, as the reader passes over it. */
const SEPARATORS = /^[ \t\r\n:,]*$/;

const KEYWORDS = {
  evaluation: { word: /^Evaluation[ \t]+for[ \t]+node[ \t]*:?[ \t]*$/i, text: 'Evaluation for node: ' },
  expansion: { word: /^Expand(?:ing)?[ \t]+from[ \t]+node[ \t]*:?[ \t]*$/i, text: 'Expand from node ' },
  decision: { word: /^Decision[ \t]+for[ \t]+node[ \t]*:?[ \t]*$/i, text: 'Decision for node: ' },
} as const;
const SELECTING = /Selecting[ \t]*(?::[ \t]*)?$/i;
const PLAYING = /Playing[ \t]*(?::[ \t]*)?$/i;

/** The pieces of a trace, in the order of the text: a line for each step, pair and selection, examples as they are alone. */
export function* tracePieces(text: string, { range, head, steps, playing }: Trace): Generator<Piece> {
  let at = head.end;
  if (head.end > head.start) yield { range: head, text: headText(slice(text, head)), before: '\n' };
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

/** Where a keyword at the end of a range starts. */
function keywordIn(text: string, range: Range, keyword: RegExp): number | undefined {
  const at = slice(text, range).search(keyword);
  return at < 0 ? undefined : range.start + at;
}

function* stepPieces(text: string, step: TraceStep): Generator<Piece> {
  const { node, range } = step;
  // Without a node nobody knows where the step's words end; they stay as they are.
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
): Generator<Piece> {
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

/** `<root g3d6>`; as it is written where it is not closed. */
function nodePiece(text: string, { range, path }: NodeRef): Omit<Piece, 'before'> {
  const raw = rawPiece(text, range, '');
  return raw.text.endsWith('>') ? { range, text: `<${['root', ...path.map((move) => move.text)].join(' ')}>` } : raw;
}
