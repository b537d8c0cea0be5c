import type { SemanticTokensBuilder, SemanticTokensLegend } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import type { SpanKind } from '../../core/notation/pgn/outline/token-spans.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';

/** Token types of the protocol, which themes have colors for. */
const TYPES = [
  'property',
  'string',
  'comment',
  'macro',
  'decorator',
  'number',
  'function',
  'variable',
  'operator',
  'keyword',
];
/** `deprecated`, on illegal moves, is the protocol's; the others are ours, and named in `package.json`. */
const MODIFIERS = ['deprecated', 'unchecked', 'variation'];
export const LEGEND: SemanticTokensLegend = { tokenTypes: TYPES, tokenModifiers: MODIFIERS };
const DEPRECATED = 1;
const UNCHECKED = 2;
const VARIATION = 4;

const LOOKS: Readonly<Record<SpanKind, readonly [type: string, modifiers: number]>> = {
  tagName: ['property', 0],
  tagValue: ['string', 0],
  comment: ['comment', 0],
  command: ['macro', 0],
  prediction: ['decorator', 0],
  moveNumber: ['number', 0],
  move: ['function', 0],
  illegalMove: ['function', DEPRECATED],
  uncheckedMove: ['variable', UNCHECKED],
  glyph: ['operator', 0],
  result: ['keyword', 0],
};

export const MOVES: ReadonlySet<SpanKind> = new Set(['move', 'illegalMove', 'uncheckedMove']);

/** Adds a token on one line; its range counts from the start of the document. */
export function pushSpan(
  builder: SemanticTokensBuilder,
  { buffer }: ServerDocument,
  { start, end }: Range,
  kind: SpanKind,
  isVariation = false,
): void {
  const [type, modifiers] = LOOKS[kind];
  const { line, character } = buffer.positionAt(start);
  builder.push(line, character, end - start, TYPES.indexOf(type), modifiers | (isVariation ? VARIATION : 0));
}

/** Yields the sections that a span touches. */
export function* sectionsIn({ sections }: ServerDocument, span: Range): Generator<SectionLocation> {
  if (sections.count === 0) return;
  const last = sections.indexAt(span.end);
  for (let i = sections.indexAt(span.start); i <= last; i++) yield sections.at(i);
}
