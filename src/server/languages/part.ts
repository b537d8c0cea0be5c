import type { DocumentLink, DocumentSymbol, Hover, SemanticTokensBuilder } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Completion, Inlay } from '../../core/notation/language.ts';
import type { Fold } from '../../core/notation/pgn/outline/folding-and-selection.ts';
import type { HeadValue } from '../../core/notation/pgn/tags.ts';
import type { VariationStep } from '../../core/notation/pgn/tree-lookup.ts';
import type { TracePlace, TraceTreeNote } from '../../core/search/trace-notes.ts';
import type { PositionResult } from '../../protocol/lsp.ts';
import type { LensMode, ServerSettings } from '../../protocol/settings.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { ComparedPosition } from '../comparison/compared-position.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import type { FeatureContext } from '../feature.ts';
import type { Views } from '../games/game-view.ts';
import type { HoverStyle } from '../hover/hover-layout.ts';
import type { LensItem } from '../lenses/lens.ts';
import type { Place } from '../state/located.ts';

/** Means of a hover. */
export interface HoverTools extends Pick<FeatureContext, 'views' | 'settings'> {
  readonly style: HoverStyle;
  /** Returns a hover of text that is laid out for the client. */
  readonly hover: (value: string, range: Hover['range']) => Hover;
  /** Returns the hover of a prediction. */
  readonly prediction: (placed: DocumentPrediction) => Promise<Hover>;
}

/** Semantic tokens of a language. */
export interface TokenAbilities {
  /**
   * Maximum length of a document with tokens as a whole, in UTF-16 code units; in a longer one visible ranges are
   * requested.
   */
  readonly most: number;
  /** Adds the tokens that touch a span. */
  readonly add: (
    builder: SemanticTokensBuilder,
    document: ServerDocument,
    span: Range,
    context: FeatureContext,
  ) => void;
}

/** Tree of a trace of a search; ranges count from the start of its section. */
export interface SectionTree {
  /** `breadth 3, depth 1`; '' for none. */
  readonly title: string;
  /** Lines of a `.mcts.jsonl` file. */
  readonly lines: string;
  readonly notes: readonly (TracePlace & Partial<TraceTreeNote>)[];
}

/** Places linked with one, in offsets of its section. */
export interface LinkedPlaces {
  /** The place itself. */
  readonly own: Range;
  readonly definitions: readonly Range[];
  readonly references: readonly Range[];
  readonly highlights: readonly Range[];
}

/**
 * Abilities of a language in the server that need more than a section's text: cached data, other sections, or the
 * settings. A missing ability is that of the kit, if the kit has it (`outline`, `folds`, `hover`); otherwise the
 * language does not have it.
 */
export interface ServerPart {
  readonly folds?: (document: ServerDocument) => Iterable<Fold>;
  readonly symbols?: (document: ServerDocument) => Iterable<DocumentSymbol>;
  /** Returns the tags of its games, for workspace symbols. */
  readonly heads?: (document: ServerDocument) => Iterable<readonly HeadValue[]>;
  /** Returns the completions at an offset, in offsets of the document. */
  readonly complete?: (document: ServerDocument, offset: number, context: FeatureContext) => readonly Completion[];
  /** Characters that start a completion in this language alone. */
  readonly triggers?: readonly string[];
  /** Returns the hints of a section in a range; both count from the section's start. */
  readonly inlays?: (
    document: ServerDocument,
    placed: SectionLocation,
    range: Range,
    context: FeatureContext,
  ) => readonly Inlay[];
  readonly links?: (document: ServerDocument, views: Views) => Iterable<DocumentLink>;
  readonly tokens?: TokenAbilities;
  /** Returns the ranges around an offset, from the innermost, in offsets of the document. */
  readonly selections?: (document: ServerDocument, offset: number, views: Views) => Range[];
  /** Returns what an offset of a document is linked with; undefined if nothing is there. */
  readonly linked?: (document: ServerDocument, placed: SectionLocation, offset: number) => LinkedPlaces | undefined;
  /** Returns the hover at an offset without a prediction. */
  readonly hover?: (
    document: ServerDocument,
    placed: SectionLocation,
    offset: number,
    tools: HoverTools,
  ) => Hover | null;
  /** Returns the hover at an offset of a language whose predictions are its content. */
  readonly answerHover?: (
    document: ServerDocument,
    placed: SectionLocation,
    offset: number,
    prediction: DocumentPrediction | undefined,
    tools: HoverTools,
  ) => Hover | null | Promise<Hover | null>;
  /** Returns the position for a board at an offset. */
  readonly board?: (document: ServerDocument, offset: number, views: Views) => PositionResult;
  /** True if a board needs only the section that it is in. */
  readonly hasLocalBoard?: true;
  /** The reason why there is no board, as a sentence. Default: that there is no game. */
  readonly noBoard?: string;
  /** Returns the location of an offset on a line of states. */
  readonly place?: (document: ServerDocument, offset: number, views: Views) => Place;
  /** The reason why an empty document has no state, as text without a period. */
  readonly noState?: string;
  /** Returns the position of some predictions; undefined if it cannot be replayed. */
  readonly position?: (
    document: ServerDocument,
    section: SectionLocation,
    place: { readonly ply: number; readonly path: readonly VariationStep[] },
    predictions: readonly DocumentPrediction[],
    views: Views,
  ) => ComparedPosition | undefined;
  /** Returns the lenses other than those of predictions, in order. @returns undefined when `pause` gave up */
  readonly lensItems?: (
    document: ServerDocument,
    mode: LensMode,
    dialect: MavDialect,
    client: Pick<ClientAbilities, 'trees' | 'examples'>,
    pause: () => Promise<boolean> | undefined,
  ) => Promise<LensItem[] | undefined>;
  /** True if lenses of sections that the pool checks are made from their findings. */
  readonly hasFindingLenses?: true;
  /** True if its examples have values that an engine can check. */
  readonly hasValues?: true;
  /** Returns the tree of a section that is a trace of a search; undefined for another section. */
  readonly tree?: (
    document: ServerDocument,
    placed: SectionLocation,
    settings: ServerSettings,
  ) => SectionTree | undefined;
}
