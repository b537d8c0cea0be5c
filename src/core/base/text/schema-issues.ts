/** The parts of valibot's issues that are read here. */
interface Issue {
  readonly type: string;
  readonly expected: string | null;
  readonly received: string;
  readonly message: string;
  readonly requirement?: unknown;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

/**
 * Returns the reason why a value does not fit its schema, to follow the name of its field: `must be a whole number`. A
 * schema's own message stays.
 */
export function describeIssue(issue: Issue): string {
  const { type, expected, received, message, requirement } = issue;
  if (!message.startsWith('Invalid ')) return message;
  if (expected === 'never') return 'unknown key';
  if (received === 'undefined' && message.startsWith('Invalid key')) return 'missing';
  if (type === 'min_value') return `must be at least ${String(requirement)}`;
  if (type === 'max_value') return `must be at most ${String(requirement)}`;
  if (type === 'integer' || type === 'safe_integer') return 'must be a whole number';
  if (!message.startsWith('Invalid type') || expected === null) return message;
  const kinds = expected.replace(/^\(|\)$/g, '').split(' | ');
  return `must be ${[...new Set(kinds.map((kind) => KINDS[kind] ?? kind))].join(' or ')}`;
}
