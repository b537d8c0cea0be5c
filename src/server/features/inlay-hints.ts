import type { InlayHint } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { mavInlays } from '../../core/mav/features/inlays.ts';
import type { Inlay } from '../../core/notation/authoring.ts';
import { fenInlays } from '../../core/notation/fen/fen-inlays.ts';
import type { Language } from '../../core/notation/language.ts';
import { pgnInlays } from '../../core/notation/pgn/authoring/inlays.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { PlacedSection } from '../documents/sections.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';

/** The notes of a section in a range; both ranges and notes count from the section's start. */
type SectionInlays = (
  document: ServerDocument,
  placed: PlacedSection,
  range: Range,
  context: FeatureContext,
) => readonly Inlay[];

const recordInlays: SectionInlays = (document, placed, { start, end }, context) =>
  context.settings().inlaySituation
    ? fenInlays(document.sectionText(placed), document.language === 'epd').filter(
        ({ offset }) => start <= offset && offset <= end,
      )
    : [];

const INLAYS: Readonly<Partial<Record<Language, SectionInlays>>> = {
  pgn(document, placed, range, context) {
    const settings = context.settings();
    if (settings.inlayPosition === 'off' && !settings.inlayOpening && !settings.inlayGlyphs) return [];
    const game = context.views.game(document, placed);
    return game === undefined ? [] : pgnInlays(game.view, range, settings);
  },
  fen: recordInlays,
  epd: recordInlays,
  mav(document, placed, range, context) {
    const { inlayValues, mavDialect } = context.settings();
    return inlayValues ? mavInlays(document.mavView(placed), range, mavDialect) : [];
  },
};

/** Most hints in an answer, for clients that ask for a whole file. */
const MAX_HINTS = 5000;

/** True if one of the settings is another that inlay hints depend on. */
const differs = (a: ServerSettings, b: ServerSettings): boolean =>
  a.inlayPosition !== b.inlayPosition ||
  a.inlayOpening !== b.inlayOpening ||
  a.inlayGlyphs !== b.inlayGlyphs ||
  a.inlaySituation !== b.inlaySituation ||
  a.inlayValues !== b.inlayValues ||
  a.mavDialect.base !== b.mavDialect.base;

/** Inlay hints: of the sections in the range that is asked for, which is about what is on the screen. */
export const inlayHintsFeature: ServerFeature = {
  name: 'inlay hints',
  register(context) {
    const { connection, documents, work } = context;
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const document = documents.get(textDocument.uri);
      const inlays = document?.language === undefined ? undefined : INLAYS[document.language];
      if (document === undefined || inlays === undefined || !(await work.whenRead(document, range.end))) return null;
      const { sections, buffer } = document;
      const hints: InlayHint[] = [];
      if (sections.count === 0) return hints;
      const start = buffer.offsetAt(range.start);
      const end = buffer.offsetAt(range.end);
      const last = sections.indexAt(end);
      for (let i = sections.indexAt(start); i <= last && hints.length < MAX_HINTS; i++) {
        const placed = sections.at(i);
        const local = { start: Math.max(0, start - placed.offset), end: end - placed.offset };
        for (const { offset, label, tooltip } of inlays(document, placed, local, context)) {
          const position = buffer.positionAt(placed.offset + offset);
          hints.push({ position, label, paddingLeft: true, ...(tooltip !== undefined && { tooltip }) });
        }
      }
      return hints.slice(0, MAX_HINTS);
    });
    context.events.onSettings((before) => {
      if (!context.client.refreshesInlays || !differs(before, context.settings())) return;
      // a client that disconnects meanwhile needs no hints
      connection.languages.inlayHint.refresh().catch(() => {});
    });
    return { inlayHintProvider: true };
  },
};
