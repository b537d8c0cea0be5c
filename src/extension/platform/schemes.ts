// The schemes of the documents that the extension makes.

/** Single samples of a run: a game up to the asked position, with the answer as a prediction; their text is in their address. */
export const SAMPLE_SCHEME = 'statelens-sample';

/** Logs shown as MAV. */
export const RECORDS_SCHEME = 'statelens-records';

/** Examples that are shown to be compared. */
export const MAV_SCHEME = 'statelens-mav';

/** The prompt for the position under the cursor. */
export const PROMPT_SCHEME = 'statelens-prompt';
