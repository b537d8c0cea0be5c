/** Milliseconds of a frame that reading and looking for may take; while a file comes in more of it, for nobody waits for anything else. */
export const WORK_MS = 10;
export const LOADING_MS = 80;
/** Intervals at which the tree is updated while a file is read and while a search runs, in milliseconds. */
export const LOADING_REDRAW_MS = 500;
export const LIVE_REDRAW_MS = 120;
/** Most nodes of a tree that is drawn with boards. */
export const SMALL = 40;
