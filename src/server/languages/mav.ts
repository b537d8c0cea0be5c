import { type DocumentSymbol, type Hover, MarkupContent, type SymbolKind } from 'vscode-languageserver';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { boardSvg } from '../../core/board/board-svg.ts';
import { textBoard } from '../../core/board/board-text.ts';
import { stoneBoardSvg, stoneTextBoard } from '../../core/board/stone-board.ts';
import { checkMav } from '../../core/mav/check-mav.ts';
import { completeMav } from '../../core/mav/features/completion.ts';
import { type MavHover, mavHover } from '../../core/mav/features/hover.ts';
import { mavInlays } from '../../core/mav/features/inlays.ts';
import {
  type ActionSpan,
  actionSpans,
  type MavSymbol,
  mavFolds,
  mavLinks,
  mavSymbol,
} from '../../core/mav/features/outline.ts';
import {
  exampleAt,
  findSectionState,
  missingExamplePositionReason,
  missingPositionReason,
  sectionStates,
} from '../../core/mav/features/section-states.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, viewInDialect } from '../../core/mav/view.ts';
import { type Severities, withSeverities } from '../../core/notation/diagnostic.ts';
import type { SpanKind } from '../../core/notation/pgn/outline/token-spans.ts';
import { type MavTraceTree, mavTraceTree, traceTitle } from '../../core/search/trace-tree.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import { positionInMav } from '../comparison/compared-position.ts';
import { historyAt, textComparison } from '../comparison/comparer.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import { boardSize, type HoverStyle, textHover } from '../hover/hover-layout.ts';
import { boardHover, sideBelow, stoneWidth } from '../hover/hover-text.ts';
import { MavItems } from '../lenses/mav-items.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from '../state/located.ts';
import type { HoverTools, SectionTree, ServerPart } from './part.ts';
import { countedSections, DETAILED } from './section-texts.ts';
import { pushSpan, sectionsIn } from './tokens.ts';

/** Returns a location in a MAV file: a position among those of its example or trace. */
export function mavLocation(document: ServerDocument, placed: SectionLocation, offset: number): Place {
  const view = document.mavView(placed);
  const states = sectionStates(view);
  if (states === undefined) return { reason: missingPositionReason(view) };
  const own = offset - placed.offset;
  const at = findSectionState(view, states.places, own);
  const label = labelAt(placed.section, own);
  return {
    key: `${sectionKey(document, placed)} ${JSON.stringify(view.dialect)}`,
    draft: () => draftOf(document, placed),
    here: {
      at,
      place: { game: placed.game, ply: states.places[at]?.position ?? 0, path: [] },
      label: label === null ? null : rowOf(label),
      board: null,
      instead: [],
    },
    reason: faultAt(view, own),
  };
}

/** Returns the reason why the example at an offset has no position, if the one of another node is shown instead. */
function faultAt(view: MavView, offset: number): string | null {
  const judged = view.examples[exampleAt(view, offset)];
  if (judged === undefined || judged.truth !== undefined || judged.printed !== undefined) return null;
  return missingExamplePositionReason(judged);
}

/** Returns the row of a label: a state after the best action shares that of its command, in another step. */
const rowOf = (label: string): string => label.replace(/^final /, '');

function draftOf(document: ServerDocument, placed: SectionLocation): LineDraft {
  const view = document.mavView(placed);
  const { game = 'chess', places = [] } = sectionStates(view) ?? {};
  const text = document.sectionText(placed);
  const indexOf = new Map(places.map(({ position }, at) => [position, at]));
  const predictions = documentPredictions(placed).flatMap((item): LinePrediction[] => {
    const { label, ply, trueFen, fen, range } = item.prediction;
    const at = indexOf.get(ply);
    if (at === undefined || trueFen === null) return [];
    const printed = text.slice(range.start, range.end);
    const asPrinted = printed.includes(fen ?? printed) ? {} : { printed };
    return [{ at, row: rowOf(label), placed: item, trueFen, line: () => historyAt(document, item), ...asPrinted }];
  });
  return {
    title: `${view.trace === undefined ? 'Example' : 'Trace'} ${placed.game + 1}`,
    variant: game,
    labels: 'states',
    kind: 'apart',
    steps: places.map(({ position, name, state, lastMove, basis, unjudged }) => ({
      ply: position,
      name,
      fen: state,
      lastMove,
      ...(basis !== undefined && { basis }),
      ...(unjudged !== undefined && { unjudged }),
    })),
    cursors: places.map(({ range }) => document.buffer.positionAt(placed.offset + range.start)),
    accepts: false,
    predicts: false,
    section: document.sectionRange(placed),
    predictions,
  };
}

interface CachedTree {
  readonly dialect: MavDialect;
  readonly severities: Severities;
  readonly tree: MavTraceTree;
}

/** Trees of traces, each kept as long as the parsed content of its section. */
const KEPT = new WeakMap<MavView, CachedTree>();

/** Returns the tree of a section of a MAV file; undefined if it is no trace. */
function mavSectionTree(view: MavView, settings: ServerSettings): SectionTree | undefined {
  if (view.trace === undefined) return undefined;
  return { title: traceTitle(view.trace), ...keptTree(view, settings) };
}

function keptTree(view: MavView, { mavDialect: dialect, severities }: ServerSettings): MavTraceTree {
  const known = KEPT.get(view);
  if (known?.dialect === dialect && known.severities === severities) return known.tree;
  const own = viewInDialect(view, dialect);
  if (own.trace === undefined) throw new Error('a trace is one in every dialect');
  const findings = withSeverities(checkMav(own, dialect), severities);
  const tree = mavTraceTree(own.trace, { text: own.text, dialect, findings });
  KEPT.set(view, { dialect, severities, tree });
  return tree;
}

