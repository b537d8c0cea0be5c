import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import type { ChessVariant } from '../../src/core/games/chess/chess-variants.ts';
import type { HistoryPly } from '../../src/core/metrics/placement.ts';
import { lineOf } from './line.ts';
import { type GamesName, games, LOGS, type LogName, parseLogLine, readLog } from './pgn2fen.ts';

/** One real answer with the line that it was asked about. */
export interface RealAnswer {
  readonly ply: number;
  readonly trueFen: string;
  readonly predictedFen: string | undefined;
  readonly history: readonly HistoryPly[];
}

const lines = new Map<GamesName, Map<string, readonly HistoryPly[]>>();

/** The lines of a file of games by the end of the path that log lines cite. */
function linesOf(name: GamesName): Map<string, readonly HistoryPly[]> {
  let byFile = lines.get(name);
  if (byFile === undefined) {
    byFile = new Map();
    for (const game of parsePgn(games(name))) {
      const start = makeFen(startingPosition(game.headers).unwrap().toSetup());
      const sans = Array.from(game.moves.mainline(), ({ san }) => san).join(' ');
      byFile.set(game.headers.get('SourceFile')?.split('/').at(-1) ?? '', lineOf(sans, start));
    }
    lines.set(name, byFile);
  }
  return byFile;
}

/** The answers of a log. */
export function realAnswers(name: LogName): RealAnswer[] {
  const byFile = linesOf(LOGS[name]);
  return readLog(name).map((text) => {
    const { game_info: info, llm_info: answer } = parseLogLine(text);
    const history = byFile.get(info.input_pgn_file.split('/').at(-1) ?? '');
    if (history === undefined) throw new Error(`no game for ${info.input_pgn_file}`);
    return {
      ply: info.number_of_halfmoves,
      trueFen: info.input_fen,
      predictedFen: answer.llm_fen ?? undefined,
      history,
    };
  });
}

/** The variant of a log's games. */
export const variantOf = (name: LogName): ChessVariant => (LOGS[name] === 'fischer-random' ? 'chess960' : 'chess');
