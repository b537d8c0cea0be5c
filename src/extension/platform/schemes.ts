// The schemes of the documents that the extension makes.

/** Logs shown as MAV. */
export const RECORDS_SCHEME = 'statelens-records';

/** Games of files that VS Code gives to no extension. */
export const GAME_SCHEME = 'statelens-game';

/** Answers beside their references. */
export const MAV_SCHEME = 'statelens-mav';

/** The prompt for the position under the cursor. */
export const PROMPT_SCHEME = 'statelens-prompt';