/** Symbol kinds of the protocol: class, event, array. */
const KINDS: Readonly<Record<MavSymbol['kind'], SymbolKind>> = { example: 5, trace: 24, node: 18 };

function* symbols(document: ServerDocument): Generator<DocumentSymbol> {
  const detailed = document.length <= DETAILED;
  for (const placed of countedSections(document)) {
    const symbol = mavSymbol(document.mavView(placed), placed.game + 1, detailed);
    if (symbol !== undefined) yield toSymbol(document, placed.offset, symbol);
  }
}

/** Nodes nest no deeper than the outline lists them. */
function toSymbol(document: ServerDocument, by: number, { name, detail, kind, ...rest }: MavSymbol): DocumentSymbol {
  const place = (range: Range) => document.rangeAt(range, by);
  return {
    name,
    ...(detail !== '' && { detail }),
    kind: KINDS[kind],
    range: place(rest.range),
    selectionRange: place(rest.nameRange),
    ...(rest.children.length > 0 && { children: rest.children.map((child) => toSymbol(document, by, child)) }),
  };
}

const ACTION_LOOKS: Readonly<Record<ActionSpan['kind'], SpanKind>> = {
  legal: 'move',
  illegal: 'illegalMove',
  unchecked: 'uncheckedMove',
};

const ITEMS = new MavItems();

/** Examples and traces of MAV, whose parsed content is kept (`ServerDocument.mavView`). */
export const MAV_PART: ServerPart = {
  *folds(document) {
    const detailed = document.length <= DETAILED;
    for (const placed of countedSections(document))
      for (const fold of mavFolds(document.mavView(placed), detailed))
        yield { kind: 'region', range: shiftRange(fold, placed.offset) };
  },
  symbols,
  // completion needs only the example or trace itself
  complete(document, offset, context) {
    const { sections } = document;
    if (sections.count === 0) return [];
    // Text at the end of a section belongs to it, though the next one may start there.
    const placed = sections.at(sections.indexAt(Math.max(0, offset - 1)));
    const { mavDialect: dialect } = context.settings();
    const found = completeMav(document.mavView(placed), offset - placed.offset, dialect);
    const { offset: base } = placed;
    return found.map((item) => ({ ...item, range: shiftRange(item.range, base) }));
  },
  // before a value and a game
  triggers: [':', '='],
  inlays(document, placed, range, context) {
    const { inlayValues, mavDialect } = context.settings();
    return inlayValues ? mavInlays(document.mavView(placed), range, mavDialect) : [];
  },
  tokens: {
    most: 200_000,
    // the grammar colors the rest
    add(builder, document, span) {
      for (const placed of sectionsIn(document, span))
        for (const { range: own, kind } of actionSpans(document.mavView(placed))) {
          const range = shiftRange(own, placed.offset);
          if (range.end <= span.start || range.start >= span.end) continue;
          pushSpan(builder, document, range, ACTION_LOOKS[kind]);
        }
    },
  },
  // a wrong state is a prediction to explain; all else is a board or a short text
  async answerHover(document, placed, at, state, tools) {
    const { mavDialect: dialect } = tools.settings();
    const view = document.mavView(placed);
    const found = mavHover(view, at - placed.offset, dialect);
    if (found === undefined) return null;
    const link = boardLink(view, at - placed.offset, tools);
    const { trueFen = null } = state?.prediction ?? {};
    if (state !== undefined && trueFen !== null && found.kind === 'board' && found.isState)
      if (textComparison(document, state, trueFen).verdict !== 'exact')
        return withLine(await tools.prediction(state), link);
    return withLine(tools.hover(mavHoverText(found, tools.style), document.rangeAt(found.range, placed.offset)), link);
  },
  place(document, offset) {
    const { sections } = document;
    return mavLocation(document, sections.at(sections.indexAt(offset)), offset);
  },
  noState: 'there is no example here',
  position: (document, section, { ply }) => positionInMav(document, section, ply),
  lensItems: (document, mode, dialect, client, pause) => ITEMS.of(document, mode, dialect, client, pause),
  hasValues: true,
  tree: (document, placed, settings) => mavSectionTree(document.mavView(placed), settings),
};

/** Returns the address of a board with the state at an offset of a section, for the last line of its hover. */
function boardLink(view: MavView, offset: number, { settings, style }: HoverTools): string | undefined {
  if (settings().links === 'off' || !style.markdown) return undefined;
  const found = mavLinks(view).find(({ range }) => range.start <= offset && offset < range.end);
  return found && `[Analysis board](${found.url})`;
}

/** Returns a hover with one more line. */
function withLine(hover: Hover, line: string | undefined): Hover {
  const { contents } = hover;
  if (line === undefined || !MarkupContent.is(contents)) return hover;
  return { ...hover, contents: { ...contents, value: `${contents.value}\n\n${line}` } };
}

/** Formats a hover in a MAV file as text. */
function mavHoverText(hover: MavHover, style: HoverStyle): string {
  if (hover.kind === 'text') return textHover(hover.text, style);
  const { title, board, state, notes } = hover;
  const alt = `Board: ${state}`;
  const drawing =
    board.kind === 'chess'
      ? {
          svg: () =>
            boardSvg({ ...board, size: boardSize(style), orientation: sideBelow(board.fen, style), title: alt }),
          text: () => textBoard({ fen: board.fen, wrong: board.marks.map(({ square }) => square) }),
        }
      : {
          svg: () => stoneBoardSvg({ ...board, size: stoneWidth(board.kind, style), title: alt }),
          text: () => stoneTextBoard(board),
        };
  return boardHover({ title, notes, state, lines: [], ...drawing }, style);
}
