import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { SAME_LABEL } from '../../../src/core/notation/predictions/prediction.ts';
import { SAMPLE_TOURS } from '../../../src/extension/samples/samples.ts';
import { OPENAI_BASE_URL } from '../../../src/models/endpoint.ts';
import { templatesFor } from '../../../src/models/prompts/templates.ts';
import { DEFAULT_MODEL } from '../../../src/models/sources/registry.ts';
import {
  DEFAULT_SETTINGS,
  FORMER_NAMES,
  LENS_MODES,
  MAX_ENGINE_DEPTH,
  MAX_ENGINE_THREADS,
  MAX_FILE_SIZE,
  MAX_LENS_DEPTH,
  ORIENTATIONS,
} from '../../../src/protocol/settings.ts';
import { type DeclaredSetting, declaredSettings, readManifest, settingGroups } from '../../support/manifest.ts';

interface Item {
  readonly command?: string;
  readonly when?: string;
}
interface Step {
  readonly description: string;
  readonly completionEvents: readonly string[];
  readonly media: { readonly image?: string; readonly altText?: string; readonly markdown?: string };
}
interface Manifest {
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly viewsWelcome: readonly { readonly contents: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly Step[];
    }[];
  };
}
const { contributes, capabilities } = readManifest() as Manifest;
const properties = declaredSettings();
const declared = contributes.commands.map(({ command }) => command);

/** All sources of the extension of a name, as one text. */
const sourcesOf = (ending: string): string =>
  fs
    .readdirSync('src/extension', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.d.ts'))
    .map((file) => fs.readFileSync(path.join('src/extension', file), 'utf8'))
    .join('\n');
const source = sourcesOf('.ts');
/** What features say that they answer. */
const registered = sourcesOf('register.ts');

/** Commands that the server knows, too, and that the extension registers by their constants. */
const shared = [
  ...fs.readFileSync('src/protocol/lsp.ts', 'utf8').matchAll(/^export const (\w+) = '(statelens\.\w+)'/gm),
].flatMap(([, name, command]) => (registered.includes(name ?? '') ? [command] : []));

describe('the commands', () => {
  it('are all registered, and used by their names', () => {
    const used = [...[...source.matchAll(/'(statelens\.[a-z]\w*)'/g)].map((match) => match[1]), ...shared];
    for (const command of declared) assert.ok(used.includes(command), command);
  });

  it('are all of one category and have no two titles alike', () => {
    assert.ok(contributes.commands.every(({ category }) => category === 'StateLens'));
    assert.equal(new Set(contributes.commands.map(({ title }) => title)).size, declared.length);
  });

  it('that a menu, a welcome or a step of the walkthrough names are there', () => {
    for (const [menu, items] of Object.entries(contributes.menus))
      for (const { command } of items)
        assert.ok(command === undefined || declared.includes(command), `${menu}: ${command}`);
    const steps = contributes.walkthroughs.flatMap(({ steps: all }) => all);
    const texts = [
      ...steps.map(({ description }) => description),
      ...contributes.viewsWelcome.map((view) => view.contents),
    ];
    for (const text of texts)
      for (const [, command = '', argument] of text.matchAll(/\(command:([\w.]+)(?:\?([^)]*))?\)/g)) {
        assert.ok(declared.includes(command) || registered.includes(`'${command}'`), command);
        if (command !== 'statelens.openSamples' || argument === undefined) continue;
        const [look] = JSON.parse(decodeURIComponent(argument)) as [string];
        assert.ok(look in SAMPLE_TOURS, look);
      }
  });
});

describe('the walkthrough', () => {
  it('has steps that tick themselves', () => {
    for (const { completionEvents } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      assert.ok(completionEvents.length > 0);
      for (const event of completionEvents) {
        // a command is forgotten that was used before the page was opened; a context is kept
        const [kind, name = ''] = event.split(':');
        assert.equal(kind, 'onContext', event);
        assert.ok(source.includes(`'${name}'`), event);
      }
    }
  });
});

describe('the pictures of the walkthrough', () => {
  it('are there, and say in words what they show', () => {
    for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      assert.ok(fs.existsSync(media.image ?? media.markdown ?? ''), media.image ?? media.markdown);
      if (media.image !== undefined) assert.ok((media.altText ?? '').length > 60, media.image);
    }
  });
});

