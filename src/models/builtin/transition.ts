import type { Variant } from '../model.ts';

/** The prompt for the state after an action, in the native form that built-in models read. */
export const transitionPrompt = (game: Variant, before: string, action: string): string =>
  `<mav game=${game}> %prev_state %prev_action %state </mav>\n[%prev_state ${before}]\n[%prev_action ${action}]\n`;

const STATE = /^\s*\[%state ([^\]\n]*)\]/;

/** The argument of the state that an answer begins with. */
export const stateOf = (answer: string): string | undefined => STATE.exec(answer)?.[1];
