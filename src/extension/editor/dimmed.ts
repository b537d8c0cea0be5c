/** Key under which the state of dimming is stored. */
export const DIMMED = 'statelens.dimmed';
