import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Command, Option } from 'commander';
import type { Act } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { OPTION_GROUPS } from '../../../src/cli/common-options.ts';
import { WRITE_HEADING } from '../../../src/cli/search/trace-write.ts';
import { readSources } from './read-sources.ts';
import { blank } from './source-scan.ts';

/** A flag of a command. */
interface Flag {
  readonly command: string;
  readonly option: Option;
}

const act: Act = () => () => Promise.resolve();

/** All flags of a command and its subcommands. */
function flagsOf(command: Command, name: string): Flag[] {
  return [
    ...command.options.map((option) => ({ command: name, option })),
    ...command.commands.flatMap((inner) => flagsOf(inner, `${name} ${inner.name()}`)),
  ];
}

async function readFlags(): Promise<readonly Flag[]> {
  const flags: Flag[] = [];
  for (const { name, load } of COMMANDS) {
    const command = new Command(name);
    (await load()).define(command, act, COMMANDS);
    flags.push(...flagsOf(command, name));
  }
  return flags;
}

let known: Promise<readonly Flag[]> | undefined;

/** All flags of all commands, which are defined once. */
function allFlags(): Promise<readonly Flag[]> {
  known ??= readFlags();
  return known;
}

/** Flags that stand for a field of the query language have the field's name, in a group of the help. */
const IN_PLACE_OF_WHERE = 'Options in place of --where:';
/** A report's `--table main` names one of its tables; that of other commands prints their result as a table. */
const FOR_A_PAPER = 'Options for a paper:';

/** Flags that count only beside `trace --write`: `--count` is a number of traces there, `--split` divides tasks. */
const OF_WRITE = WRITE_HEADING;

/** Flags that all commands have. */
const COMMON: ReadonlySet<string> = new Set(['help', 'quiet']);

/** Name of the value and words of a flag, without its default, its choices and how often it may be given. */
const wordsOf = ({ flags, description }: Option): string =>
  `${flags.replace(/^-\w, /, '').replace(/[[\]<>]/g, '')}: ${description.replace(/ \((?:default|repeatable)\b.*\)$/, '')}`;

/** Flags that have other words in one command than in another. */
function differences(flags: readonly Flag[]): string[] {
  const known = new Map<string, Map<string, string[]>>();
  for (const { command, option } of flags) {
    if ([IN_PLACE_OF_WHERE, FOR_A_PAPER, OF_WRITE].includes(option.helpGroupHeading ?? '')) continue;
    const words = known.get(option.long ?? option.flags) ?? new Map<string, string[]>();
    known.set(option.long ?? option.flags, words);
    const text = wordsOf(option);
    words.set(text, [...(words.get(text) ?? []), command]);
  }
  return Array.from(known.values())
    .filter((words) => words.size > 1)
    .map((words) => Array.from(words, ([text, commands]) => `${commands.join(', ')}: ${text}`).join('\n'));
}

