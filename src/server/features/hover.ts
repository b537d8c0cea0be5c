import { type Hover, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { Clock } from '../../protocol/clock.ts';
import { AT_ANSWER, COMPARE_COMMAND, type ComparePlace } from '../../protocol/lsp.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import { type Comparer, textComparison } from '../comparison/comparer.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import type { Work } from '../documents/work.ts';
import type { ServerFeature } from '../feature.ts';
import type { Views } from '../games/game-view.ts';
import { type HoverLink, type HoverStyle, STATE_VIEW } from '../hover/hover-layout.ts';
import { predictionHover, unscoredHover } from '../hover/hover-text.ts';
import type { HoverTools } from '../languages/part.ts';
import { serverPart } from '../languages/parts.ts';
import { UNKNOWN } from '../lenses/lens-words.ts';

/** The hover request. */
export const hoverFeature: ServerFeature = {
  name: 'hover',
  register({ connection, host, documents, work, comparer, views, settings, client }) {
    const hovers = new Hovers({ clock: host.clock, work, comparer, views, settings, capabilities: () => client });
    connection.onHover(async ({ textDocument, position }) => {
      const document = documents.get(textDocument.uri);
      return document === undefined ? null : hovers.provide(document, position);
    });
    return { hoverProvider: true };
  },
};

/** Maximum wait of a hover for its scores, in milliseconds; it then shows what is known. */
const PATIENCE_MS = 1500;

const ANSWER = 'Answer';

/** Hover capabilities of a client. */
export interface HoverCapabilities {
  readonly images: boolean;
  readonly markdown: boolean;
  readonly html: boolean;
}

export interface HoverContext {
  readonly clock: Clock;
  readonly work: Work;
  readonly comparer: Comparer;
  readonly views: Views;
  settings(): ServerSettings;
  capabilities(): HoverCapabilities;
}

/** Hovers: the position at a move or FEN, or the errors of a prediction. */
class Hovers {
  readonly #context: HoverContext;

  constructor(context: HoverContext) {
    this.#context = context;
  }

  /** Returns the hover at a position; null if there is nothing to show. */
  async provide(document: ServerDocument, at: TextPosition): Promise<Hover | null> {
    if (!(await this.#context.work.whenRead(document, at)) || document.sections.count === 0) return null;
    const offset = document.buffer.offsetAt(at);
    const placed = document.sections.at(document.sections.indexAt(offset));
    const prediction = predictionAt(placed, offset);
    const tools = this.#toolsFor(document);
    const { hover, answerHover } = serverPart(document);
    if (answerHover !== undefined) return answerHover(document, placed, offset, prediction, tools);
    if (prediction !== undefined) return tools.prediction(prediction);
    return hover?.(document, placed, offset, tools) ?? null;
  }

  #toolsFor(document: ServerDocument): HoverTools {
    const { views } = this.#context;
    return {
      views,
      settings: () => this.#context.settings(),
      style: this.#style,
      hover: (value, range) => this.#hover(value, range),
      prediction: (placed) => this.#prediction(document, placed),
    };
  }

  get #style(): HoverStyle {
    return { ...this.#context.capabilities(), orientation: this.#context.settings().orientation };
  }

  #hover(value: string, range: Hover['range']): Hover {
    const kind = this.#context.capabilities().markdown ? 'markdown' : 'plaintext';
    return { contents: { kind, value }, ...(range !== undefined && { range }) };
  }

  async #prediction(document: ServerDocument, placed: DocumentPrediction): Promise<Hover> {
    const { label, note, fen, trueFen, variant, world, range, unknown } = placed.prediction;
    const where = document.rangeAt(range, placed.offset);
    const { version } = document;
    if (trueFen === null) return this.#hover(unscoredHover(label, unknown ?? UNKNOWN, this.#style), where);
    const { m } = this.#context.settings();
    const text = textComparison(document, placed, trueFen);
    const comparison = await this.#patiently(
      this.#context.comparer.compare(document, placed, trueFen, { moves: true }),
    );
    if (document.version !== version)
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
    return this.#hover(
      predictionHover(
        { label, note, fen, trueFen, variant, world, m, text, comparison, links: linksTo(document, placed) },
        this.#style,
      ),
      where,
    );
  }

  /** Returns a result, or undefined if it takes too long. */
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

/** Returns the links in the hover of a prediction. */
function linksTo({ uri, kit }: ServerDocument, { prediction, game }: DocumentPrediction): HoverLink[] {
  const { ply, path, label } = prediction;
  const place: ComparePlace = { game, ply, path, label };
  const view: HoverLink = { title: STATE_VIEW, command: COMPARE_COMMAND, arguments: [uri, place] };
  // no answers are stored for the states of a file that is itself an answer
  if (kit?.isAnswer === true) return [view];
  return [view, { title: ANSWER, command: COMPARE_COMMAND, arguments: [uri, place, AT_ANSWER] }];
}

/** Returns the prediction at an offset. */
function predictionAt({ section, offset, game }: SectionLocation, at: number): DocumentPrediction | undefined {
  const index = section.predictions.findIndex(({ range }) => range.start <= at - offset && at - offset < range.end);
  const prediction = section.predictions[index];
  return prediction === undefined ? undefined : { prediction, offset, game, index };
}
