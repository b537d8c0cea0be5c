import type { ComparisonError, FieldError } from '../comparison.ts';
import type { LineHistory } from '../placement.ts';
import { causeAt, moveWord } from './board-claims.ts';
import { type Cause, causeWithoutPlace } from './causes.ts';

/** Castling rights and en passant square in effect: existing rights, a square on which a capture is legal. */
interface EffectiveFields {
  readonly castling: string;
  readonly enPassant: string;
}

/** Effective fields of both states. */
export interface EffectivePair {
  readonly truth: EffectiveFields;
  readonly predicted: EffectiveFields;
}

/** Facts about the fields of a pair. */
export interface FieldFacts {
  readonly errors: readonly ComparisonError[];
  readonly history: LineHistory | undefined;
  /** Returns the effective fields; undefined where a state is invalid. */
  readonly effective: () => EffectivePair | undefined;
}

const KINDS: ReadonlySet<string> = new Set(['side', 'castling', 'en passant', 'halfmove', 'fullmove']);

/** Returns the wrong fields among those that a text states; those without effect are among them. */
export const wrongFields = (errors: readonly ComparisonError[]): FieldError[] =>
  errors.filter(isField).filter(({ predicted }) => predicted !== null);

const isField = (error: ComparisonError): error is FieldError => KINDS.has(error.kind);
const isClock = ({ kind }: FieldError): boolean => kind === 'halfmove' || kind === 'fullmove';
const counts = ({ harmless }: FieldError): boolean => harmless !== true;

const WORDS = { side: 'side to move', castling: 'castling rights', 'en passant': 'en passant square' } as const;

/** Returns the wrong fields in short words, the gravest first. */
export function wrongFieldWords(errors: readonly ComparisonError[]): string[] {
  const fields = wrongFields(errors).filter(counts);
  const words = fields.flatMap(({ kind }) => (kind in WORDS ? [WORDS[kind as keyof typeof WORDS]] : []));
  return fields.some(isClock) ? [...words, 'clocks'] : words;
}

/**
 * Claim about the fields of a right board: its first wrong field in words, the number of the field words that it
 * covers, and the cause.
 */
export interface FieldClaim {
  readonly text: string;
  readonly says: number;
  readonly cause: Cause;
}

/** Returns the claim about the fields of a right board. Undefined where no stated field is wrong. */
export function fieldClaim(facts: FieldFacts): FieldClaim | undefined {
  const fields = wrongFields(facts.errors);
  const [first] = fields.filter(counts);
  if (first === undefined) {
    const [harmless] = fields;
    if (harmless === undefined) return undefined;
    const { kind, predicted, actual } = harmless;
    const [said, truth] = [predicted, actual].map((field) => (field === '-' ? 'none' : field));
    const text = `right position, ${WORDS[kind as keyof typeof WORDS]} ${said} (true: ${truth}), without effect`;
    return { text, says: 0, cause: causeWithoutPlace('notation') };
  }
  switch (first.kind) {
    case 'side':
      return { text: 'right board, wrong side to move', says: 1, cause: causeWithoutPlace('side') };
    case 'castling': {
      const { text, cause } = castlingText(first, facts);
      return { text: `right board, but ${text}`, says: 1, cause };
    }
    case 'en passant':
      return {
        text: `right board, but ${enPassantText(first, facts)}`,
        says: 1,
        cause: causeWithoutPlace('en-passant'),
      };
    default: {
      const clocks = fields.filter(isClock).map((field) => `${field.kind} ${differing(field)}`);
      return {
        text: `right position, clocks differ: ${clocks.join('; ')}`,
        says: 1,
        cause: causeWithoutPlace('clocks'),
      };
    }
  }
}

const differing = ({ predicted, actual }: FieldError): string => `${predicted}, true ${actual}`;

function enPassantText(field: FieldError, { effective }: FieldFacts): string {
  const known = effective();
  if (known !== undefined) {
    const { truth, predicted } = known;
    if (predicted.enPassant === '-' && truth.enPassant !== '-') return `does not see en passant on ${truth.enPassant}`;
    if (predicted.enPassant !== '-' && truth.enPassant === '-') {
      return `thinks en passant on ${predicted.enPassant} is possible`;
    }
  }
  return `en passant square ${differing(field)}`;
}

function castlingText(field: FieldError, { effective, history }: FieldFacts): { text: string; cause: Cause } {
  const plain = { text: `castling rights ${differing(field)}`, cause: causeWithoutPlace('castling') };
  const known = effective();
  if (known === undefined) return plain;
  const [truth, predicted] = [known.truth.castling, known.predicted.castling];
  if (!isStandard(truth) || !isStandard(predicted)) return plain;
  const extra = rightsOnlyIn(predicted, truth);
  const lacking = rightsOnlyIn(truth, predicted);
  if (lacking !== '' && extra !== '') return plain;
  if (lacking !== '') return { ...plain, text: `thinks ${rightsText(lacking, 'cannot')}` };
  const end = history === undefined ? undefined : endOfRights(extra, history);
  if (history === undefined || end === undefined) return { ...plain, text: `thinks ${rightsText(extra, 'can')}` };
  return {
    text: `thinks ${rightsText(extra, 'can still')}: missed that ${moveWord(history, end)} ended it`,
    cause: causeAt('castling', history, end),
  };
}

const isStandard = (castling: string): boolean => /^(?:-|[KQkq]+)$/.test(castling);

const rightsOnlyIn = (castling: string, other: string): string =>
  Array.from(castling === '-' ? '' : castling)
    .filter((right) => !other.includes(right))
    .join('');

/** Formats rights: `White can castle kingside, Black queenside` */
function rightsText(rights: string, verb: string): string {
  const wings = (king: string, queen: string): string | undefined => {
    const [isKing, isQueen] = [rights.includes(king), rights.includes(queen)];
    if (isKing && isQueen) return '';
    return isKing ? ' kingside' : isQueen ? ' queenside' : undefined;
  };
  const [white, black] = [wings('K', 'Q'), wings('k', 'q')];
  if (white !== undefined && white === black) return `both sides ${verb} castle${white}`;
  if (white === undefined || black === undefined) {
    return `${white === undefined ? 'Black' : 'White'} ${verb} castle${white ?? black ?? ''}`;
  }
  return `White ${verb} castle${white} and Black ${verb} castle${black}`;
}

/** Returns the index before the one move that ended all of some rights; undefined where there is no such move. */
function endOfRights(rights: string, history: LineHistory): number | undefined {
  const count = (index: number): number => {
    const castling = (history.plies[index]?.fen ?? '').trim().split(/\s+/)[2] ?? '-';
    return Array.from(rights).filter((right) => castling.includes(right)).length;
  };
  for (let index = history.length - 2; index >= 0; index--) {
    const before = count(index);
    if (before > 0) return before === rights.length && count(index + 1) === 0 ? index : undefined;
  }
  return undefined;
}
