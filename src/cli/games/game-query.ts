import { Option } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { GameFacts } from '../../core/datasets/game-facts.ts';
import { compileQuery, type GameTest } from '../../core/datasets/query/compile.ts';
import { parseQuery } from '../../core/datasets/query/parse.ts';
import { faultLines, type Query } from '../../core/datasets/query/syntax.ts';
import { languageName } from '../../core/languages/languages.ts';
import type { Language } from '../../core/notation/language.ts';
import type { GameFilter } from '../../core/notation/pgn/document.ts';
import { usageError } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';

/** A parsed expression of the command line. */
export interface WhereTest extends GameTest {
  readonly query: Query;
}

/** Reads an expression. For a malformed one it writes the mistake with its location, and returns undefined. */
export function readQuery(terminal: Terminal, option: string, text: string): WhereTest | undefined {
  const read = parseQuery(text);
  if (read.ok) return { ...compileQuery(read.value), query: read.value };
  const { message, start } = read.error;
  terminal.note(`${option}, column ${start + 1}: ${message}`);
  const [shown, carets] = faultLines(text, read.error);
  terminal.printNote(`  ${shown}\n  ${carets}\n`);
  return undefined;
}

/** Returns the option `--where` of commands that take the games of PGN files. */
export const whereOption = (): Option =>
  new Option('--where <expression>', 'only games for which this is true, such as "elo >= 1900" (docs/games.md)');

/** Chooses games by an expression, and counts them. */
export class GameChooser {
  #read = 0;
  #chosen = 0;
  readonly #query: WhereTest;
  /** Tags of the expression that no game had so far. */
  readonly #missing: Set<string>;

  constructor(query: WhereTest) {
    this.#query = query;
    this.#missing = new Set(query.tags);
  }

  /** Reads `--where`; undefined, with a message written, for a malformed expression. */
  static of(terminal: Terminal, where: string): GameChooser | undefined {
    const query = readQuery(terminal, '--where', where);
    return query === undefined ? undefined : new GameChooser(query);
  }

  /** Returns true if the expression is true for a game. */
  readonly isWanted: GameFilter = (text, chunk, offset) => {
    const facts = new GameFacts(text, chunk, offset);
    for (const name of this.#missing) if (facts.tag(name) !== undefined) this.#missing.delete(name);
    const isWanted = this.#query.test(facts);
    this.#read++;
    if (isWanted) this.#chosen++;
    return isWanted;
  };

  /** Number of games tested so far. */
  get read(): number {
    return this.#read;
  }

  /** Writes the number of chosen games; `kind` describes the tested ones, with a leading space. */
  noteCounts(terminal: Terminal, kind = ''): void {
    terminal.note(`${this.#chosen.toLocaleString('en-US')} of ${plural(this.#read, 'game')}${kind} chosen`);
    this.noteTags(terminal);
  }

  /** Names the tags that no game has. */
  noteTags(terminal: Terminal): void {
    if (this.#read > 0 && this.#missing.size > 0)
      terminal.note(`no game has the tag ${[...this.#missing].join(', ')}; an absent tag fits no comparison`);
  }
}

/** Refuses `--where` for a file that does not hold games. */
export function checkWhere(chooser: GameChooser | undefined, name: string, language: Language): void {
  if (chooser !== undefined && languageName(language)?.hasGames !== true)
    throw usageError(`--where chooses games of PGN files, and ${name} is a ${language.toUpperCase()} file`);
}
