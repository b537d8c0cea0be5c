import type { ProseNode } from './prose-tree.ts';

/** Deepest brackets that are followed. */
const DEEPEST = 64;

/** The brackets of a text, and remarks between dashes: `g5! — not f5 — Qf1`. */
export class AsideSigns {
  #isDashed = false;

  /** Returns the signs of the text between two actions, as `(` and `)`. */
  signs(between: string): string {
    let signs = '';
    for (const [sign] of between.matchAll(/[()[\]]|[—–]\s*not\b|[—–.;\n]/g)) {
      if (sign === '(' || sign === '[') signs += '(';
      else if (sign === ')' || sign === ']') signs += ')';
      else if (sign.length > 1 && !this.#isDashed) [signs, this.#isDashed] = [`${signs}(`, true];
      else if (this.#isDashed && sign.length === 1 && sign !== '.') [signs, this.#isDashed] = [`${signs})`, false];
    }
    return signs;
  }
}

/** Place of a text before an aside, to which it returns. */
interface AsidePlace {
  readonly current: ProseNode;
  readonly isLost: boolean;
}

/** The open asides of a text. */
export class AsideStack {
  readonly #open: AsidePlace[] = [];

  /** Follows the signs before an action; returns the place that the text is back at, if asides ended. */
  follow(signs: string, place: AsidePlace): AsidePlace | undefined {
    let back: AsidePlace | undefined;
    for (const sign of signs)
      if (sign === ')') back = this.#open.pop() ?? back;
      else if (this.#open.length < DEEPEST) this.#open.push(back ?? place);
    return back;
  }
}
