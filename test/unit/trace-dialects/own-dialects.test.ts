import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { EVENT_FIELDS, EVENT_NAMES } from '../../../src/core/traces/dialects/event-names.ts';
import { ALGORITHMS } from '../../../src/core/traces/events.ts';
import { readDialectFile } from '../../../src/core/traces/own/own-dialect.ts';
import { lostText, meaningOf } from './any-events.ts';

const FILE = String.raw`{
  // a format that nobody has seen
  "id": "moves",
  "world": "boxes2x2",
  "none": ["-"],
  "lines": [
    { "event": "generate", "pattern": "#(?<id>\\d+) <- (?<parent>\\d+|-) by (?<action>\\S+): (?<state>.*)",
      "write": "#{id} <- {parent} by {action}: {state}" },
    { "event": "generate", "pattern": "#(?<id>\\d+): (?<state>.*)", "write": "#{id}: {state}" },
    { "event": ["visit", "goal"], "pattern": "done at (?<node>\\d+)!", "write": "done at {node}!" },
    { "event": "generate", "pattern": "at (?<x>\\d+)/(?<y>\\d+)", "fields": { "state": "{x} {y}" } },
    { "event": "generate", "pattern": "board (?<id>\\d+)", "continues": "state", "write": "board {id}\n{state}" },
    { "event": "choose", "pattern": "plan: (?<actions>.+)", "separator": " > ", "write": "plan: {actions}" }
  ]
}`;

const dialectOf = (file: string): TraceDialect => {
  const read = readDialectFile(file);
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.error));
  return read.value;
};

