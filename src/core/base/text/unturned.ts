/** Characters that turn the text around them, or shut it off from what turns: names of models and files may hold them. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** A name as it is shown: in place of each character that turns text, the sign for one that has no picture. */
export const unturned = (text: string): string => text.replace(TURNING, '\uFFFD');
