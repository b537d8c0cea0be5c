// The schemes of the documents that the extension creates.

/** Scheme of logs shown as MAV. */
export const RECORDS_SCHEME = 'statelens-records';

/** Scheme of games of files that VS Code gives to no extension. */
export const GAME_SCHEME = 'statelens-game';

/** Scheme of answers beside their references. */
export const MAV_SCHEME = 'statelens-mav';

/** Scheme of the prompt for the position at the cursor. */
export const PROMPT_SCHEME = 'statelens-prompt';
