import { fingerprint } from '../../core/base/text/hash.ts';
import { shiftRange } from '../../core/base/text/range.ts';
import { describeTurn } from '../../core/games/chess/chess.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { completeFen } from '../../core/notation/fen/complete-fen.ts';
import { readFenFile } from '../../core/notation/fen/fen-file.ts';
import { readFen } from '../../core/notation/fen/read-fen.ts';
import { fenInlays, readRecordLine, recordPosition } from '../../core/notation/fen/record-position.ts';
import { fenUrl } from '../../core/notation/pgn/outline/analysis-links.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import { positionInRecord } from '../comparison/compared-position.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';
import { recordBoard } from '../games/board-at.ts';
import { linkTo } from '../hover/hover-layout.ts';
import { positionHover } from '../hover/hover-text.ts';
import {
  documentPredictions,
  type LineDraft,
  type LinePrediction,
  labelAt,
  type Place,
  sectionKey,
} from '../state/located.ts';
import type { ServerPart } from './part.ts';
import { linkAt, sectionTexts } from './section-texts.ts';

/** Maximum number of records in a line; a longer file is split into several. */
const RECORDS = 256;

/** Returns a location in a FEN or EPD file: a record among those around it, one step each. */
function recordLocation(document: ServerDocument, offset: number, epd: boolean): Place {
  const { sections } = document;
  const { shown, reason } = recordBoard(document, offset, epd);
  if (shown === null) return { reason: sentencePart(reason ?? 'there is no position here') };
  const index = sections.indexAt(offset);
  const placed = sections.at(index);
  const first = index - (index % RECORDS);
  const around = recordsFrom(document, first);
  const [prediction] = placed.section.predictions;
  const { check, situation, legal, glyphs, comment, shapes, steps, stuckAt } = shown;
  return {
    key: fingerprint(around.map((item) => sectionKey(document, item)).join(' ')),
    draft: () => draftOf(document, around, epd),
    here: {
      at: around.filter((item) => item.index < index && hasPosition(document, item, epd)).length,
      place: { game: placed.game, ply: prediction?.ply ?? 0, path: [] },
      label: labelAt(placed.section, offset - placed.offset),
      board: { check, situation, legal, glyphs, comment, shapes, steps, stuckAt },
      instead: [],
    },
    reason: null,
  };
}

const sentencePart = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;

const recordsFrom = ({ sections }: ServerDocument, first: number): SectionLocation[] =>
  Array.from({ length: Math.min(RECORDS, sections.count - first) }, (_, i) => sections.at(first + i));

const READ = new WeakMap<Section, ReturnType<typeof recordPosition>>();

function readRecord(
  document: ServerDocument,
  placed: SectionLocation,
  epd: boolean,
): ReturnType<typeof recordPosition> {
  let read = READ.get(placed.section);
  if (read === undefined) {
    read = recordPosition(document.sectionText(placed), epd);
    READ.set(placed.section, read);
  }
  return read;
}

const hasPosition = (document: ServerDocument, placed: SectionLocation, epd: boolean): boolean =>
  readRecord(document, placed, epd).ok;

function draftOf(document: ServerDocument, around: readonly SectionLocation[], epd: boolean): LineDraft {
  const records = around.flatMap((placed) => {
    const read = readRecord(document, placed, epd);
    return read.ok ? [{ placed, ...read.value }] : [];
  });
  const predictions = records.flatMap(({ placed }, at) =>
    documentPredictions(placed).flatMap((item): LinePrediction[] => {
      const { trueFen, ply, label } = item.prediction;
      if (trueFen === null) return [];
      return [{ at, row: withoutSample(label), placed: item, trueFen, line: () => [{ ply, fen: trueFen }] }];
    }),
  );
  const numbers = records.map(({ placed }) => placed.game + 1);
  return {
    title: numbers.length === 1 ? `Position ${numbers[0]}` : `Positions ${numbers[0]} to ${numbers.at(-1)}`,
    variant: records.some(({ variant }) => variant === 'chess960') ? 'chess960' : 'chess',
    labels: 'models',
    kind: 'apart',
    steps: records.map(({ placed: { game }, state }) => ({
      ply: game,
      name: `Position ${game + 1}`,
      fen: printChess(state),
      lastMove: null,
    })),
    cursors: records.map(({ placed }) => document.buffer.positionAt(placed.offset + recordStart(document, placed))),
    accepts: false,
    predicts: false,
    predictions,
  };
}

/** Returns the start of the record's line: comments can precede it. */
function recordStart(document: ServerDocument, placed: SectionLocation): number {
  const found = /^[ \t\f\v\uFEFF]*[^\s#\uFEFF]/m.exec(document.sectionText(placed));
  return found?.index ?? 0;
}

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
  position: (document, _section, _place, predictions) => positionInRecord(document, predictions),
});

/** Records of a FEN file. */
export const FEN_PART = recordsPart(false);
/** Records of an EPD file. */
export const EPD_PART = recordsPart(true);
