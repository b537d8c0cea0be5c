import { shiftRange } from '../../core/base/text/range.ts';
import { situation } from '../../core/games/chess/situation.ts';
import { completeFen } from '../../core/notation/fen/complete-fen.ts';
import { readFenFile } from '../../core/notation/fen/fen-file.ts';
import { fenInlays } from '../../core/notation/fen/fen-inlays.ts';
import { readFen } from '../../core/notation/fen/read-fen.ts';
import { readRecordLine } from '../../core/notation/fen/record-position.ts';
import { fenUrl } from '../../core/notation/pgn/outline/links.ts';
import { positionOfRecord } from '../comparison/compared-position.ts';
import { boardOfRecord } from '../games/board-at.ts';
import { linkTo } from '../hover/hover-layout.ts';
import { positionHover } from '../hover/hover-text.ts';
import { placeOfRecord } from '../state/record-line.ts';
import { linkAt } from './links.ts';
import type { ServerPart } from './part.ts';
import { textsOf } from './sections-of.ts';

const recordsPart = (epd: boolean): ServerPart => ({
  // a record is a line
  complete({ buffer }, offset) {
    const { start, end } = buffer.lineAt(offset);
    const found = completeFen(buffer.slice(start, end), offset - start, epd);
    return found.map((item) => ({ ...item, range: shiftRange(item.range, start) }));
  },
  inlays: (document, placed, { start, end }, context) =>
    context.settings().inlaySituation
      ? fenInlays(document.sectionText(placed), epd).filter(({ offset }) => start <= offset && offset <= end)
      : [],
  *links(document) {
    for (const { text, offset } of textsOf(document))
      for (const { range } of readFenFile(text).records) {
        const { fields } = readFen(text, range.start, Math.min(range.end, range.start + 1000), { epd });
        const [first, last] = [fields[0], fields.at(-1)];
        const url = fenUrl(fields.map(({ start, end }) => text.slice(start, end)));
        if (url !== undefined && first !== undefined && last !== undefined)
          yield linkAt(document, { start: first.start, end: last.end }, offset, url);
      }
  },
  hover(document, placed, offset, { style, hover }) {
    const { buffer } = document;
    const { start, end } = buffer.lineAt(offset);
    const record = readRecordLine(buffer.slice(start, end), epd);
    if (record === undefined) return null;
    const { words, position } = record;
    const shown = {
      title: `Position ${placed.game + 1}`,
      fen: words.join(' '),
      lastMove: null,
      situation: position.ok ? situation(position.value.state) : `not a position: ${position.error}`,
      links: [linkTo(document, start)],
    };
    return hover(positionHover(shown, style), document.rangeAt({ start, end }));
  },
  board: (document, offset) => boardOfRecord(document, offset, epd),
  place: (document, offset) => placeOfRecord(document, offset, epd),
  noState: 'there is no position here',
  position: (document, _section, _place, predictions) => positionOfRecord(document, predictions),
});

/** Records of a FEN file. */
export const FEN_PART = recordsPart(false);
/** Records of an EPD file. */
export const EPD_PART = recordsPart(true);
