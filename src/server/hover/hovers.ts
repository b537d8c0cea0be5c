import type { Hover } from 'vscode-languageserver';
import type { Position } from '../../core/base/text/line-index.ts';
import { situation } from '../../core/games/chess/situation.ts';
import { mavHover } from '../../core/mav/features/hover.ts';
import { readRecordLine } from '../../core/notation/fen/record-position.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { Comparer } from '../comparison/comparer.ts';
import { textComparison } from '../comparison/text-comparison.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { PlacedSection } from '../documents/sections.ts';
import type { Work } from '../documents/work.ts';
import type { Views } from '../games/views.ts';
import { gameHover } from './game-hover.ts';
import { type HoverStyle, positionHover, predictionHover, unscoredHover } from './hover-text.ts';
import { mavHoverText } from './mav-hover.ts';

/** The longest wait of a hover for its scores, in milliseconds; then it shows what is known. */
const PATIENCE_MS = 1500;

/** The abilities of a client with hovers. */
export interface HoverCapabilities {
  readonly images: boolean;
  readonly markdown: boolean;
}

export interface HoverContext {
  readonly clock: Clock;
  readonly work: Work;
  readonly comparer: Comparer;
  readonly views: Views;
  settings(): ServerSettings;
  capabilities(): HoverCapabilities;
}

/** Hover: the position at a move or FEN; for a prediction what is wrong with it. */
export class Hovers {
  readonly #context: HoverContext;

  constructor(context: HoverContext) {
    this.#context = context;
  }

  /** The hover at a place; null where there is nothing to say. */
  async provide(document: ServerDocument, at: Position): Promise<Hover | null> {
    if (!(await this.#context.work.whenRead(document)) || document.sections.count === 0) return null;
    const offset = document.buffer.offsetAt(at);
    const placed = document.sections.at(document.sections.indexAt(offset));
    const prediction = predictionAt(placed, offset);
    if (document.language === 'mav') return this.#mav(document, placed, offset, prediction);
    if (prediction !== undefined) return this.#prediction(document, prediction);
    return document.language === 'pgn' ? this.#move(document, placed, offset) : this.#record(document, placed, offset);
  }

  get #style(): HoverStyle {
    return { ...this.#context.capabilities(), orientation: this.#context.settings().orientation };
  }

  #hover(value: string, range: Hover['range']): Hover {
    const kind = this.#context.capabilities().markdown ? 'markdown' : 'plaintext';
    return { contents: { kind, value }, ...(range !== undefined && { range }) };
  }

  #move(document: ServerDocument, placed: PlacedSection, offset: number): Hover | null {
    const view = this.#context.views.game(document, placed)?.view;
    const found = view && gameHover(view, offset - placed.offset, this.#style);
    return found === undefined ? null : this.#hover(found.value, document.rangeAt(found.range, placed.offset));
  }

  /** A state that is wrong is a prediction to be explained; all else is a board or a few words. */
  async #mav(
    document: ServerDocument,
    placed: PlacedSection,
    at: number,
    state: PlacedPrediction | undefined,
  ): Promise<Hover | null> {
    const { mavDialect: dialect } = this.#context.settings();
    const found = mavHover(document.mavView(placed), at - placed.offset, dialect);
    if (found === undefined) return null;
    const { trueFen = null } = state?.prediction ?? {};
    if (state !== undefined && trueFen !== null && found.kind === 'board' && found.isState)
      if (textComparison(document, state, trueFen).verdict !== 'exact') return this.#prediction(document, state);
    return this.#hover(mavHoverText(found, this.#style), document.rangeAt(found.range, placed.offset));
  }

  #record(document: ServerDocument, placed: PlacedSection, offset: number): Hover | null {
    const { text, buffer } = document;
    const { line } = buffer.positionAt(offset);
    const start = buffer.offsetAt({ line, character: 0 });
    const end = buffer.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    const record = readRecordLine(text.slice(start, end), document.language === 'epd');
    if (record === undefined) return null;
    const { words, position } = record;
    const shown = {
      title: `Position ${placed.game + 1}`,
      fen: words.join(' '),
      lastMove: null,
      situation: position.ok ? situation(position.value.state) : `not a position: ${position.error}`,
    };
    return this.#hover(positionHover(shown, this.#style), document.rangeAt({ start, end }));
  }

  async #prediction(document: ServerDocument, placed: PlacedPrediction): Promise<Hover> {
    const { label, fen, trueFen, variant, range } = placed.prediction;
    const where = document.rangeAt(range, placed.offset);
    if (trueFen === null) return this.#hover(unscoredHover(label, this.#style), where);
    const { m } = this.#context.settings();
    const text = textComparison(document, placed, trueFen);
    const comparison = await this.#patiently(
      this.#context.comparer.compare(document, placed, trueFen, { moves: true }),
    );
    return this.#hover(predictionHover({ label, fen, trueFen, variant, m, text, comparison }, this.#style), where);
  }

  /** A result, or undefined when it takes too long. */
  async #patiently<T>(result: Promise<T | undefined>): Promise<T | undefined> {
    let stop = () => {};
    const timeout = new Promise<undefined>((resolve) => {
      stop = this.#context.clock.after(PATIENCE_MS, () => resolve(undefined));
    });
    const first = await Promise.race([result, timeout]);
    stop();
    return first;
  }
}

/** The prediction that an offset lies in. */
function predictionAt({ section, offset, game }: PlacedSection, at: number): PlacedPrediction | undefined {
  const index = section.predictions.findIndex(({ range }) => range.start <= at - offset && at - offset < range.end);
  const prediction = section.predictions[index];
  return prediction === undefined ? undefined : { prediction, offset, game, index };
}
