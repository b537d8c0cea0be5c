import { type Diagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import { checkGame } from '../../notation/pgn/check/check-game.ts';
import { PlainGames } from '../../notation/pgn/check/plain-games.ts';
import { isGame, readChunk } from '../../notation/pgn/document.ts';
import type { Check } from '../kit.ts';

let plainGames: PlainGames | undefined | null = null;

/** Checks the games of a PGN. */
export const checkPgn: Check = (text, options, cancel) => {
  const found: Diagnostic[] = [];
  let games = 0;
  if (plainGames === null) plainGames = PlainGames.load();
  const plain = options.strictExport === true ? undefined : plainGames;
  // chunk by chunk, so that memory holds the tokens of one game only
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    if (plain !== undefined) {
      const { end, games: skipped } = plain.skip(text, at);
      games += skipped;
      at = end;
      if (at === text.length) break;
    }
    const chunk = readChunk(text, at);
    const game = isGame(chunk) ? games++ : undefined;
    const { list } = checkGame(text, chunk, at, game, options);
    if (list.length > 0) for (const diagnostic of sortDiagnostics(list)) found.push(diagnostic);
    else plain?.study(text, at, at + chunk.length);
    at += chunk.length;
  }
  plain?.forget();
  return { found, games };
};
