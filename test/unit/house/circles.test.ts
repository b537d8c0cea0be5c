import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itLong } from '../../support/thorough.ts';
import { circles } from './circles.ts';
import { readSources } from './read-sources.ts';

describe('circles of files', () => {
  itLong('are none in the sources, imports of types included', () => {
    assert.deepEqual(circles(readSources()), []);
  });

  const cases: [what: string, files: Record<string, string>, expected: string[][]][] = [
    ['none in a chain', { 'a.ts': "import './b.ts';", 'b.ts': "import './c.ts';", 'c.ts': '' }, []],
    [
      'none where two ways meet',
      { 'a.ts': "import './b.ts';\nimport './c.ts';", 'b.ts': "import './c.ts';", 'c.ts': '' },
      [],
    ],
    ['values', { 'a.ts': "import { b } from './b.ts';", 'b.ts': "import { a } from './a.ts';" }, [['a.ts', 'b.ts']]],
    [
      'types',
      { 'a.ts': "import { b } from './b.ts';", 'b.ts': "import type { A } from './a.ts';" },
      [['a.ts', 'b.ts']],
    ],
    [
      'types in one list with values, and re-exports',
      { 'a.ts': "import { b, type B } from './b.ts';", 'b.ts': "export * from './a.ts';" },
      [['a.ts', 'b.ts']],
    ],
    [
      'dynamic imports, over folders',
      { 'x/a.ts': "await import('../y/b.ts');", 'y/b.ts': "import type { A } from '../x/a.ts';" },
      [['x/a.ts', 'y/b.ts']],
    ],
    [
      'a longer way',
      {
        'a.ts': "import './b.ts';",
        'b.ts': "import './c.ts';",
        'c.ts': "import './d.ts';\nimport type { B } from './b.ts';",
        'd.ts': "import './a.ts';",
        'e.ts': "import './a.ts';",
      },
      [['a.ts', 'b.ts', 'c.ts', 'd.ts']],
    ],
    ['a file that imports itself', { 'a.ts': "import type { A } from './a.ts';" }, [['a.ts']]],
    [
      'two circles, the larger first',
      {
        'a.ts': "import './b.ts';",
        'b.ts': "import './a.ts';",
        'c.ts': "import './d.ts';\nimport './a.ts';",
        'd.ts': "import './e.ts';",
        'e.ts': "import './c.ts';",
      },
      [
        ['c.ts', 'd.ts', 'e.ts'],
        ['a.ts', 'b.ts'],
      ],
    ],
  ];
  for (const [what, files, expected] of cases)
    it(`are found: ${what}`, () => assert.deepEqual(circles(files), expected));
});
