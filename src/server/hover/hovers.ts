import { type Hover, LSPErrorCodes, MarkupContent, ResponseError } from 'vscode-languageserver';
import type { Position } from '../../core/base/text/line-index.ts';
import { situation } from '../../core/games/chess/situation.ts';
import { mavHover } from '../../core/mav/features/hover.ts';
import { mavLinks } from '../../core/mav/features/links.ts';
import type { MavView } from '../../core/mav/view.ts';
import { readRecordLine } from '../../core/notation/fen/record-position.ts';
import { pddlHover } from '../../core/notation/pddl/hover-pddl.ts';
import type { Clock } from '../../protocol/clock.ts';
import { AT_ANSWER, COMPARE_COMMAND, type ComparePlace, OPEN_STATE_COMMAND } from '../../protocol/lsp.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { Comparer } from '../comparison/comparer.ts';
import { textComparison } from '../comparison/text-comparison.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { PlacedSection } from '../documents/sections.ts';
import type { Work } from '../documents/work.ts';
import type { Views } from '../games/views.ts';
import { UNKNOWN } from '../lenses/lens-words.ts';
import { walkOf } from '../walks/walk-at.ts';
import { gameHover } from './game-hover.ts';
import type { HoverLink, HoverStyle } from './hover-layout.ts';
import { positionHover, predictionHover, unscoredHover } from './hover-text.ts';
import { mavHoverText } from './mav-hover.ts';
import { walkHover } from './walk-hover.ts';

/** The longest wait of a hover for its scores, in milliseconds; then it shows what is known. */
const PATIENCE_MS = 1500;

const STATE_VIEW = 'State View';
const ANSWER = 'Answer';

/** The abilities of a client with hovers. */
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

/** Hover: the position at a move or FEN; for a prediction what is wrong with it. */
export class Hovers {
  readonly #context: HoverContext;

  constructor(context: HoverContext) {
    this.#context = context;
  }

  /** The hover at a place; null where there is nothing to say. */
  async provide(document: ServerDocument, at: Position): Promise<Hover | null> {
    if (!(await this.#context.work.whenRead(document, at)) || document.sections.count === 0) return null;
    const offset = document.buffer.offsetAt(at);
    const placed = document.sections.at(document.sections.indexAt(offset));
    const prediction = predictionAt(placed, offset);
    if (document.language === 'mav') return this.#mav(document, placed, offset, prediction);
    if (prediction !== undefined) return this.#prediction(document, prediction);
    if (document.language === 'walk') return this.#walk(document, placed, offset);
    if (document.language === 'pddl') return this.#pddl(document, offset);
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
    const found = view && gameHover(view, offset - placed.offset, this.#style, [linkTo(document, offset)]);
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
    const view = document.mavView(placed);
    const found = mavHover(view, at - placed.offset, dialect);
    if (found === undefined) return null;
    const link = this.#linkAt(view, at - placed.offset);
    const { trueFen = null } = state?.prediction ?? {};
    if (state !== undefined && trueFen !== null && found.kind === 'board' && found.isState)
      if (textComparison(document, state, trueFen).verdict !== 'exact')
        return withLine(await this.#prediction(document, state), link);
    return withLine(this.#hover(mavHoverText(found, this.#style), document.rangeAt(found.range, placed.offset)), link);
  }

  /** The address of the board of the state at an offset of a section, as the last line of its hover. */
  #linkAt(view: MavView, offset: number): string | undefined {
    if (this.#context.settings().links === 'off' || !this.#context.capabilities().markdown) return undefined;
    const found = mavLinks(view).find(({ range }) => range.start <= offset && offset < range.end);
    return found && `[Analysis board](${found.url})`;
  }

  #record(document: ServerDocument, placed: PlacedSection, offset: number): Hover | null {
    const { buffer } = document;
    const { start, end } = buffer.lineAt(offset);
    const record = readRecordLine(buffer.slice(start, end), document.language === 'epd');
    if (record === undefined) return null;
    const { words, position } = record;
    const shown = {
      title: `Position ${placed.game + 1}`,
      fen: words.join(' '),
      lastMove: null,
      situation: position.ok ? situation(position.value.state) : `not a position: ${position.error}`,
      links: [linkTo(document, start)],
    };
    return this.#hover(positionHover(shown, this.#style), document.rangeAt({ start, end }));
  }

  #walk(document: ServerDocument, placed: PlacedSection, offset: number): Hover | null {
    const replayed = walkOf(document, placed);
    const found = replayed && walkHover(replayed, offset - placed.offset, this.#style, [linkTo(document, offset)]);
    return found === undefined ? null : this.#hover(found.value, document.rangeAt(found.range, placed.offset));
  }

  #pddl(document: ServerDocument, offset: number): Hover | null {
    const { text } = document;
    const domain = document.domainOf(text);
    const found = pddlHover(text, offset, domain?.text);
    if (found === undefined) return null;
    const { declaration, what, range } = found;
    const { markdown } = this.#context.capabilities();
    // a backtick would end the code
    const code = markdown ? `\`\`\`pddl\n${declaration.replaceAll('`', "'")}\n\`\`\`` : declaration;
    return this.#hover(`${code}\n${markdown ? '\n' : ''}${what}`, document.rangeAt(range));
  }

  async #prediction(document: ServerDocument, placed: PlacedPrediction): Promise<Hover> {
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

/** Where a hover of a position leads. */
const linkTo = ({ uri, buffer }: ServerDocument, offset: number): HoverLink => ({
  title: STATE_VIEW,
  command: OPEN_STATE_COMMAND,
  arguments: [uri, buffer.positionAt(offset)],
});

/** Where a hover of a prediction leads. */
function linksTo({ uri, language }: ServerDocument, { prediction, game }: PlacedPrediction): HoverLink[] {
  const { ply, path, label } = prediction;
  const place: ComparePlace = { game, ply, path, label };
  const view: HoverLink = { title: STATE_VIEW, command: COMPARE_COMMAND, arguments: [uri, place] };
  // A MAV file is an answer itself: none is kept for its states.
  if (language === 'mav') return [view];
  return [view, { title: ANSWER, command: COMPARE_COMMAND, arguments: [uri, place, AT_ANSWER] }];
}

/** A hover with one more line. */
function withLine(hover: Hover, line: string | undefined): Hover {
  const { contents } = hover;
  if (line === undefined || !MarkupContent.is(contents)) return hover;
  return { ...hover, contents: { ...contents, value: `${contents.value}\n\n${line}` } };
}

/** The prediction that an offset lies in. */
function predictionAt({ section, offset, game }: PlacedSection, at: number): PlacedPrediction | undefined {
  const index = section.predictions.findIndex(({ range }) => range.start <= at - offset && at - offset < range.end);
  const prediction = section.predictions[index];
  return prediction === undefined ? undefined : { prediction, offset, game, index };
}
