import { shiftRange } from '../../core/base/text/range.ts';
import { describeTurn } from '../../core/games/chess/chess.ts';
import { completeFen } from '../../core/notation/fen/complete-fen.ts';
import { readFenFile } from '../../core/notation/fen/fen-file.ts';
import { readFen } from '../../core/notation/fen/read-fen.ts';
import { fenInlays, readRecordLine } from '../../core/notation/fen/record-position.ts';
import { fenUrl } from '../../core/notation/pgn/outline/analysis-links.ts';
import { recordPosition } from '../comparison/compared-position.ts';
import { recordBoard } from '../games/board-at.ts';
import { linkTo } from '../hover/hover-layout.ts';
import { positionHover } from '../hover/hover-text.ts';
import { recordLocation } from '../state/record-line.ts';
import type { ServerPart } from './part.ts';
import { linkAt, sectionTexts } from './section-texts.ts';

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
    for (const { text, offset } of sectionTexts(document))
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
      situation: position.ok ? describeTurn(position.value.state) : `not a position: ${position.error}`,
      links: [linkTo(document, start)],
    };
    return hover(positionHover(shown, style), document.rangeAt({ start, end }));
  },
  board: (document, offset) => recordBoard(document, offset, epd),
  place: (document, offset) => recordLocation(document, offset, epd),
  noState: 'there is no position here',
  position: (document, _section, _place, predictions) => recordPosition(document, predictions),
});

/** Records of a FEN file. */
export const FEN_PART = recordsPart(false);
/** Records of an EPD file. */
export const EPD_PART = recordsPart(true);
