import { ok } from '../base/result.ts';
import { LineIndex } from '../base/text/lines.ts';
import { checkCounted } from '../languages/check.ts';
import { detectLanguage, firstLine, languageName, languagesWhere } from '../languages/languages.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import type { Language } from '../notation/language.ts';
import { isGame, type PgnDocument, readPgn } from '../notation/pgn/document.ts';
import { gameNumbering, type Numbering, numberText } from '../notation/pgn/move-numbers.ts';
import { moveText } from '../notation/pgn/replay.ts';
import { gameStart, readTags } from '../notation/pgn/tags.ts';
import { buildTree, type GameTree } from '../notation/pgn/tree.ts';
import { moveBefore } from '../notation/pgn/tree-lookup.ts';
import { badInput, bounded, CANCELLED, defineTool, excerpt, toolCancellation } from './tool.ts';

export const MAX_TEXT_LENGTH = 2_000_000;
const MAX_FINDINGS = 100;
const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

/** Checks a text and reports its problems. */
export const CHECK_TEXT = defineTool({
  name: 'check_text',
  title: 'Check a PGN, FEN, EPD or MAV text',
  description:
    'Checks a PGN, FEN, EPD or MAV text or file and reports illegal moves, syntax errors, impossible positions and wrong lists of ' +
    'actions, each with line, column, game, ply and move, counted from 1. Use it to verify text that you wrote before you rely on it.',
  fields: {
    text: { kind: 'text', most: MAX_TEXT_LENGTH, description: 'The text to check; alternatively, pass a file.' },
    file: { kind: 'text', most: 4000, description: 'A workspace file to check instead of a text.' },
    language: {
      kind: 'text',
      most: 10,
      oneOf: languagesWhere(),
      description: 'The format; by default determined from the file extension or the first line.',
    },
    fixes: { kind: 'flag', description: 'Also report what a quick fix would do.' },
  },
  async run({ text: given, file, language: named, fixes }, host, signal) {
    if ((given === undefined) === (file === undefined)) return badInput('pass exactly one of "text" and "file"');
    const source = given === undefined ? await host.readFile(file ?? '') : ok({ name: '', text: given });
    if (!source.ok) return source;
    const { name, text } = source.value;
    const language = named ?? detectLanguage(name, firstLine(text));
    if (language === undefined) return badInput('cannot determine the format of the text; set "language"');
    const { found, games } = checkCounted(text, language, {}, toolCancellation(signal));
    if (signal.aborted) return CANCELLED;
    const places = new TextPlaces(text, language);
    const tell = (d: Diagnostic) => ({
      severity: d.severity,
      code: d.code,
      message: d.message,
      ...places.at(d.range.start, d.game),
      at: excerpt(text.slice(d.range.start, Math.min(d.range.end, d.range.start + 200)), 60),
      ...(fixes && d.fixes?.[0] !== undefined ? { fix: d.fixes[0].title } : {}),
    });
    // the worst first, so that the least important are cut
    const ranked = SEVERITIES.flatMap((severity) => found.filter((d) => d.severity === severity));
    const { items, ...rest } = bounded(ranked, MAX_FINDINGS);
    return ok({
      language,
      games,
      counts: Object.fromEntries(SEVERITIES.map((s) => [s, found.filter((d) => d.severity === s).length])),
      findings: { items: items.map(tell), ...rest },
    });
  },
});

/** A position in a text for an agent: all numbers count from 1, but the ply, of which 0 is the start position. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
  /** The game, FEN record, MAV example or trace. */
  readonly game?: number;
  readonly ply?: number;
  /** The move at or before the position: `8...Ne4`. */
  readonly move?: string;
}

interface ReadGame {
  readonly tree: GameTree;
  readonly numbering: Numbering;
}

/** Converter of offsets of a text into positions. */
class TextPlaces {
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #document: PgnDocument | undefined;
  readonly #chunks: number[] = [];
  readonly #games = new Map<number, ReadGame>();

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#lines = new LineIndex(text);
    if (languageName(language)?.hasGames !== true) return;
    this.#document = readPgn(text);
    for (const [c, chunk] of this.#document.chunks.entries()) if (isGame(chunk)) this.#chunks.push(c);
  }

  /** @param game 0-based; undefined for an offset outside of games */
  at(offset: number, game: number | undefined): TextPlace {
    const { line, character } = this.#lines.positionAt(offset);
    const place = { line: line + 1, column: character + 1 };
    if (game === undefined) return place;
    const read = this.#game(game);
    if (read === undefined) return { ...place, game: game + 1 };
    const { tree, numbering } = read;
    const move = moveBefore(tree, offset);
    if (move < 0) return { ...place, game: game + 1, ply: 0 };
    const ply = tree.movePly[move] ?? 0;
    const written = moveText(this.#text, tree, move).slice(0, 20);
    return { ...place, game: game + 1, ply, move: `${numberText(numbering, ply)}${written}` };
  }

  #game(game: number): ReadGame | undefined {
    const known = this.#games.get(game);
    if (known !== undefined || this.#document === undefined) return known;
    const place = this.#chunks[game] ?? -1;
    const chunk = this.#document.chunks[place];
    if (chunk === undefined) return undefined;
    const tree = buildTree(chunk, this.#document.offsets[place] ?? 0);
    const tags = readTags(this.#text, tree);
    const numbering = gameNumbering(gameStart(this.#text, tags), tags) ?? { turn: 0, first: 1 };
    const read = { tree, numbering };
    this.#games.set(game, read);
    return read;
  }
}
