import { type Cancellation, NEVER } from './cancellation.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { checkFenFile } from './fen/check-fen.ts';
import type { Language } from './language.ts';
import { checkGame } from './pgn/check-game.ts';
import { isGame, readChunk } from './pgn/document.ts';

export interface CheckOptions {
  /** Also list what is wrong inside predicted FENs, as info. Default false: predictions are data. */
  readonly predictions?: boolean;
  /** When cancelled, what was found so far is returned. */
  readonly cancel?: Cancellation;
}

/** All diagnostics of a document, sorted by place. */
export function checkText(text: string, language: Language, options: CheckOptions = {}): readonly Diagnostic[] {
  const predictions = options.predictions === true;
  if (language !== 'pgn') return sorted(checkFenFile(text, language === 'epd', predictions));
  const cancel = options.cancel ?? NEVER;
  const found: Diagnostic[] = [];
  let game = -1;
  // chunk by chunk, so that memory holds the tokens of one game only
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    const chunk = readChunk(text, at);
    const inGame = isGame(chunk);
    if (inGame) game++;
    for (const diagnostic of sorted(checkGame(text, chunk, at, inGame ? game : undefined, predictions).list)) {
      found.push(diagnostic);
    }
    at += chunk.length;
  }
  return found;
}

const sorted = (found: Diagnostic[]): Diagnostic[] =>
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
