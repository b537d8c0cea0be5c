import { BLANK, classOf, LINE_END, SPECIAL } from './characters.ts';
import { hasFirstName, hasTagForm, isBehindBlankLine } from './lex-tag.ts';
import { lexGame } from './lexer.ts';
import { TokenBuffer } from './tokens.ts';

const EVENT = '[Event "';
const tokens = new TokenBuffer();

/**
 * The start of the last game of a text whose start is certain, whatever follows the text; 0 if only the start of the
 * text itself is certain. The text must start where a game does, and may end anywhere. A text cut there reads the same
 * as in one piece.
 *
 * An Event tag after a blank line puts the lexer into one state, whatever precedes it: no comment extends over it, and
 * a game that it starts and a game whose tags it continues are read alike. So it is enough to read from one of the last
 * such tags on. Runs in linear time.
 */
export function lastGameStart(text: string): number {
  const last = eventBefore(text, text.length);
  const from = last > 0 ? Math.max(0, eventBefore(text, last - 1)) : 0;
  const near = lastStartFrom(text, from);
  return near > 0 || from === 0 ? near : lastStartFrom(text, 0);
}

/**
 * The last Event tag after a blank line that starts at `before` or earlier, but not at the start of the text; -1 if
 * there is none.
 */
function eventBefore(text: string, before: number): number {
  for (let at = text.lastIndexOf(EVENT, before); at > 0; at = text.lastIndexOf(EVENT, at - 1)) {
    if (isBehindBlankLine(text, at)) return at;
  }
  return -1;
}

/** The last certain start of a game after `from`, where the state of the lexer is known; 0 if there is none. */
function lastStartFrom(text: string, from: number): number {
  let found = 0;
  for (let at = from; at < text.length; ) {
    tokens.clear();
    at = lexGame(text, at, tokens);
    if (at < text.length && isCertain(text, at)) found = at;
  }
  return found;
}

/**
 * True if the start of a game at an offset is complete as far as the lexer looks ahead, so that the game starts there
 * whatever follows the text: a tag that begins a game up to its value, another one up to the end of its line, or a word with its end.
 */
export function isCertain(text: string, at: number): boolean {
  const tag = text.charCodeAt(at) === 0x5b;
  if (tag && hasTagForm(text, at) && hasFirstName(text, at)) return true;
  for (let i = at + 1; i < text.length; i++) {
    const cls = classOf(text.charCodeAt(i));
    if (cls === LINE_END || (!tag && (cls === BLANK || cls === SPECIAL))) return true;
  }
  return false;
}
