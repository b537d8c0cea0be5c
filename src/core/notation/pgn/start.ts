import type { Position } from 'chessops/chess';
import type { Result } from '../../base/result.ts';
import { RIGHTS } from '../../games/chess/frame.ts';
import { type ChessState, INITIAL_FEN, parseChess } from '../../games/chess/state.ts';
import { type VariantRules, variantNamed, variantStart } from '../../games/variants/rules.ts';
import { readFen } from '../fen/read-fen.ts';
import type { FenReading } from '../fen/reading.ts';
import { type Tag, tagNamed } from './tags.ts';

/** A game of a variant that chessops has. */
export interface VariantGame {
  readonly rules: VariantRules;
  /** Its start, or why the FEN tag names none. */
  readonly start: Result<Position, string>;
  readonly fen: Tag | undefined;
}

/** Where a game starts. */
export interface GameStart {
  readonly variant: 'chess' | 'chess960';
  /** Undefined when the game cannot be replayed: a FEN tag that names no position, or a variant that is not known. */
  readonly state: ChessState | undefined;
  /** A game by other rules than those of chess; `state` is undefined then. */
  readonly variantGame?: VariantGame;
  /** A FEN tag without a value, which is passed over. */
  readonly emptyFen?: Tag;
  /** The tag of a variant whose rules are not known. */
  readonly unknownVariant: Tag | undefined;
  /** The FEN tag with what was found in it, when there is one. */
  readonly fen: { readonly tag: Tag; readonly reading: FenReading; readonly refusal: string | undefined } | undefined;
}

const CHESS: ReadonlySet<string> = new Set([
  '',
  'chess',
  'standard',
  'normal',
  'classical',
  'orthodox',
  'fromposition',
  'regular',
  'wild0',
  'wild1',
  'wild2',
  'wild3',
]);
const CHESS960: ReadonlySet<string> = new Set([
  'chess960',
  '960',
  'fischerandom',
  'fischerrandom',
  'fischerrandomchess',
  'fischerandomchess',
  'frc',
  'freestyle',
  'freestylechess',
  'wildfr',
  'standardchess960',
]);

/** What stands for a value that is not known (PGN standard 8.1.1 and 9). */
const UNKNOWN: ReadonlySet<string> = new Set(['', '?', '-']);

/** Whether a FEN tag names no position and no SetUp tag promises one: the game starts as usual then. */
const isEmpty = (fen: Tag, tags: readonly Tag[]): boolean =>
  fen.form === 'good' && UNKNOWN.has(fen.value.trim()) && tagNamed(tags, 'SetUp')?.value !== '1';

/** What follows the fields that a FEN has, when it stops early. */
const REST = ['', 'w', '-', '-', '0', '1'] as const;

function initialStart(variant: GameStart['variant']): GameStart {
  const parsed = parseChess(INITIAL_FEN, variant === 'chess960');
  return { variant, state: parsed.ok ? parsed.value : undefined, unknownVariant: undefined, fen: undefined };
}

const INITIAL = initialStart('chess');

/**
 * The start of a game by its Variant and FEN tags (PGN standard 9.7). Without a Variant tag a FEN whose castling rights
 * fit Chess960 only makes it Chess960. Missing fields at the end of the FEN are taken as they are in most positions.
 */
export function gameStart(text: string, tags: readonly Tag[]): GameStart {
  const variantTag = tagNamed(tags, 'Variant');
  const fenTag = tagNamed(tags, 'FEN');
  if (variantTag === undefined && fenTag === undefined) return INITIAL;
  if (fenTag !== undefined && isEmpty(fenTag, tags)) {
    return { ...gameStart(text, variantTag === undefined ? [] : [variantTag]), emptyFen: fenTag };
  }
  const name = (variantTag?.value ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  if (!CHESS.has(name) && !CHESS960.has(name)) {
    const rules = variantNamed(name);
    const other = { variant: 'chess', state: undefined, fen: undefined } as const;
    if (rules === undefined) return { ...other, unknownVariant: variantTag };
    const variantGame = { rules, start: variantStart(rules, fenTag?.value), fen: fenTag };
    return { ...other, unknownVariant: undefined, variantGame };
  }
  if (fenTag === undefined) return CHESS960.has(name) ? initialStart('chess960') : INITIAL;
  const { start, end } = fenTag.valueRange;
  const reading = readFen(text, start, end, variantTag === undefined || CHESS960.has(name) ? {} : { variant: 'chess' });
  const words = reading.fields.map((field) => text.slice(field.start, field.end));
  const fen = [...words, ...REST.slice(words.length)].join(' ');
  const strict = parseChess(fen, CHESS960.has(name));
  let variant: GameStart['variant'] = CHESS960.has(name) ? 'chess960' : 'chess';
  let state = strict.ok ? strict.value : undefined;
  if (variantTag === undefined && state !== undefined) {
    const loose = parseChess(fen, true);
    if (loose.ok && loose.value.words[RIGHTS] !== state.words[RIGHTS]) {
      variant = 'chess960';
      state = loose.value;
    }
  }
  return {
    variant,
    state,
    unknownVariant: undefined,
    fen: { tag: fenTag, reading, refusal: strict.ok ? undefined : strict.error },
  };
}
