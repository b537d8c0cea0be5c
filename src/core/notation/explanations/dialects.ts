import { dialectExample, type Explanation } from './explanation.ts';

export const DIALECTS_EXPLANATIONS = {
  DIALECT_ENCODING: {
    text: 'The file is not in UTF-8; it is read as Windows-1252, or in the encoding that its first bytes name.',
    untested: 'it is found in bytes',
  },
  DIALECT_JSON: {
    text:
      'The file is JSON, with comments or without. The first place at which it is not is named; nothing else of the ' +
      'file is checked. VS Code shows its own message instead.',
    example: dialectExample('{ "id": "moves", "lines": [{ "event": "note" "pattern": ".*" }] }'),
  },
  DIALECT_FIELD: {
    text:
      'A key is unknown, one that the form needs is missing, or a value is none of those that it can have. The ' +
      '[events and their fields](traces.md#events-and-their-fields) have these names.',
    example: dialectExample('{ "id": "moves", "lines": [{ "event": "nod", "pattern": "(?<state>.*)" }] }'),
  },
  DIALECT_PATTERN: {
    text:
      'A pattern has a bracket without its other one, or an escape that does not exist; it uses lookaround or a ' +
      'backreference, which linear time excludes; or its counts multiply to more than 1,000 steps.',
    example: dialectExample('{ "id": "m", "lines": [{ "event": "note", "pattern": "((?<text>.{1,60}){1,60}" }] }'),
  },
  DIALECT_GROUP: {
    text:
      'A named group of a pattern is a field of its event. Rename it, use it in `fields`, or write `(?:…)`. A field ' +
      'that is made of groups names those of its own pattern.',
    example: dialectExample('{ "id": "moves", "lines": [{ "event": "generate", "pattern": "(?<name>.*)" }] }'),
  },
} as const satisfies Record<string, Explanation>;
