import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { itLong } from '../../support/thorough.ts';
import { CORE_ROOMS, LAYERS, MAX_LINES, roomOf, UNCHECKED_ROOMS, violations } from './layers.ts';
import { readSources } from './read-sources.ts';
import { blank, importsOf } from './source-scan.ts';

const sources = readSources();

interface Project {
  readonly compilerOptions?: {
    readonly types?: readonly string[];
    readonly lib?: readonly string[];
    readonly noUncheckedIndexedAccess?: boolean;
  };
  readonly references?: readonly { readonly path: string }[];
}
const project = (dir: string) => JSON.parse(fs.readFileSync(path.join(dir, 'tsconfig.json'), 'utf8')) as Project;
/** The references of a project, as paths from the repository's root. */
const referencesOf = (dir: string): string[] =>
  (project(dir).references ?? []).map((reference) => path.posix.join(dir, reference.path));
/** Folders of the compiler's projects below `src`: the layers, their platform parts and the rooms of `core`. */
const projects = [...new Set(Object.keys(sources).flatMap((f) => parents(f)))].filter((dir) =>
  fs.existsSync(path.join(dir, 'tsconfig.json')),
);

/** All folders that a file is in, below `src`. */
function parents(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(2).map((_, i) => parts.slice(0, i + 2).join('/'));
}

describe('the sources', () => {
  itLong('keep to the layers and rooms', () => {
    assert.ok(Object.keys(sources).length > 10);
    assert.deepEqual(violations(sources), []);
  });

  it('are compiled as one project a layer, which knows nothing but the layers it may import', () => {
    for (const dir of projects.filter((dir) => roomOf(`${dir}/`) === undefined && dir !== 'src/core')) {
      const layer = dir.split('/')[1] ?? '';
      const doors = Object.keys(LAYERS[layer]?.doors ?? {});
      for (const reference of referencesOf(dir)) {
        const target = reference.split('/')[1] ?? '';
        const allowed = [layer, ...(LAYERS[layer]?.layers ?? []), ...doors];
        assert.ok(allowed.includes(target), `${dir}/tsconfig.json refers to ${target}`);
      }
    }
  });

  it('of core are compiled as one project a room, which knows nothing but the rooms it may import', () => {
    const rooms = Object.keys(CORE_ROOMS);
    assert.deepEqual(referencesOf('src/core').sort(), rooms.map((room) => `src/core/${room}`).sort());
    for (const room of rooms) {
      const allowed = CORE_ROOMS[room]?.map((other) => `src/core/${other}`);
      for (const reference of referencesOf(`src/core/${room}`))
        assert.ok(allowed?.includes(reference), `${room} refers to ${reference}`);
    }
  });

  it('of core are checked for elements that arrays do not have, except for the room of bitboards', () => {
    for (const room of Object.keys(CORE_ROOMS)) {
      const isChecked = project(`src/core/${room}`).compilerOptions?.noUncheckedIndexedAccess === true;
      assert.equal(isChecked, !UNCHECKED_ROOMS.includes(room), room);
    }
  });

  it('are all compiled', () => {
    const listed = [...referencesOf('.'), ...referencesOf('src/core')];
    for (const dir of projects) assert.ok(listed.includes(dir), `no tsconfig.json lists ${dir}`);
    for (const file of Object.keys(sources)) {
      const nearest = parents(file)
        .filter((dir) => projects.includes(dir))
        .at(-1);
      assert.ok(nearest !== undefined && nearest !== 'src/core', `${file} belongs to no project`);
    }
  });

  it('of core, protocol and api see no platform', () => {
    const rooms = Object.keys(CORE_ROOMS).map((room) => `src/core/${room}`);
    for (const dir of [...rooms, 'src/protocol', 'src/api']) {
      const options = project(dir).compilerOptions;
      assert.deepEqual(options?.types, []);
      assert.deepEqual(options?.lib, ['ES2022']);
    }
  });
});

