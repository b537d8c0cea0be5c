import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const ROOT = path.join(process.cwd(), 'test/fixtures/pgn2fen');

/** The logs of the PGN2FEN benchmark in `test/fixtures/pgn2fen/logs`, and the games that each speaks of. */
export const LOGS = {
  baseline_starting_board_standard: 'world-cup',
  'chessgpt_chessgpt-chat-v1.Q4_K': 'world-cup',
  'google_gemini-2.0-flash-001': 'world-cup',
  'google_gemini-2.0-flash-001_randomised': 'randomised',
  'openai_gpt-4.1-mini-2025-04-14_fischer_random': 'fischer-random',
  'openai_gpt-4.1-nano-2025-04-14': 'world-cup',
  'openai_gpt-4o-2024-08-06': 'world-cup',
  'openai_o3-mini-2025-01-31': 'world-cup',
} as const;

export type LogName = keyof typeof LOGS;
export type GamesName = (typeof LOGS)[LogName];

/** The names of the logs, in the order of the file names. */
export const LOG_NAMES = Object.keys(LOGS) as LogName[];

const unpack = (file: string): string => gunzipSync(readFileSync(path.join(ROOT, file))).toString('utf8');

/** The lines of a log, without line ends and without the empty one after the last. */
export const readLog = (name: LogName): string[] => unpack(`logs/${name}.jsonl.gz`).trimEnd().split('\n');

/** A PGN of 1,000 truncated games, ten at every length of 1 to 100 half-moves. */
export const games = (name: GamesName = 'world-cup'): string => unpack(`games/${name}.pgn.gz`);

/** The same, or one game of every so many. */
export const someGames = (name: GamesName, every: number): string =>
  games(name)
    .split(/(?=^\[Event )/m)
    .filter((_, i) => i % every === 0)
    .join('');

/** What a log line holds, as far as the tests need it. */
export interface LogLine {
  readonly game_info: {
    readonly input_pgn_file: string;
    readonly input_fen: string;
    readonly number_of_halfmoves: number;
  };
  readonly llm_info: {
    readonly provider: string;
    readonly model: string;
    readonly llm_raw_text: string | null;
    readonly llm_fen?: string | null;
  };
}

/** A line of a log as an object. */
export const parseLogLine = (line: string): LogLine => JSON.parse(line) as LogLine;

/** The prototype's means over the six standard logs (exact p_4 and r_4, edit distance, tau-b). */
export const expected = (): unknown => JSON.parse(readFileSync(path.join(ROOT, 'expected.json'), 'utf8'));
