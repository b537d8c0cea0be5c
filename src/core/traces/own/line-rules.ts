import { err, ok, type Result } from '../../base/result.ts';
import { type EventField, type EventName, FIELDS_OF, LIST_FIELDS } from '../dialects/event-names.ts';
import type { DialectFault, DialectRule, LocatedFile } from './dialect-file.ts';
import { compilePattern, type LinePattern, MAX_INSTRUCTIONS } from './line-pattern.ts';

/** Text with places for groups or fields: `{x} {y}`. Texts and names alternate, a text first. */
export type Template = readonly string[];

/** A line of a dialect: what matches it, and what it says. */
export interface LineRule {
  /** Events of the line, in order. */
  readonly events: readonly EventName[];
  readonly pattern: LinePattern;
  /** Groups and templates by the field that they are. */
  readonly fields: ReadonlyMap<EventField, Template>;
  /** The field that the next lines continue. */
  readonly continues: EventField | undefined;
  /** Text between the words of a list; by default white space and commas. */
  readonly separator: string | undefined;
  /** True if a trace starts with such a line. */
  readonly starts: boolean;
  readonly write: Template | undefined;
}

export const LIST_NAMES: ReadonlySet<string> = new Set(LIST_FIELDS);
/** Maximum number of instructions of all patterns of a file. */
const MAX_TOTAL = 4 * MAX_INSTRUCTIONS;

/** Compiles the lines of a dialect file, or returns the faults of all of them. */
export function compileRules({ file, faultAt }: LocatedFile): Result<readonly LineRule[], readonly DialectFault[]> {
  const rules: LineRule[] = [];
  const faults: DialectFault[] = [];
  let total = 0;
  for (const [i, rule] of (file.lines ?? []).entries()) {
    const at = (key: keyof DialectRule): (string | number)[] => ['lines', i, key];
    const pattern = compilePattern(rule.pattern);
    if (!pattern.ok) {
      faults.push(faultAt(at('pattern'), 'DIALECT_PATTERN', pattern.error.message, pattern.error.offset));
      continue;
    }
    total += pattern.value.size;
    if (total > MAX_TOTAL) {
      faults.push(faultAt(at('pattern'), 'DIALECT_PATTERN', `the patterns together have more than ${MAX_TOTAL} steps`));
      break;
    }
    const events = typeof rule.event === 'string' ? [rule.event] : rule.event;
    const known = new Set<string>(events.flatMap((event) => FIELDS_OF[event]));
    const own = Object.entries(rule.fields ?? {}).map(([field, text]) => [field, readTemplate(text)] as const);
    const used = new Set(own.flatMap(([, template]) => namesIn(template)));
    const list = Array.from(known).join(', ');
    for (const [field, template] of own) {
      if (!known.has(field))
        faults.push(
          faultAt(
            [...at('fields'), field],
            'DIALECT_FIELD',
            `${field} is no field of ${events.join(', ')}; these are ${list}`,
          ),
        );
      const missing = namesIn(template).find((name) => !pattern.value.groups.includes(name));
      if (missing !== undefined)
        faults.push(faultAt([...at('fields'), field], 'DIALECT_GROUP', `the pattern has no group ${missing}`));
    }
    for (const group of pattern.value.groups)
      if (!known.has(group) && !used.has(group)) {
        const offset = rule.pattern.search(new RegExp(`\\(\\?P?<${group}>`));
        faults.push(
          faultAt(
            at('pattern'),
            'DIALECT_GROUP',
            `the group ${group} is no field of ${events.join(', ')}; these are ${list}`,
            offset,
          ),
        );
      }
    if (rule.continues !== undefined && !known.has(rule.continues))
      faults.push(
        faultAt(
          at('continues'),
          'DIALECT_FIELD',
          `${rule.continues} is no field of ${events.join(', ')}; these are ${list}`,
        ),
      );
    const write = rule.write === undefined ? undefined : readTemplate(rule.write);
    const strange = write && namesIn(write).find((name) => !known.has(name));
    if (strange !== undefined)
      faults.push(
        faultAt(at('write'), 'DIALECT_GROUP', `${strange} is no field of ${events.join(', ')}; these are ${list}`),
      );
    const groups = pattern.value.groups
      .filter((group) => known.has(group))
      .map((group) => [group, ['', group, '']] as const);
    rules.push({
      events,
      pattern: pattern.value,
      fields: new Map<EventField, Template>([...groups, ...own] as readonly (readonly [EventField, Template])[]),
      continues: rule.continues,
      separator: rule.separator,
      starts: rule.starts ?? events.includes('task'),
      write,
    });
  }
  return faults.length > 0 ? err(faults.sort((a, b) => a.range.start - b.range.start)) : ok(rules);
}

/** Reads a template; braces around anything else than a name are text. */
const readTemplate = (text: string): Template => text.split(/\{([A-Za-z_]\w*)\}/);

/** Returns the names in a template. */
export const namesIn = (template: Template): string[] => template.filter((_, i) => i % 2 === 1);
