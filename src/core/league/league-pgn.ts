import { isChessVariant } from '../games/chess/chess-variants.ts';
import { printSan } from '../games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN } from '../games/chess/state.ts';
import { parseTypedMove } from '../games/chess/typed-move.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import { printMovetext, printTag } from '../notation/pgn/print-movetext.ts';
import type { LeagueHeader } from './league-file.ts';
import { gameEndWords } from './league-tables.ts';
import { headerOpenings } from './opening-book.ts';
import type { GameRecord } from './play-game.ts';
import type { LeagueOpening } from './schedule.ts';
import { gameKey, makeSchedule } from './schedule.ts';
import { stateAfterAction } from './seats.ts';

const EVENT = 'StateLens league';

/** Beginning of every game that is written. */
export const LEAGUE_EVENT = printTag('Event', EVENT);

/** Returns true for a league whose games have a PGN. */
export const hasPgn = ({ game }: Pick<LeagueHeader, 'game'>): boolean => isChessVariant(game);

/**
 * Yields the games of a league of chess in PGN, in the order of its schedule, each with an empty line after it. `Round`
 * is the number of the opening, and an answer that lost is a comment.
 */
export function* leaguePgn(header: LeagueHeader, records: readonly GameRecord[]): Generator<string> {
  const openings = headerOpenings(header);
  const byKey = new Map(records.map((record) => [gameKey(record), record]));
  for (const scheduled of makeSchedule(header.players, header.openings, header)) {
    const record = byKey.get(gameKey(scheduled));
    const opening = openings[scheduled.opening];
    if (record !== undefined && opening !== undefined) yield `${gamePgn(header, record, opening)}\n`;
  }
}

function gamePgn({ game, maxPlies }: LeagueHeader, record: GameRecord, opening: LeagueOpening): string {
  const { start, name } = opening;
  const { first, second, result, end, said } = record;
  const tags: [string, string][] = [
    ['Event', EVENT],
    ['Site', '?'],
    ['Date', '????.??.??'],
    ['Round', String(record.opening + 1)],
    ['White', first],
    ['Black', second],
    ['Result', result],
    ...(game === 'chess960' ? [['Variant', 'Chess960'] as [string, string]] : []),
    ...(start === INITIAL_FEN
      ? []
      : ([
          ['SetUp', '1'],
          ['FEN', start],
        ] as [string, string][])),
    ...(name === undefined ? [] : [['Opening', name] as [string, string]]),
    ['PlyCount', String(opening.actions.length + record.actions.length)],
    ['Termination', end === 'illegal' || end === 'unreadable' ? 'rules infraction' : 'normal'],
  ];
  const comment =
    end === 'rules'
      ? ''
      : `{${`${gameEndWords(end, maxPlies)}${said === undefined ? '' : `: ${said}`}`.replace(/[{}\s]+/g, ' ').trim()}} `;
  const moves = printMovetext(start, sansOf(game, opening, record.actions), `${comment}${result}`);
  return `${tags.map(([tag, value]) => printTag(tag, value)).join('')}\n${moves}`;
}

/** Returns the moves of a game in SAN, from the start of its opening. */
function sansOf(game: LeagueHeader['game'], opening: LeagueOpening, played: readonly string[]): string[] {
  const parsed = knownGame(game).automaton.parse(opening.start);
  if (!parsed.ok) throw new Error(parsed.error);
  let state: unknown = parsed.value;
  return [...opening.actions, ...played].map((action) => {
    const position = state as ChessState;
    const move = parseTypedMove(position, action);
    state = stateAfterAction({ game, state }, action);
    return move.ok ? printSan(position.words, 0, move.value) : action;
  });
}
