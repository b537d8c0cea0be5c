import type { ValueFault } from './findings.ts';

/** A month or day of two digits; zeros stand for an unknown one. */
const pad = (text: string): string => (/^0+$/.test(text) ? '??' : text.padStart(2, '0'));

/**
 * The problem of a date (PGN standard 8.1.1.3): `2024.05.31`, with `?` for unknown digits. Zeros count as unknown, and
 * parts at the end may be missing unless `strict`.
 */
export function dateFault(value: string, strict: boolean): ValueFault | undefined {
  const reason = 'a date must have the form 2024.05.31, with ? for unknown digits';
  const match = /^([\d?]{4})(?:([./-])([\d?]{1,2})(?:\2([\d?]{1,2}))?)?$/.exec(value);
  if (match === null) {
    if (value === '?' || value === '-' || value === '') return { reason, repaired: '????.??.??' };
    const european = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value);
    // with a day of 12 or less the month may come first
    const [, first = '', month = '', year = ''] = european ?? [];
    if (european === null || Number(first) <= 12) return { reason };
    const repaired = `${year}.${pad(month)}.${pad(first)}`;
    return impossible(repaired) === undefined ? { reason, repaired } : { reason };
  }
  const [, year, separator = '.', month = '??', day = '??'] = match;
  const whole = `${year}.${pad(month)}.${pad(day)}`;
  const fault = impossible(whole);
  if (fault !== undefined) return { reason: fault };
  if (separator === '.' && month.length === 2 && match[4]?.length === 2) return undefined;
  const isPartial = separator === '.' && (match[3] === undefined || match[3].length === 2) && match[4] === undefined;
  if (isPartial && !strict) return undefined;
  // 2024.5.31 lacks only a zero
  // a 0 alone may be an unknown month or the beginning of one
  const isCut = month === '0' || day === '0';
  return { reason, ...(!isCut && { repaired: whole }), ...(separator === '.' && !strict && { severity: 'info' }) };
}

function impossible(date: string): string | undefined {
  const [year = NaN, month = NaN, day = NaN] = date.split('.').map(Number);
  if (month > 12) return `there is no month ${date.slice(5, 7)}`;
  const isLeap = Number.isNaN(year) || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
  const days = Number.isNaN(month) ? 31 : month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day > days ? `there is no day ${date.slice(8)} in that month` : undefined;
}

/** The problem of a time of day (PGN standard 9.5); a time zone may follow, and seconds may be missing. */
export function timeFault(value: string): ValueFault | undefined {
  const match = /^([\d?]{1,2}):([\d?]{2})(?::([\d?]{2})(?:\.\d+)?)?(?:\s*[A-Za-z+-].*)?$/.exec(value);
  const [, hours, minutes, seconds = '0'] = match ?? [];
  if (match !== null && !(Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60)) return undefined;
  return { reason: 'a time of day must have the form 23:59:59' };
}

/** True if `value[start, end)` consists of one or more digits. */
export function isNumber(value: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = value.charCodeAt(i);
    if (!(c >= 0x30 && c <= 0x39)) return false;
  }
  return start < end;
}

const twoDigits = (value: string, at: number): number =>
  isNumber(value, at, at + 2) ? 10 * value.charCodeAt(at) + value.charCodeAt(at + 1) - 11 * 0x30 : Number.NaN;

/** True if a date is complete and has a day that every month has. */
export const isPlainDate = (value: string): boolean =>
  value.length === 10 &&
  value.charCodeAt(4) === 0x2e &&
  value.charCodeAt(7) === 0x2e &&
  isNumber(value, 0, 4) &&
  twoDigits(value, 5) <= 12 &&
  twoDigits(value, 8) <= 28;

/** True if a time has the form 23:59:59. */
export const isPlainTime = (value: string): boolean =>
  value.length === 8 &&
  value.charCodeAt(2) === 0x3a &&
  value.charCodeAt(5) === 0x3a &&
  twoDigits(value, 0) <= 23 &&
  twoDigits(value, 3) <= 59 &&
  twoDigits(value, 6) <= 59;
