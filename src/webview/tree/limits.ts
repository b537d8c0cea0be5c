/** Milliseconds of a frame that reading and looking for may take; while a file comes in more of it, for nobody waits for anything else. */
export const WORK_MS = 10;
export const LOADING_MS = 80;
/** While a file comes in, and while a search runs, the tree is brought up to date so often, in milliseconds. */
export const LOADING_REDRAW_MS = 500;
export const LIVE_REDRAW_MS = 120;
/** Trees of so many nodes are drawn with boards. */
export const SMALL = 40;
