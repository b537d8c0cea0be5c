import type { Outcome } from '../../base/automaton.ts';
import { formatScore } from '../../metrics/score-format.ts';

/** How a node looks, wherever it stands. */
export interface NodeLook {
  /** The action that leads to it; of several nodes in one box how many they are. */
  readonly name: string;
  /** Undefined of a hallucination. */
  readonly visits: number | undefined;
  /** For the side to move at the root, 0 to 1. */
  readonly value: number | undefined;
  /** For a group: true if one of its nodes is a hallucination. */
  readonly isHallucination: boolean;
  /** Several small siblings in one box. */
  readonly isGroup: boolean;
  /** True if the state is known not to be the true one. */
  readonly differs: boolean;
  /** True if its game is over, and how it ended. */
  readonly isTerminal: boolean;
  readonly outcome: Outcome | undefined;
  readonly isPrincipal: boolean;
  readonly isSelected: boolean;
  readonly isDim: boolean;
  /** The virtual count of its edge: of descents that are waited for. */
  readonly waiting: number;
}

/** A box of a drawn tree, in pixels. */
export interface PictureBox extends NodeLook {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Its board, the text of an SVG; without it the box has text alone. */
  readonly board?: string;
}

/** A line from the right of a box to the left of one below it. */
export interface PictureLink {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly width: number;
  readonly isPrincipal: boolean;
  readonly isDim: boolean;
  /** Label; '' for none. */
  readonly name: string;
}

/** Drawing of a tree. */
export interface TreePicture {
  readonly layout: 'icicle' | 'tidy';
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PictureBox[];
  readonly links: readonly PictureLink[];
}

const COUNTS = new Intl.NumberFormat('en-US');

/** A count as it is written: `1,204`. */
export const countText = (count: number): string => COUNTS.format(count);

/** A value as it is written, `0.54`; '' for none. */
export const valueText = (value: number | undefined): string => (value === undefined ? '' : formatScore(value));
