import { isPrefixed } from './fields.ts';
import { type Query, RESERVED, type Span } from './syntax.ts';

// A dot at an end would join the `..` of a span.
const BARE = /^(?!\.)(?:(?!\.\.)[^\s(),"'=<>!~])+(?<!\.)$/;

/** A value as an expression has it: in quotation marks where it would be read as something else. */
export const printValue = (value: string): string =>
  BARE.test(value) && !RESERVED.has(value.toLowerCase()) && !isPrefixed(value) ? value : quoted(value);

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function printSpan({ from, to }: Span): string {
  if (from !== undefined && from === to) return printValue(from);
  return `${from === undefined ? '' : printValue(from)}..${to === undefined ? '' : printValue(to)}`;
}

/** The text of an expression: reading it gives the same expression. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.map((part) => printPart(part, query.kind)).join(` ${query.kind} `);
    case 'not':
      return `not ${printPart(query.part, 'not')}`;
    case 'is':
      return query.field;
    case 'compare':
      return `${query.field} ${query.operator} ${printValue(query.value)}`;
    case 'fields':
      return `${query.field} ${query.operator} ${query.other}`;
    case 'in': {
      const spans = query.spans.map(printSpan).join(', ');
      return `${query.field} in ${query.spans.length === 1 ? spans : `(${spans})`}`;
    }
    case 'match':
      return `${query.field} ~ /${query.pattern}/${query.flags}`;
    case 'board':
      return `${query.test} ${quoted(query.text)}`;
  }
}

/** A part, in parentheses where it binds less than what it is a part of, or the same. */
function printPart(part: Query, parent: 'and' | 'or' | 'not'): string {
  const isOpen = part.kind === 'or' || (part.kind === 'and' && parent !== 'or');
  return isOpen ? `(${printQuery(part)})` : printQuery(part);
}
