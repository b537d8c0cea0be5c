/** The width below which the page is one column, as in the style sheet: the view beside a text. */
const NARROW = matchMedia('(width < 820px)');

/** True where the page is one column. */
export const isNarrow = (): boolean => NARROW.matches;

/** Calls when the page becomes one column, or two. */
export const onNarrow = (changed: () => void): void => NARROW.addEventListener('change', changed);
