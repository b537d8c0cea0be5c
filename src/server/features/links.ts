import type { DocumentLink } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { readFenFile } from '../../core/notation/fen/fen-file.ts';
import { readFen } from '../../core/notation/fen/read-fen.ts';
import type { Language } from '../../core/notation/language.ts';
import { fenUrl, finalUrl, resultRange, startLink } from '../../core/notation/pgn/outline/links.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import type { Views } from '../games/views.ts';
import { DETAILED, firstOf, gamesOf, recordsOf } from './games.ts';

/** Documents have no more links than this. */
const MAX_LINKS = 2000;
const TOOLTIP = 'Open this position on the analysis board of lichess.org';

/**
 * Document links from positions to a public analysis board, as the setting `links` wants it. Nothing is fetched. States of MAV have
 * theirs in the hover: a line below them would hide what is wrong with them.
 */
export const linksFeature: ServerFeature = {
  name: 'links',
  register(context) {
    const { connection, documents, work, views } = context;
    connection.onDocumentLinks(async ({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      if (context.settings().links === 'off' || document === undefined || !(await work.whenRead(document))) return null;
      const links = document.language === undefined ? undefined : LINKS[document.language];
      return links === undefined ? null : [...firstOf(MAX_LINKS, links(document, views))];
    });
    return { documentLinkProvider: {} };
  },
};

const link = (document: ServerDocument, range: Range, by: number, target: string): DocumentLink => ({
  range: document.rangeAt(range, by),
  target,
  tooltip: TOOLTIP,
});

/** The part with links: all of a document; in a large one the visible part, or its start where the client does not state it. */
const shownOf = (document: ServerDocument): Range =>
  document.length <= DETAILED
    ? { start: 0, end: document.length }
    : (document.visibleSpan() ?? { start: 0, end: DETAILED });

/** In a large file only visible games have links; the first ones where the client does not state what is visible. */
function* gameLinks(document: ServerDocument, views: Views): Generator<DocumentLink> {
  const span = shownOf(document);
  for (const { placed } of gamesOf(document)) {
    if (placed.offset > span.end) break;
    if (placed.offset + placed.section.length < span.start) continue;
    const replay = views.game(document, placed)?.view.replay;
    if (replay === undefined) continue;
    const start = startLink(replay);
    if (start !== undefined) yield link(document, start.range, placed.offset, start.url);
    const range = resultRange(replay);
    const url = range === undefined ? undefined : finalUrl(replay);
    if (range !== undefined && url !== undefined) yield link(document, range, placed.offset, url);
  }
}

function* recordLinks(document: ServerDocument): Generator<DocumentLink> {
  const epd = document.language === 'epd';
  for (const { text, offset } of recordsOf(document))
    for (const { range } of readFenFile(text).records) {
      const { fields } = readFen(text, range.start, Math.min(range.end, range.start + 1000), { epd });
      const [first, last] = [fields[0], fields.at(-1)];
      const url = fenUrl(fields.map(({ start, end }) => text.slice(start, end)));
      if (url !== undefined && first !== undefined && last !== undefined)
        yield link(document, { start: first.start, end: last.end }, offset, url);
    }
}

type Links = (document: ServerDocument, views: Views) => Iterable<DocumentLink>;

const LINKS: Readonly<Partial<Record<Language, Links>>> = {
  pgn: gameLinks,
  fen: recordLinks,
  epd: recordLinks,
};