const faultsOf = (file: string): string[] => {
  const read = readDialectFile(file);
  return read.ok ? [] : read.error.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`);
};

const TEXT = `#0: 1: | 2:
#1 <- 0 by put(apple,1): 1: apple | 2:
at 3/4
board 7
 ##
# #

done at 1!
what?
plan: put(apple,1) > move(apple,1,2)
`;

describe('own dialects', () => {
  it('read lines by their patterns: templates, lines that continue, several events of a line, lists', () => {
    const dialect = dialectOf(FILE);
    const read = dialect.read(TEXT);
    assert.deepEqual(meaningOf(read.events), [
      ['task', ['world', ['boxes2x2']]],
      ['generate', ['id', ['0']], ['state', ['1: | 2:']]],
      ['generate', ['id', ['1']], ['parent', ['0']], ['action', ['put(apple,1)']], ['state', ['1: apple | 2:']]],
      ['generate', ['state', ['3 4']]],
      ['generate', ['id', ['7']], ['state', [' ##\n# #']]],
      ['visit', ['node', ['1']]],
      ['goal', ['node', ['1']]],
      ['choose', ['actions', ['put(apple,1)', 'move(apple,1,2)']]],
    ]);
    assert.deepEqual(
      read.unread.map(({ start, end }) => TEXT.slice(start, end)),
      ['what?'],
    );
    assert.equal(lostText(TEXT, read), '');
    assert.ok(dialect.recognize(TEXT) > 0.8);
    assert.equal(dialect.recognize('some prose\nof two lines\n'), 0);
  });

  it('write by their templates what they have one for', () => {
    const dialect = dialectOf(FILE);
    const written = dialect.write?.(dialect.read(TEXT).events) ?? '';
    assert.equal(
      written,
      '#0: 1: | 2:\n#1 <- 0 by put(apple,1): 1: apple | 2:\nboard 7\n ##\n# #\ndone at 1!\nplan: put(apple,1) > move(apple,1,2)\n',
    );
  });

  it('know a word for no parent', () => {
    const [, root] = meaningOf(dialectOf(FILE).read('#4 <- - by start: 1:').events);
    assert.deepEqual(root, ['generate', ['id', ['4']], ['action', ['start']], ['state', ['1:']]]);
  });

  it('of tags and JSON Lines have other names, and write them', () => {
    const tags = dialectOf(
      '{"id": "leaves", "form": "tags", "events": {"leaf": "generate"}, "fields": {"up": "parent", "g": "cost"}}',
    );
    const text = '<leaf id="1" up="0" action="a" g="2">s</leaf>\n';
    const expected = [
      ['generate', ['id', ['1']], ['parent', ['0']], ['action', ['a']], ['state', ['s']], ['cost', ['2']]],
    ];
    assert.deepEqual(meaningOf(tags.read(text).events), expected);
    assert.equal(tags.write?.(tags.read(text).events), text);
    const json = dialectOf(
      '{"id": "rows", "form": "jsonl", "events": {"opened": "generate"}, "fields": {"grid": "state"}}',
    );
    const line = '{"event":"opened","id":"1","grid":"s"}\n';
    assert.deepEqual(meaningOf(json.read(line).events), [['generate', ['id', ['1']], ['state', ['s']]]]);
    assert.equal(json.write?.(json.read(line).events), line);
  });

  it('say each fault with its code and its place', () => {
    assert.deepEqual(faultsOf('{"id": "x", "lines": ['), ['1:23 DIALECT_JSON the text ends within a JSON value']);
    assert.deepEqual(faultsOf('{\n  "id": "tags",\n  "lines": 3, "extra": 1\n}'), [
      '2:10 DIALECT_FIELD id: must be another name than sos, astar, lintree, tags, jsonl, mav, prose',
      '3:4 DIALECT_FIELD lines: must be a list',
      '3:16 DIALECT_FIELD extra: unknown key',
    ]);
    const rule = (fields: string): string => `{"id": "x", "lines": [\n{${fields}}]}`;
    assert.deepEqual(
      faultsOf(rule('"event": "genrate", "pattern": "a"')).map((fault) => fault.slice(0, 54)),
      ['2:12 DIALECT_FIELD lines.0.event: must be one of task,'],
    );
    assert.deepEqual(faultsOf(rule(String.raw`"event": "goal", "pattern": "\"\\d(?=a)"`)), [
      '2:36 DIALECT_PATTERN patterns cannot look at what is around (lookahead, lookbehind): they are matched in linear time',
    ]);
    assert.deepEqual(faultsOf(rule('"event": "choose", "pattern": "a(?<plan>.*)"')), [
      '2:34 DIALECT_GROUP the group plan is no field of choose; these are actions, states',
    ]);
    assert.deepEqual(
      faultsOf(
        rule('"event": "choose", "pattern": "a", "write": "{id}", "continues": "id", "fields": {"actions": "{b}"}'),
      ),
      [
        '2:47 DIALECT_GROUP id is no field of choose; these are actions, states',
        '2:68 DIALECT_FIELD id is no field of choose; these are actions, states',
        '2:96 DIALECT_GROUP the pattern has no group b',
      ],
    );
    assert.deepEqual(faultsOf('{"id": "x", "form": "tags", "lines": [{"event": "goal", "pattern": "a"}]}'), [
      '1:30 DIALECT_FIELD lines is for the form lines, not for tags',
    ]);
  });

  it('are refused or read, whatever their file is, and lose no text', () => {
    fc.assert(
      fc.property(
        fc.nat(FILE.length),
        fc.nat(12),
        fc.string({ maxLength: 4 }),
        fc.string({ maxLength: 60 }),
        (at, length, piece, text) => {
          const read = readDialectFile(FILE.slice(0, at) + piece + FILE.slice(at + length));
          if (!read.ok) {
            assert.ok(read.error.length > 0 && read.error.every(({ line, column }) => line >= 1 && column >= 1));
            return;
          }
          for (const own of [text, TEXT]) assert.equal(lostText(own, read.value.read(own)), '');
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('have a schema for editors that knows the same names', () => {
    const schema = JSON.parse(readFileSync('languages/dialect.schema.json', 'utf8'));
    const { event, field, rule } = schema.definitions;
    assert.deepEqual(event.anyOf[0].enum, [...EVENT_NAMES]);
    assert.deepEqual(field.anyOf[0].enum, [...EVENT_FIELDS]);
    assert.deepEqual(Object.keys(rule.properties.fields.properties), [...EVENT_FIELDS]);
    assert.deepEqual(schema.properties.algorithm.anyOf[0].enum, [...ALGORITHMS]);
    assert.deepEqual(Object.keys(schema.properties).sort(), [
      '$schema',
      'algorithm',
      'blankLines',
      'events',
      'fields',
      'form',
      'heuristic',
      'id',
      'lines',
      'none',
      'title',
      'world',
    ]);
    assert.deepEqual(Object.keys(rule.properties).sort(), [
      'continues',
      'event',
      'fields',
      'pattern',
      'separator',
      'starts',
      'write',
    ]);
  });
});
