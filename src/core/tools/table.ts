import { CHECK_TEXT } from './check-text.ts';
import { COMPARE_STATES } from './compare-states.ts';
import { REPLAY_MOVES } from './replay-moves.ts';
import { SCORE_FILE } from './score-file.ts';
import { SUMMARIZE_RUN } from './summarize-run.ts';
import type { Tool } from './tool.ts';

/** All tools for agents that send no requests and change nothing. Editors and `statelens mcp` offer the same tools. */
export const TOOLS: readonly Tool[] = [REPLAY_MOVES, COMPARE_STATES, CHECK_TEXT, SCORE_FILE, SUMMARIZE_RUN];
