import type { Fix } from '../../diagnostics/fix.ts';
import { moveText, type Replay } from '../replay.ts';
import { tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';
import { type Fault, STYLES, type Style } from './san-form.ts';

/** So many moves written in one way, and none otherwise, are a habit. */
const HABIT = 3;

interface Place {
  readonly fault: Fault;
  readonly move: number;
}

/**
 * Reports faults of moves' form. Where a game keeps to a way of writing, in three or more moves and without an
 * exception, it is one finding at the first of them, with the count and a fix for all: a database without check signs
 * has made one mistake a game, not forty.
 */
export class FormFindings {
  readonly #byStyle = new Map<Style, Place[]>();
  readonly #text: string;
  readonly #replayed: Replay;

  constructor(text: string, replayed: Replay) {
    this.#text = text;
    this.#replayed = replayed;
  }

  add(faults: readonly Fault[], move: number): void {
    for (const fault of faults) {
      const known = this.#byStyle.get(fault.style);
      if (known === undefined) this.#byStyle.set(fault.style, [{ fault, move }]);
      else known.push({ fault, move });
    }
  }

  /** Hands all that was added to the findings of the game. */
  report(findings: GameFindings, strict: boolean): void {
    for (const [style, places] of this.#byStyle) {
      if (this.#isHabit(style, places.length)) this.#report(findings, places, strict);
      else for (const place of places) this.#report(findings, [place], strict);
    }
  }

  #isHabit(style: Style, count: number): boolean {
    const { letters, tree, status } = this.#replayed;
    // letters of a language are mended together, or those that are left would be read in another
    if (style === 'foreign letter' && letters !== undefined && letters.name !== '') return true;
    const otherwise = STYLES[style];
    if (otherwise === undefined || count < HABIT) return false;
    for (let m = 0; m < status.length; m++) if (otherwise.test(moveText(this.#text, tree, m))) return false;
    return true;
  }

  #report(findings: GameFindings, places: readonly Place[], strict: boolean): void {
    const { tree } = this.#replayed;
    const [{ fault, move }] = places;
    const written = moveText(this.#text, tree, move);
    const right = written.slice(0, fault.start) + fault.text + written.slice(fault.end);
    const others = places.length - 1;
    const edits = places.map(({ fault: { start, end, text }, move: m }) => {
      const at = tokenRange(tree, tree.moveToken[m]).start;
      // a figurine may stand right behind a $ or a glyph's number, a letter would belong to it
      const gap = start === 0 && /[$0-9A-Za-z]/.test(this.#text.charAt(at - 1)) ? ' ' : '';
      return { range: { start: at + start, end: at + end }, newText: gap + text };
    });
    const fix: Fix = {
      title: others === 0 ? `Write ${right}` : `Write ${right}, and ${others} more moves of the game so`,
      edits,
      safe: places.every((place) => isSafe(place.fault, moveText(this.#text, tree, place.move))),
    };
    // nothing can be marked where something is missing, so the whole move is
    const whole = tokenRange(tree, tree.moveToken[move]);
    const range = fault.start === fault.end ? whole : edits[0].range;
    const habit = others === 0 ? '' : ` (and so in ${others} more moves: this game always writes it so)`;
    findings.add(fault.code, range, `${fault.reason}: write ${right}${habit}`, {
      ...(strict && fault.code === 'PGN_NEEDLESS_DISAMBIGUATION' && { severity: 'warning' }),
      fixes: [fix],
      ply: tree.movePly[move],
    });
  }
}

/** Not where the fix adds a glyph, nor where the letter would be an English one with another meaning. */
const isSafe = ({ code, style, start, end }: Fault, written: string): boolean =>
  code !== 'PGN_GLUED_EVALUATION' && !(style === 'foreign letter' && 'PNBRQK'.includes(written.slice(start, end)));