describe('flags', () => {
  it('have the same words in the help of all commands', async () => {
    const flags = await allFlags();
    assert.ok(flags.length > 400, `${flags.length} flags`);
    assert.deepEqual(differences(flags), []);
  });

  it('are in one group of the help each, and only flags are', async () => {
    const grouped = Object.values(OPTION_GROUPS).flatMap((names) => names.split(' '));
    assert.deepEqual(
      grouped.filter((name, i) => grouped.indexOf(name) !== i),
      [],
    );
    const flags = await allFlags();
    const known = new Set(flags.map(({ option }) => (option.long ?? '').slice(2)));
    assert.deepEqual(
      grouped.filter((name) => !known.has(name) && !COMMON.has(name)),
      [],
    );
    const visible = flags.filter(
      ({ option }) => !option.hidden && ![IN_PLACE_OF_WHERE, OF_WRITE].includes(option.helpGroupHeading ?? ''),
    );
    const all = new Set(grouped);
    assert.deepEqual(
      visible
        .filter(({ option }) => !all.has((option.long ?? '').slice(2)))
        .map(({ command, option }) => `${command} ${option.flags}`),
      [],
      'a new flag needs a place in OPTION_GROUPS of src/cli/option-groups.ts',
    );
  });

  it('are compared by their words and the name of their value, and not by their default', () => {
    const flag = (command: string, flags: string, words: string): Flag => ({
      command,
      option: new Option(flags, words),
    });
    const same = [
      flag('a', '-o, --out <file>', 'write here'),
      flag('b', '--out <file>', 'write here (default: there)'),
    ];
    assert.deepEqual(differences(same), []);
    assert.equal(differences([...same, flag('c', '--out <file>', 'write it here')]).length, 1);
    assert.equal(differences([...same, flag('c', '--out <run>', 'write here')]).length, 1);
  });

  it('of a model are defined in one file', () => {
    const [own = '', ...others] = definitionsIn(readSources());
    assert.match(own, /^src\/cli\/model-options\.ts: .*--temperature/);
    assert.deepEqual(others, []);
    const wrong = { 'src/cli/other.ts': "command.option('--base-url <url>', 'server')" };
    assert.deepEqual(definitionsIn(wrong), ['src/cli/other.ts: --base-url']);
    assert.deepEqual(definitionsIn({ 'src/cli/other.ts': "usageError('--temperature is too high')" }), []);
  });
});

/** Flags of the model that a file defines: those of `model-options.ts`, by name. */
const MODEL_FLAG =
  /['"`](--(?:model|base-url|api|api-key-variable|temperature|max-tokens|timeout|concurrency|prices|batch-price|trust-host|trust-variable)) </g;

const definitionsIn = (sources: Readonly<Record<string, string>>): string[] =>
  Object.entries(sources)
    .filter(([file]) => file.startsWith('src/cli/'))
    .map(([file, text]) => [file, Array.from(text.matchAll(MODEL_FLAG), ([, flag]) => flag)] as const)
    .filter(([, flags]) => flags.length > 0)
    .map(([file, flags]) => `${file}: ${flags.join(' ')}`)
    .sort(
      (a, b) => Number(b.startsWith('src/cli/model-options.ts')) - Number(a.startsWith('src/cli/model-options.ts')),
    );

/** Ways to a server or a model beside the opener, with the files that may go them. */
const WAYS: readonly (readonly [string, RegExp, RegExp])[] = [
  ['the client of servers', /new OpenAI\(/, /^src\/models\/openai\/client\.ts$/],
  ['its options', /OPENAI_DEFAULTS/, /^src\/models\/(?:openai\/(?:openai|probe)|model-settings)\.ts$/],
  ['a model by its label', /\bopenModel\(\s*(?:[\w.]*label|['"`])/, /^src\/models\/model-settings\.ts$/],
  ['the sources of models', /\bOPENAI\.open\(|\bREFERENCE\.open\(/, /^$/],
  [
    'the key of the environment',
    /\benv\[[^\]]*KEY|\benvironment\([^)]*KEY/,
    /^src\/(?:cli\/predict\/open-model|extension\/platform\/models\/secrets)\.ts$/,
  ],
];

/** The files that go such a way and may not. */
const detours = (sources: Readonly<Record<string, string>>): string[] =>
  Object.entries(sources).flatMap(([file, text]) => {
    const code = blank(text, true);
    return WAYS.filter(([, way, allowed]) => way.test(code) && !allowed.test(file)).map(([name]) => `${file}: ${name}`);
  });

describe('models', () => {
  it('are opened by one opener', () => {
    assert.deepEqual(detours(readSources()), []);
  });

  it('are found where they are opened in another way', () => {
    const wrong = [
      'const client = new OpenAI({ apiKey });',
      'const options = { ...OPENAI_DEFAULTS, timeout };',
      'const model = openModel(entry.label, options);',
      "const model = openModel('openai:m');",
      "OPENAI.open('gpt-4o')",
      'const key = terminal.env[KEY_VARIABLE];',
    ];
    for (const text of wrong) assert.equal(detours({ 'src/cli/other.ts': text }).length, 1, text);
  });
});
