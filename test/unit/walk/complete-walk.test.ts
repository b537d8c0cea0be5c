import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeWalk } from '../../../src/core/notation/walk/complete-walk.ts';
import { readWalks } from '../../../src/core/notation/walk/read-walk.ts';
import { replayWalk } from '../../../src/core/notation/walk/replay-walk.ts';
import { isWorldFile, lookupIn, namedWorlds, worldFromFile } from '../../../src/core/notation/walk/walk-world.ts';

/** Labels of the completions at `|`, and the text that they replace. */
function offered(marked: string, files: readonly string[] = []): [labels: string[], replaced: string] {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const [first] = readWalks(text).walks;
  const replayed = first === undefined || first.range.start > at ? undefined : replayWalk(first, namedWorlds);
  const found = completeWalk(text, at, replayed, files);
  const range = found[0]?.range;
  return [found.map(({ label }) => label), range === undefined ? '' : text.slice(range.start, range.end)];
}

const predictions = (count: number): string => Array.from({ length: count }, (_, i) => `# pstate m${i} ?\n`).join('');

describe('completion of walks', () => {
  it('offers the keywords at the start of a line', () => {
    assert.deepEqual(offered('|'), [['world'], '']);
    assert.deepEqual(offered('world s3\n|')[0].slice(-3), ['world', 'start', '# pstate']);
    assert.deepEqual(offered('world s3\n#|'), [['# pstate'], '#']);
    assert.deepEqual(offered('world s3\n# ps|'), [['# pstate'], '# ps']);
    assert.deepEqual(offered('world s3\n# a remark|'), [[], '']);
  });

  it('offers legal actions after those before', () => {
    assert.deepEqual(offered('world s3\n(12) |')[0], ['(12)', '(23)']);
    assert.deepEqual(offered('world s3\n(12) (2|'), [['(12)', '(23)'], '(2']);
    assert.deepEqual(offered('world s3\nx (2|')[0], []);
    assert.deepEqual(offered('world othello6\n|d9')[1], 'd9');
  });

  it('offers names of worlds and files, and the start of a world', () => {
    const [names, replaced] = offered('world s|3', ['door.csv']);
    assert.ok(names.includes('othello') && names.at(-1) === 'door.csv');
    assert.equal(replaced, 's3');
    assert.deepEqual(offered('wor|ld s3')[0], []);
    assert.deepEqual(offered('world s3\nstart 1| 2'), [['1 2 3'], '1 2']);
    assert.deepEqual(offered('world nowhere\nstart |')[0], []);
  });

  it('offers up to 50 labels of the walk, without the one that is written, and ? for its state', () => {
    assert.deepEqual(offered(`world s3\n${predictions(2)}# pstate |`), [['m0', 'm1'], '']);
    assert.deepEqual(offered('world s3\n# pstate a ?\n# pstate b| ?'), [['a'], 'b']);
    assert.equal(offered(`world s3\n${predictions(50)}# pstate |`)[0].length, 50);
    assert.equal(offered(`world s3\n${predictions(51)}# pstate |`)[0].length, 50);
    assert.deepEqual(offered('world s3\n# pstate a 1| 2'), [['?'], '1 2']);
    assert.deepEqual(offered('world s3\n# pstate a 1 2|'), [[], '']);
    assert.deepEqual(offered('world s3\n# psta|te a ?')[0], []);
  });
});

const TABLE = 'state,action,next\nshut,open,open\nopen,close,shut\n';
const DOMAIN =
  '(define (domain d) (:requirements :strips) (:predicates (p) (q)) (:action a :parameters () :precondition (p) :effect (and (q) (not (p)))))';
const PROBLEM = '(define (problem x) (:domain d) (:init (p)) (:goal (q)))';

describe('the world of a walk', () => {
  it('is a file by its ending', () => {
    assert.deepEqual(['door.csv', 'a.pddl', 's3', 'a.1', 'cube:2', 'x.', '.csv'].map(isWorldFile), [true, true, false, false, false, false, true]);
  }); // biome-ignore format: a table

  it('is read from a table or a problem, with the place of a fault', () => {
    const folder = { names: ['domain.pddl'], read: (): string => DOMAIN };
    const read = (name: string, text: string): string => {
      const found = worldFromFile(name, text, folder);
      return found.ok ? JSON.stringify(found.value) : found.error;
    };
    assert.equal(JSON.parse(read('rooms/door.CSV', TABLE)).name, 'door');
    assert.equal(read('door.txt', TABLE), 'door.txt is no world: walks name built-in worlds, tables (.csv, .json) and problems (.pddl)');
    assert.match(read('door.csv', 'state,action\n'), /^door\.csv:\d+:\d+: /);
    assert.match(read('door.json', '{\n  x'), /^door\.json:\d+:\d+: /);
    assert.equal(read('d.pddl', DOMAIN), 'd.pddl is a domain; a walk names its problem');
    assert.deepEqual(JSON.parse(read('x.PDDL', PROBLEM)), { kind: 'pddl', name: 'x', domain: DOMAIN, problem: PROBLEM });
    assert.match(read('x.pddl', PROBLEM.replace('(p)', '(p)\n(z)')), /^x\.pddl:2:\d+: /);
    assert.match(read('x.pddl', PROBLEM.replace(':domain d', ':domain e')), /^no \.pddl file beside x\.pddl defines the domain e/);
    folder.read = () => DOMAIN.replace('(q) (not', '(q)\n(z) (not');
    assert.match(read('x.pddl', PROBLEM), /^domain\.pddl:2:\d+: /);
  }); // biome-ignore format: a table

  it('comes from the given files first, and then by its name', () => {
    const spec = worldFromFile('door.csv', TABLE, {} as never);
    assert.ok(spec.ok);
    const lookup = lookupIn({ 'door.csv': spec });
    const door = lookup('door.csv');
    assert.ok(door.ok && lookup('door.csv') === door);
    assert.ok(lookup('s3').ok && !lookup('toString').ok);
    assert.deepEqual(lookupIn(undefined)('door.csv'), { ok: false, error: 'the world door.csv is a file, which cannot be read here' });
  }); // biome-ignore format: a table
});