describe('the settings', () => {
  it('are at most 32, in five groups with a sentence each', () => {
    const groups = settingGroups();
    assert.equal(groups.length, 5);
    for (const { title } of groups)
      assert.match(title, /^(?:Model|Predictions|MAV and traces|Files|Advanced): [a-z].{15,}/);
    const names = groups.flatMap((group) => Object.keys(group.properties));
    assert.ok(names.length <= 32, `${names.length} settings`);
    assert.equal(new Set(names).size, names.length);
  });

  it('are described, and every choice is', () => {
    const check = (name: string, setting: DeclaredSetting): void => {
      const { description, markdownDescription, enum: choices, enumDescriptions, properties: entries = {} } = setting;
      assert.ok((markdownDescription ?? description ?? '').length > 20, name);
      assert.equal(enumDescriptions?.length, choices?.length, name);
      for (const [entry, inner] of Object.entries(entries)) check(`${name}.${entry}`, inner);
    };
    for (const [name, setting] of Object.entries(properties)) check(name, setting);
  });

  it('that hold entries have the defaults of the entries', () => {
    for (const name of ['statelens.marks', 'statelens.inlayHints']) {
      const { default: whole, properties: entries = {} } = properties[name] ?? {};
      const each = Object.entries(entries).map(([entry, { default: value }]) => [entry, value] as const);
      assert.deepEqual(whole, Object.fromEntries(each), name);
    }
    // Nothing of it is set by default: a former name, such as statelens.mav.values, counts until its entry is set.
    assert.deepEqual(properties['statelens.mav.format']?.default, {});
    const entries = Object.keys(properties['statelens.mav.format']?.properties ?? {});
    assert.deepEqual(
      [...FORMER_NAMES.keys()],
      entries.map((entry) => `mav.format.${entry}`),
    );
  });

  it('have the choices and defaults that the code has', () => {
    assert.deepEqual(properties['statelens.lens.mode']?.enum, LENS_MODES);
    assert.equal(properties['statelens.lens.m']?.maximum, MAX_LENS_DEPTH);
    assert.equal(properties['statelens.engine.depth']?.maximum, MAX_ENGINE_DEPTH);
    assert.equal(properties['statelens.engine.depth']?.default, DEFAULT_SETTINGS.engineDepth);
    assert.equal(properties['statelens.engine.threads']?.maximum, MAX_ENGINE_THREADS);
    assert.equal((properties['statelens.maxFileSize']?.default as number) * 1e6, DEFAULT_SETTINGS.maxFileSize);
    assert.equal(properties['statelens.maxFileSize']?.maximum, MAX_FILE_SIZE);
    assert.equal(properties['statelens.mav.valueTolerance']?.default, DEFAULT_SETTINGS.mavValueTolerance);
    assert.deepEqual(properties['statelens.board.orientation']?.enum, ORIENTATIONS);
    assert.deepEqual(properties['statelens.predict.sameLabel']?.enum, SAME_LABEL);
    assert.equal(properties['statelens.model']?.default, DEFAULT_MODEL);
    assert.equal(properties['statelens.openai.baseUrl']?.default, OPENAI_BASE_URL);
    for (const [name, task] of [
      ['statelens.predict.template', 'state'],
      ['statelens.mav.template', 'mav'],
    ] as const) {
      const template = properties[name];
      const known = templatesFor(task);
      assert.equal(template?.default, known[0]?.id);
      for (const { id } of known) assert.match(template?.markdownDescription ?? '', new RegExp(`\`${id}\``));
    }
  });

  it('that decide what is sent where are not taken from an untrusted workspace', () => {
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    for (const name of [
      'statelens.model',
      'statelens.openai.baseUrl',
      'statelens.predict.template',
      'statelens.mav.template',
      'statelens.engine.path',
    ])
      assert.ok(restrictedConfigurations.includes(name), name);
    for (const name of restrictedConfigurations) assert.ok(name in properties, name);
  });

  it('hold no key', () => {
    assert.deepEqual(
      Object.keys(properties).filter((name) => /key|token$|secret|password/i.test(name)),
      [],
    );
  });
});
