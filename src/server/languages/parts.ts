import type { Language } from '../../core/notation/language.ts';
import type { PositionResult } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import { NO_GAME, noBoard } from '../games/board-at.ts';
import type { Views } from '../games/game-view.ts';
import { MAV_PART } from './mav.ts';
import { kitFolds, kitSymbols } from './outline.ts';
import type { ServerPart } from './part.ts';
import { PGN_PART } from './pgn.ts';
import { EPD_PART, FEN_PART } from './records.ts';
import { TRACE_PART } from './trace.ts';
import { WALK_PART } from './walk.ts';

/** The part of a world, which has no state. */
const WORLD_PART: ServerPart = { noBoard: 'A world has no board.', noState: 'a world has no state of its own' };

/** The part of a dialect file. */
const DIALECT_PART: ServerPart = { noBoard: 'A dialect has no board.', noState: 'a dialect has no state' };

/** Languages with abilities in the server beyond those of their kit. */
const PARTS: ReadonlyMap<Language, ServerPart> = new Map([
  ['pgn', PGN_PART],
  ['fen', FEN_PART],
  ['epd', EPD_PART],
  ['walk', WALK_PART],
  ['mav', MAV_PART],
  ['trace', TRACE_PART],
]);

/** Returns the abilities of a document's language, including those of its kit; none if the document has no language. */
export function serverPart(document: ServerDocument): ServerPart {
  const { kit } = document;
  if (kit === undefined) return {};
  const own = PARTS.get(kit.id) ?? (kit.isWorld === true ? WORLD_PART : kit.isDialect === true ? DIALECT_PART : {});
  return {
    ...(kit.folds !== undefined && { folds: (document) => kitFolds(kit, document) }),
    ...(kit.outline !== undefined && { symbols: (document) => kitSymbols(kit, document) }),
    ...(kit.hover !== undefined && {
      hover(document, placed, offset, { style, hover }) {
        const text = document.sectionText(placed);
        const found = kit.hover?.(text, offset - placed.offset, document.beside);
        if (found === undefined) return null;
        const value = [
          ...(found.code === undefined ? [] : [codeOf(found.code, kit.editorId ?? kit.id, style.markdown)]),
          found.text,
        ];
        return hover(value.join(style.markdown ? '\n\n' : '\n'), document.rangeAt(found.range, placed.offset));
      },
    }),
    ...own,
  };
}

/** Formats code of a language, in a fence if the client shows Markdown; a backtick would end it. */
const codeOf = (code: string, language: string, markdown: boolean): string =>
  markdown ? `\`\`\`${language}\n${code.replaceAll('`', "'")}\n\`\`\`` : code;

/** Returns the position for a board at an offset of a document. */
export function boardAt(document: ServerDocument, offset: number, views: Views): PositionResult {
  const { board, noBoard: reason = NO_GAME } = serverPart(document);
  return board?.(document, offset, views) ?? noBoard(document, reason);
}

/** Characters that start a completion in some languages alone. */
export const OWN_TRIGGERS: readonly string[] = [...PARTS.values()].flatMap(({ triggers = [] }) => triggers);
