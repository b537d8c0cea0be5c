import { joinTextAround } from '../../mav/check-mav.ts';
import { listLocations } from '../../mav/features/list-comparison.ts';
import { statePredictions } from '../../mav/features/section-states.ts';
import { lastMavStart, MAV_LOOKAHEAD, readMavSection } from '../../mav/read-mav.ts';
import { mavView } from '../../mav/view.ts';
import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { MAV_POSITIONS } from '../positions.ts';
import type { SectionReader } from '../sections.ts';
import { checkMavFile, checkMavView } from './check.ts';
import { MAV_FORMAT } from './format.ts';

const checkOne =
  (isFirst: boolean): NonNullable<SectionReader['check']> =>
  (text, { view }, { mavDialect }) =>
    checkMavView(view ?? mavView(text, undefined, mavDialect), mavDialect, 0, isFirst);

/** Reader of an example or a trace. */
const EXAMPLES: SectionReader = {
  window: 1 << 11,
  lookahead: MAV_LOOKAHEAD,
  read(window, whole, dialect) {
    // A kept slice would otherwise keep the whole document's old text alive.
    const text = copied(window);
    const section = readMavSection(text, 0);
    const { length, item } = section;
    // Its end depends on the first words after it.
    if (!whole && text.slice(length).trim().length < MAV_LOOKAHEAD) return undefined;
    const view = mavView(text.slice(0, length), section, dialect);
    return { length, counts: item !== undefined, view, lists: listLocations(view) };
  },
  check: checkOne(false),
  predictions: (text, { view }) =>
    statePredictions(view ?? mavView(text)).map(({ label, range, fen, trueFen, variant, position }) => ({
      label,
      range,
      fen,
      trueFen,
      variant,
      ply: position,
      path: [],
      unknown: null,
      fenRange: null,
    })),
  histories: statePredictions,
  checkedIn: 'here',
  isDropped: true,
  hasDialects: true,
  joined: joinTextAround,
};

/** Returns a copy of a text, which shares no memory with the text that it is a part of. */
const copied = (text: string): string => ` ${text}`.slice(1);

export const MAV: LanguageKit = {
  ...languageRow('mav'),
  positions: MAV_POSITIONS,
  sections: EXAMPLES,
  firstSection: { ...EXAMPLES, check: checkOne(true) },
  check: checkMavFile,
  lastStart: lastMavStart,
  ...MAV_FORMAT,
};
