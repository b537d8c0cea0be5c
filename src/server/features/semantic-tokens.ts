import {
  LSPErrorCodes,
  ResponseError,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
} from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { type ActionSpan, actionSpans } from '../../core/mav/features/action-spans.ts';
import { type SpanKind, tokenSpans } from '../../core/notation/pgn/outline/token-spans.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';
import { walkOf } from '../walks/walk-at.ts';
import { DETAILED } from './games.ts';

/** A MAV file with more UTF-16 code units has no tokens as a whole: what is seen of it is asked for by itself. */
const DETAILED_MAV = 200_000;

/** Names of the protocol, which themes have colors for. */
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
const LEGEND: SemanticTokensLegend = { tokenTypes: TYPES, tokenModifiers: MODIFIERS };
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

const MOVES: ReadonlySet<SpanKind> = new Set(['move', 'illegalMove', 'uncheckedMove']);

/**
 * Semantic tokens of PGN, and of the actions in MAV and walks. A large file has none as a whole, which is said by refusing: VS Code takes any other answer, no
 * tokens too, for complete, and never asks for what comes on the screen later. Where a grammar colors first, it knows as
 * much of all but moves, and more of the inside of comments.
 */
export const semanticTokensFeature: ServerFeature = {
  name: 'semantic tokens',
  register(context) {
    const { connection, documents, work, client } = context;
    const { semanticTokens } = connection.languages;
    const none: SemanticTokens = { data: [] };
    semanticTokens.on(async ({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      if (!hasTokens(document) || !(await work.whenRead(document))) return none;
      const { length } = document;
      if (length <= (document.language === 'mav' ? DETAILED_MAV : DETAILED))
        return tokensIn(document, context, { start: 0, end: length });
      return client.takesRefusal
        ? new ResponseError<void>(LSPErrorCodes.ServerCancelled, 'request ranges instead')
        : null;
    });
    semanticTokens.onRange(async ({ textDocument, range }) => {
      const document = documents.get(textDocument.uri);
      if (!hasTokens(document) || !(await work.whenRead(document, range.end))) return none;
      const { buffer } = document;
      return tokensIn(document, context, { start: buffer.offsetAt(range.start), end: buffer.offsetAt(range.end) });
    });
    context.events.onPrograms(() => {
      // a client that disconnects meanwhile needs no colors
      if (client.refreshesTokens) semanticTokens.refresh().catch(() => {});
    });
    return { semanticTokensProvider: { legend: LEGEND, full: true, range: true } };
  },
};

const hasTokens = (document: ServerDocument | undefined): document is ServerDocument =>
  document?.language === 'pgn' || document?.language === 'mav' || document?.language === 'walk';

const ACTION_LOOKS: Readonly<Record<ActionSpan['kind'], SpanKind>> = {
  legal: 'move',
  illegal: 'illegalMove',
  unchecked: 'uncheckedMove',
};

/** The actions of a MAV file that touch a span; what else is in it the grammar colors. */
function actionsIn(document: ServerDocument, span: Range): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  const { sections, buffer } = document;
  if (sections.count === 0) return builder.build();
  const last = sections.indexAt(span.end);
  for (let i = sections.indexAt(span.start); i <= last; i++) {
    const placed = sections.at(i);
    for (const { range, kind } of actionSpans(document.mavView(placed))) {
      const [start, end] = [placed.offset + range.start, placed.offset + range.end];
      if (end <= span.start || start >= span.end) continue;
      const { line, character } = buffer.positionAt(start);
      const [type, modifiers] = LOOKS[ACTION_LOOKS[kind]];
      builder.push(line, character, end - start, TYPES.indexOf(type), modifiers);
    }
  }
  return builder.build();
}

/** The actions of walks that touch a span; what else is in them the grammar colors. */
function walkActionsIn(document: ServerDocument, span: Range): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  const { sections, buffer } = document;
  if (sections.count === 0) return builder.build();
  const last = sections.indexAt(span.end);
  for (let i = sections.indexAt(span.start); i <= last; i++) {
    const placed = sections.at(i);
    const replayed = walkOf(document, placed);
    if (replayed === undefined) continue;
    const { walk, states } = replayed;
    for (const [at, { range }] of walk.actions.entries()) {
      const [start, end] = [placed.offset + range.start, placed.offset + range.end];
      if (end <= span.start || start >= span.end) continue;
      const kind = at + 1 < states.length ? 'move' : at === replayed.illegal ? 'illegalMove' : 'uncheckedMove';
      const [type, modifiers] = LOOKS[kind];
      const { line, character } = buffer.positionAt(start);
      builder.push(line, character, end - start, TYPES.indexOf(type), modifiers);
    }
  }
  return builder.build();
}

/** The tokens that touch a span, game by game. */
function tokensIn(document: ServerDocument, context: FeatureContext, span: Range): SemanticTokens {
  if (document.language === 'mav') return actionsIn(document, span);
  if (document.language === 'walk') return walkActionsIn(document, span);
  const { views, client } = context;
  const builder = new SemanticTokensBuilder();
  const { sections, buffer } = document;
  if (sections.count === 0) return builder.build();
  const last = sections.indexAt(span.end);
  for (let i = sections.indexAt(span.start); i <= last; i++) {
    const game = views.game(document, sections.at(i));
    if (game === undefined) continue;
    const { view, placed } = game;
    for (const { start, end, kind, isVariation } of tokenSpans(view.text, view.replay)) {
      if (placed.offset + end <= span.start || placed.offset + start >= span.end) continue;
      if (client.hasGrammar && !MOVES.has(kind)) continue;
      const [type, modifiers] = LOOKS[kind];
      for (const piece of linesOf(view.text, start, end)) {
        const { line, character } = buffer.positionAt(placed.offset + piece.start);
        const length = piece.end - piece.start;
        builder.push(line, character, length, TYPES.indexOf(type), modifiers | (isVariation ? VARIATION : 0));
      }
    }
  }
  return builder.build();
}

/** A token stays on one line in the protocol. */
function linesOf(text: string, start: number, end: number): Range[] {
  const pieces: Range[] = [];
  let from = start;
  for (let i = start; i <= end; i++) {
    const c = text.charCodeAt(i);
    if (i < end && c !== 0x0a && c !== 0x0d) continue;
    if (i > from) pieces.push({ start: from, end: i });
    from = i + 1;
  }
  return pieces;
}