describe('the check of the layers', () => {
  const cases: [what: string, file: string, text: string, expected: RegExp | undefined][] = [
    ['core to itself', 'src/core/base/a.ts', "import { b } from './text/b.ts';", undefined],
    ['a room to one below', 'src/core/mav/a.ts', "import { b } from '../notation/fen/b.ts';", undefined],
    [
      'a room to one above',
      'src/core/games/hex/a.ts',
      "import { b } from '../../mav/b.ts';",
      /core\/games may not import core\/mav/,
    ],
    [
      'a room to one beside',
      'src/core/search/a.ts',
      "import type { B } from '../evaluation/b.ts';",
      /core\/search may not import/,
    ],
    ['core without a room', 'src/core/a.ts', '', /in no room/],
    ['core to a pure package', 'src/core/base/a.ts', "import { parseFen } from 'chessops/fen';", undefined],
    [
      'core to protocol',
      'src/core/base/a.ts',
      "import { b } from '../../protocol/b.ts';",
      /core may not import protocol/,
    ],
    [
      'a type import too',
      'src/core/base/a.ts',
      "import type { B } from '../../protocol/b.ts';",
      /core may not import protocol/,
    ],
    ['a re-export', 'src/core/base/b.ts', "export * from '../../server/b.ts';", /core may not import server/],
    [
      'over several lines',
      'src/core/base/a.ts',
      "import {\n  b,\n  c,\n} from '../../cli/b.ts';",
      /core may not import cli/,
    ],
    [
      'a dynamic import',
      'src/core/base/a.ts',
      "const m = await import('../../models/b.ts');",
      /core may not import models/,
    ],
    ['a side effect', 'src/core/base/a.ts', "import '../../models/b.ts';", /core may not import models/],
    [
      'a type expression',
      'src/core/base/a.ts',
      "let m: typeof import('../../models/b.ts');",
      /core may not import models/,
    ],
    ['core to Node', 'src/core/base/a.ts', "import fs from 'node:fs';", /core may not use node:fs/],
    ['core to Node, old name', 'src/core/base/a.ts', "import fs from 'fs';", /may not import the package fs/],
    ['core to require', 'src/core/base/a.ts', "const fs = require('node:fs');", /core may not use node:fs/],
    [
      'core to an unknown package',
      'src/core/base/a.ts',
      "import _ from 'lodash';",
      /may not import the package lodash/,
    ],
    ['a package with a known prefix', 'src/core/base/a.ts', "import _ from 'chessops-x';", /package chessops-x/],
    ['protocol to core', 'src/protocol/a.ts', "import type { B } from '../core/b.ts';", undefined],
    ['compute to models', 'src/compute/a.ts', "import { b } from '../models/b.ts';", /compute may not import models/],
    ["compute's worker to Node", 'src/compute/node-worker.ts', "import { x } from 'node:worker_threads';", undefined],
    [
      "compute's common part to Node",
      'src/compute/pool/pool.ts',
      "import { x } from 'node:os';",
      /may not use node:os/,
    ],
    ['models to vscode', 'src/models/a.ts', "import * as vscode from 'vscode';", /package vscode/],
    ['server to models', 'src/server/a.ts', "import { b } from '../models/b.ts';", /server may not import models/],
    ['server to vscode', 'src/server/a.ts', "import * as vscode from 'vscode';", /package vscode$/],
    ["server's common part to Node", 'src/server/a.ts', "import os from 'node:os';", /server may not use node:os/],
    ["server's Node part to Node", 'src/server/node/a.ts', "import os from 'node:os';", undefined],
    ['extension to the server', 'src/extension/node.ts', "import { b } from '../server/b.ts';", /not import server/],
    ['extension to the webview', 'src/extension/node.ts', "import { b } from '../webview/b.ts';", /not import webview/],
    ['a feature to itself', 'src/extension/runs/a.ts', "import { b } from './b.ts';", undefined],
    ['a feature to the platform', 'src/extension/runs/a.ts', "import { b } from '../platform/files/b.ts';", undefined],
    [
      'a feature to another',
      'src/extension/runs/a.ts',
      "import type { B } from '../report/b.ts';",
      /extension\/runs may not import extension\/report/,
    ],
    [
      'a feature to another when it is needed',
      'src/extension/runs/a.ts',
      "const m = await import('../report/b.ts');",
      /extension\/runs may not import extension\/report/,
    ],
    [
      'the platform to a feature',
      'src/extension/platform/a.ts',
      "import { b } from '../runs/b.ts';",
      /extension\/platform may not import extension\/runs/,
    ],
    [
      'a feature to the top',
      'src/extension/runs/a.ts',
      "import { b } from '../shared.ts';",
      /extension\/runs may not import extension\/shared\.ts/,
    ],
    ['the top to a feature', 'src/extension/shared.ts', "import { b } from './runs/b.ts';", undefined],
    ['a file without a feature', 'src/extension/run-state.ts', '', /in no feature/],
    ['a folder that no table names', 'src/extension/utilities/a.ts', '', /utilities is no feature/],
    ['webview to models', 'src/webview/a.ts', "import { b } from '../models/b.ts';", /webview may not import models/],
    ['cli to the entry of the server', 'src/cli/a.ts', "import { b } from '../server/node/stdio.ts';", undefined],
    ['cli to the inside of the server', 'src/cli/a.ts', "import { b } from '../server/server.ts';", /but by src/],
    ['cli to the extension', 'src/cli/a.ts', "import { b } from '../extension/b.ts';", /cli may not import extension/],
    ['out of the sources', 'src/cli/a.ts', "import { b } from '../../test/b.ts';", /outside of the layers/],
    ['no extension', 'src/core/base/a.ts', "import { b } from './b';", /without its extension/],
    [
      'an import in a comment',
      'src/core/base/a.ts',
      "// import fs from 'node:fs';\n/* import 'node:fs'; */",
      undefined,
    ],
    ['an import in a string', 'src/core/base/a.ts', 'const s = "import fs from \'node:fs\'";', undefined],
    ['Math.random', 'src/core/base/a.ts', 'const x = Math.random();', /core may not use Math.random/],
    ['the clock', 'src/core/base/a.ts', 'const x = Date.now();', /core may not use Date/],
    ['a date', 'src/protocol/a.ts', 'const x = new Date();', /protocol may not use new Date/],
    ['the process', 'src/core/base/a.ts', 'if (process.env.X) x();', /core may not use process/],
    ['the console', 'src/core/base/a.ts', "console.log('x');", /core may not use console/],
    ['the page', 'src/core/base/a.ts', "document.title = 'x';", /core may not use document/],
    ['a timer', 'src/core/base/a.ts', 'setTimeout(f, 10);', /core may not use setTimeout/],
    ['inside a template', 'src/core/base/a.ts', 'const s = `a ${Math.random()} b`;', /core may not use Math.random/],
    ['an own name', 'src/core/base/a.ts', 'export const f = (document: Doc) => document.games;', undefined],
    ['a property', 'src/core/base/a.ts', 'game.document.title; game.process.x;', undefined],
    ['a word in a text', 'src/core/base/a.ts', "const s = 'never Math.random()'; // nor Date.now()", undefined],
    ['the same in another layer', 'src/cli/a.ts', 'const x = Date.now();', undefined],
    ['a name in camel case', 'src/core/base/lineIndex.ts', '', /kebab-case/],
    ['a folder in capitals', 'src/core/base/Text/range.ts', '', /kebab-case/],
    ['an unknown layer', 'src/utils/a.ts', '', /in no layer/],
    ['a long file', 'src/core/base/a.ts', 'x();\n'.repeat(MAX_LINES + 1), /longer than/],
    ['a file just short enough', 'src/core/base/a.ts', 'x();\n'.repeat(MAX_LINES), undefined],
    ['a long table', 'src/core/base/magic-table.ts', 'x();\n'.repeat(MAX_LINES + 1), undefined],
  ];
  for (const [what, file, text, expected] of cases) {
    it(`${expected ? 'finds' : 'allows'}: ${what}`, () => {
      const found = violations({ [file]: text });
      if (expected === undefined) assert.deepEqual(found, []);
      else {
        assert.equal(found.length, 1, found.join('\n'));
        assert.match(found[0], expected);
      }
    });
  }

  it('names the line', () => {
    assert.match(
      violations({ 'src/core/base/a.ts': "\n\nimport fs from 'node:fs';" })[0] ?? '',
      /^src\/core\/base\/a\.ts:3: /,
    );
  });

  it('reads quotes inside regular expressions and templates as what they are', () => {
    const source = [
      'const a = /[\'"]/.exec(s);',
      "import x from 'm';",
      'const t = `${f({ a: `}` })} import "y"`;',
    ].join('\n');
    assert.deepEqual(
      importsOf(source).map((i) => i.specifier),
      ['m'],
    );
    assert.equal(blank('a / b / c // d').trim(), 'a / b / c');
  });
});
