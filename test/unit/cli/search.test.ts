import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const PUBLISHED = 'test/fixtures/mav/published-trace.mav';
const MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

describe('statelens search', () => {
  itLong('finds the mate, prints the actions of the root, and writes the tree', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-search-'));
    const file = path.join(folder, 'mate.mcts.jsonl');
    try {
      const { status, stdout, stderr } = await cli(['search', MATE, '--model', 'rollouts', '-M', '150', '-o', file]);
      assert.equal(status, 0, stderr);
      assert.match(
        stdout,
        /^a1a8 {2}by rollouts: 1\nline {4}a1a8\nvalue {3}(?:0\.\d{3}|1\.000) for the side to move \(mean\)\n/,
      );
      const stored = readTree(fs.readFileSync(file, 'utf8'));
      assert.ok(stored.ok);
      assert.deepEqual([stored.value.simulations.length, stored.value.end], [150, 'done']);
      const tree = new ReplayedTree(stored.value);
      tree.goTo(150);
      assert.equal(
        tree.root.visits.reduce((a, b) => a + b, 0),
        150,
      );
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('reads a temperature as the form of the editor does: a number, or one that falls until a ply', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-temperature-'));
    const file = path.join(folder, 'tree.mcts.jsonl');
    const settings = async (temperature: string): Promise<unknown> => {
      const args = [
        '--game',
        'connect_four',
        '--model',
        'rollouts',
        '-M',
        '2',
        '--evaluation-timeout',
        '1.5',
        '-o',
        file,
      ];
      const { status, stderr } = await cli(['search', ...args, '--prior-temperature', temperature]);
      assert.equal(status, 0, stderr);
      return (JSON.parse(fs.readFileSync(file, 'utf8').split('\n')[0] ?? '') as { settings: unknown }).settings;
    };
    try {
      const falling = { temperature: { from: 0.2, to: 0.1, plies: 10 }, timeout: 1500, simulations: 2 };
      assert.deepEqual(await settings('0.2..0.1 by 10'), { ...DEFAULT_SEARCH, ...falling });
      assert.deepEqual(await settings('0.3'), {
        ...DEFAULT_SEARCH,
        ...falling,
        temperature: { from: 0.3, to: 0.3, plies: 0 },
      });
      const { status, stderr } = await cli(['search', '--prior-temperature', '0.2..x']);
      assert.equal(status, 2);
      assert.match(stderr, /It must be a number from 0 to 100, such as 0\.1, or one that falls until a ply/);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  itLong('plays the raw best action with -M 0, and goes on from its tree', async () => {
    const { folder, remove } = temporaryFolder();
    const file = path.join(folder, 'raw.mcts.jsonl');
    const args = [MATE, '--engine-depth', '1'];
    const raw = await cli(['search', ...args, '-M', '0', '-o', file, '--json']);
    assert.equal(raw.status, 0, raw.stderr);
    assert.match(raw.stderr, /0 simulations, 1 node,/);
    const { best, simulations, nodes, line } = JSON.parse(raw.stdout) as Record<string, unknown>;
    assert.deepEqual({ simulations, nodes, line }, { simulations: 0, nodes: 1, line: [] });
    const stored = readTree(fs.readFileSync(file, 'utf8'));
    assert.ok(stored.ok && stored.value.nodes.length === 1 && stored.value.end === 'done');
    assert.equal(best, stored.value.nodes[0]?.actions[stored.value.nodes[0].best]);
    const more = await cli(['search', '--resume', file, '-M', '5', '--engine-depth', '1', '--json']);
    assert.equal(more.status, 0, more.stderr);
    assert.equal((JSON.parse(more.stdout) as { simulations: number }).simulations, 5);
    remove();
  });

  it('gives the same tree for the same seed, as JSON', async () => {
    const args = ['search', '--game', 'connect_four', '--model', 'rollouts', '-M', '60', '--seed', '5', '--json'];
    const [first, second] = [await cli(args), await cli(args)];
    assert.equal(first.status, 0);
    assert.equal(first.stdout, second.stdout);
    const told = JSON.parse(first.stdout) as { schema: number; actions: { action: string; visits: number }[] };
    assert.equal(told.schema, 1);
    assert.deepEqual(told.actions.map(({ action }) => action).sort(), ['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6']);
    assert.equal(
      told.actions.reduce((sum, { visits }) => sum + visits, 0),
      60,
    );
  });

  it('refuses what it cannot search', async () => {
    const refused = async (...args: string[]): Promise<string> => {
      const { status, stderr } = await cli(['search', ...args]);
      assert.equal(status, 2);
      return stderr;
    };
    assert.match(await refused('nothing'), /the state cannot be read/);
    assert.match(await refused(MATE, '--model', 'nobody:here'), /unknown model "nobody:here"/);
    assert.match(await refused(MATE, '--virtual-count', 'x'), /two such as 8\.\.2/);
    assert.match(await refused(MATE, '--prior-epsilon', '2'), /a number from 0 to 1/);
  });

  it('goes on from its file, to the tree of one that was never left', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-resume-'));
    const [whole, parts] = ['whole.mcts.jsonl', 'parts.mcts.jsonl'].map((name) => path.join(folder, name));
    const linesOf = (file: string): string[] =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('{"end"') && !line.startsWith('{"format"'))
        .map((line) => line.replace(/,"ms":[\d.]+/, ''));
    const search = ['search', '--game', 'connect_four', '--model', 'rollouts', '--seed', '3', '--json'];
    const refused = async (...args: string[]): Promise<string> => {
      const { status, stderr } = await cli(['search', '--resume', parts, ...args]);
      assert.equal(status, 2, stderr);
      return stderr;
    };
    try {
      const once = await cli([...search, '-M', '80', '-o', whole]);
      assert.equal((await cli([...search, '-M', '30', '-o', parts])).status, 0);
      assert.match(await refused(), /it already has 30 simulations; use -M with a larger total/);
      assert.match(await refused('-M', '80', '-c', '2'), /remove --exploration/);
      assert.match(await refused('-M', '80', '--game', 'chess'), /it is a search of connect_four, not of chess/);
      assert.match(
        await refused('-M', '80', '--model', 'reference'),
        /it was searched with rollouts: 1, not with reference: /,
      );
      assert.match(await refused('-M', '80', `o || ${'. '.repeat(42)}||`), /it searches another state/);
      // a crash in the middle of a line: it is found once more
      fs.truncateSync(parts, fs.statSync(parts).size - 30);
      const resumed = await cli(['search', '--resume', parts, '-M', '80', '--json']);
      assert.equal(resumed.status, 0, resumed.stderr);
      assert.equal(resumed.stdout, once.stdout);
      assert.deepEqual(linesOf(parts), linesOf(whole));
      const text = fs.readFileSync(parts, 'utf8');
      fs.writeFileSync(parts, text.replace('"version":2', '"version":9'));
      assert.match(await refused('-M', '90'), /a newer StateLens wrote this search tree \(version 9/);
      fs.writeFileSync(parts, text.replace(/\n[^\n]+\n/, '\n{"node"\n'));
      assert.match(await refused('-M', '90'), /the file is damaged|the tree has no root/);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it('says that a model without answers is gone', async () => {
    const { status, stderr } = await cli(['search', MATE, '--model', 'baseline:naive-tracker', '-M', '5']);
    assert.equal(status, 3);
    assert.match(stderr, /nothing to search: /);
  });
});

describe('statelens trace', () => {
  it('writes a trace that is right in all that is checked', async () => {
    // twelve cells are empty, and nothing is in a row yet
    const rows = ['.x.o...', '.x.o..o', '.xox.oo', '.oooxxo', 'xoxxxox', 'xxoxoox'];
    const board = `x || ${rows.join('').split('').join(' ')} ||`;
    const { status, stdout, stderr } = await cli([
      'trace',
      board,
      '--game',
      'connect_four',
      '--breadth',
      '2',
      '--tree-depth',
      '2',
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Minimax breadth=2 depth=2\nEvaluation for node: <root>\n/);
    assert.match(stdout, /Playing x\d!\n$/);
    assert.deepEqual(
      checkText(stdout, 'mav').filter(({ severity }) => severity === 'error' || severity === 'warning'),
      [],
    );
  });

  it('refuses what is no position', async () => {
    const { status, stderr } = await cli(['trace', 'nothing']);
    assert.equal(status, 2);
    assert.notEqual(stderr, '');
  });

  it('writes the tree of a trace that it makes, or of one in a file', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      const out = path.join(folder, 'tree.mcts.jsonl');
      const nodes = (): number => {
        const read = readTree(fs.readFileSync(out, 'utf8'));
        assert.ok(read.ok);
        assert.deepEqual([read.value.problems.length, read.value.end], [0, 'done']);
        return read.value.nodes.length;
      };
      assert.equal((await cli(['trace', PUBLISHED, '--tree', out])).status, 0);
      assert.equal(nodes(), 4);
      const full = `x || ${'.x.o....x.o..o.xox.oo.oooxxoxoxxxoxxxoxoox'.split('').join(' ')} ||`;
      assert.equal((await cli(['trace', full, '--game', 'connect_four', '--breadth', '2', '--tree', out])).status, 0);
      assert.equal(nodes(), 3);
      const { status, stderr } = await cli(['trace', PUBLISHED, '--tree', out, '--number', '2']);
      assert.equal(status, 2);
      assert.match(stderr, /has 1 trace; there is no trace 2/);
    } finally {
      remove();
    }
  });

  it('says where traces part from their references', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      const [mended, other] = [path.join(folder, 'mended.mav'), path.join(folder, 'other.mav')];
      const text = fs.readFileSync(PUBLISHED, 'utf8');
      fs.writeFileSync(mended, text.replace('g3g5 :', 'g3g6 :'));
      fs.writeFileSync(other, text.replace('breadth=3', 'breadth=2'));
      const told = await cli(['trace', PUBLISHED, '--compare', mended]);
      assert.equal(told.status, 1, told.stderr);
      assert.equal(
        told.stdout,
        `${PUBLISHED}:1: trace 1: differs at 1 node
  <root> decision (37:1): c2e2 g3d6 g3g5 instead of c2e2 g3d6 g3g6
`,
      );
      const same = await cli(['trace', mended, '--compare', mended, '--exact-values', '--json']);
      assert.deepEqual(JSON.parse(same.stdout), {
        schema: 1,
        traces: [
          {
            file: mended,
            trace: 1,
            states: {
              sentence: 'no evaluation lies in or below a diverged node',
              visits: 3,
              lost: 0,
              nodesLeftOut: 0,
              hallucinations: 0,
              value: { whole: 0.6640625, kept: 0.6640625 },
              best: { whole: 'g3g6', kept: 'g3g6' },
            },
            nodes: 0,
            counts: {},
            differences: [],
          },
        ],
      });
      const missing = await cli(['trace', PUBLISHED, '--compare', other]);
      assert.equal(missing.status, 3);
      assert.equal(
        missing.stdout,
        `${PUBLISHED}:1: trace 1: no reference with this start, breadth and depth; compared with trace 1: differs at 1 node
  Minimax breadth (1:9): 3 instead of 2
`,
      );
    } finally {
      remove();
    }
  });

  it('say what a trace decides in states that exist, with the tree and with the comparison', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      const [model, tree] = [path.join(folder, 'model.mav'), path.join(folder, 'tree.mcts.jsonl')];
      const text = fs.readFileSync(PUBLISHED, 'utf8').replace('g3g5 :', 'g3g6 :');
      const [state = ''] = /(?<=%prev_action g3g6\]\n\[%state )[^ \]]+/.exec(text) ?? [];
      assert.match(state, /Q/);
      fs.writeFileSync(model, text.replace(`g3g6]\n[%state ${state}`, `g3g6]\n[%state ${state.replace('Q', 'B')}`));
      const sentence =
        /33 % of evaluations lie in or below diverged nodes; without them the choice changes from Qxg6 to \S+$/m;
      const written = await cli(['trace', model, '--tree', tree]);
      assert.match(written.stderr, new RegExp(`trace 1: ${sentence.source}`, 'm'));
      assert.match((await cli(['trace', model, '--compare', PUBLISHED])).stdout, sentence);
      const { traces } = JSON.parse((await cli(['trace', model, '--compare', PUBLISHED, '--json'])).stdout);
      const [{ states }] = traces;
      assert.deepEqual([states.visits, states.lost, states.nodesLeftOut, states.best.whole], [3, 1, 1, 'g3g6']);
      assert.match(states.sentence, sentence);
    } finally {
      remove();
    }
  });

  itLong('compares with references that it makes itself, and says where it cannot', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      const file = path.join(folder, 'own.mav');
      const board = `x || ${'.x.o....x.o..o.xox.oo.oooxxoxoxxxoxxxoxoox'.split('').join(' ')} ||`;
      const made = await cli(['trace', board, '--game', 'connect_four', '--breadth', '2']);
      fs.writeFileSync(file, `${made.stdout}\n${made.stdout.replace('breadth=2', 'breadth=0')}`);
      const { status, stdout } = await cli(['trace', file, '--compare', '--exact-values']);
      assert.equal(status, 3);
      const [first, second] = stdout.split('\n');
      assert.equal(first, `${file}:1: trace 1: equal to its reference`);
      assert.match(second, /: trace 2: not compared: breadth and depth must be whole numbers of at least 1$/);
    } finally {
      remove();
    }
  });

  itLong('makes references in the form of the traces, native states with their castling rights', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      for (const form of thoroughly(['state', 'FEN'], ['state'])) {
        const file = path.join(folder, `${form}.mav`);
        const fast = ['--breadth', '2', '--engine-depth', '1'];
        const made = await cli(['trace', '4k3/8/8/8/8/8/8/4K2R w K - 3 9', '--form', form, ...fast]);
        fs.writeFileSync(file, made.stdout);
        const { stdout } = await cli(['trace', file, '--compare', '--exact-values', '--engine-depth', '1']);
        assert.equal(stdout, `${file}:1: trace 1: equal to its reference\n`);
      }
    } finally {
      remove();
    }
  });

  itLong('compares the file behind --compare where no other is named', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      const file = path.join(folder, 'own.mav');
      const board = `x || ${'.x.o....x.o..o.xox.oo.oooxxoxoxxxoxxxoxoox'.split('').join(' ')} ||`;
      fs.writeFileSync(file, (await cli(['trace', board, '--game', 'connect_four', '--breadth', '2'])).stdout);
      const [before, after] = [await cli(['trace', '--compare', file]), await cli(['trace', file, '--compare'])];
      const equal = `${file}:1: trace 1: equal to its reference, values not compared\n`;
      assert.deepEqual([before.status, before.stdout], [0, equal]);
      assert.equal(after.stdout, before.stdout);
      assert.match((await cli(['trace'])).stderr, /missing required argument 'state or file'/);
    } finally {
      remove();
    }
  });

  it('names references that no trace has, and the code and count of each difference', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      const [model, references] = [path.join(folder, 'model.mav'), path.join(folder, 'references.mav')];
      const text = fs.readFileSync(PUBLISHED, 'utf8').replace('g3g5 :', 'g3g6 :');
      fs.writeFileSync(references, `${text}\n${text.replaceAll('PPr3P1/1K5R', 'PPr3P1/K6R')}`);
      const slipped = text
        .replace('%prev_action g3d6', '%prev_action g3g6')
        .replace('Selecting: d5d6', 'Selecting: d5b3');
      fs.writeFileSync(model, slipped);
      const { status, stdout } = await cli(['trace', model, '--compare', references]);
      assert.equal(status, 1);
      assert.equal(
        stdout,
        `${model}:1: trace 1: differs at 1 node in 2 parts
  <root g3d6> previous action (11:15): g3g6 instead of g3d6
  <root g3d6> selection (16:12): d5b3 instead of d5d6
${references}:42: reference 2: no trace has this start, breadth and depth
`,
      );
      // a root with another piece is compared with the nearest, and one that is another position with none
      fs.writeFileSync(model, text.replace('[%state 2r3k1/p3p3/4N1Pp', '[%state 2r3k1/p3p3/4N1pp'));
      const near = await cli(['trace', model, '--compare', references]);
      assert.equal(near.status, 3);
      assert.match(
        near.stdout,
        /compared with trace 1: differs at 1 node\n {2}<root> state board \(4:9\): 1 square wrong \(g6 p, true P\)\n/,
      );
      fs.writeFileSync(
        model,
        text.replace('[%state 2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b', '[%state 4k3/8/8/8/8/8/8/R3K3 b'),
      );
      const far = await cli(['trace', model, '--compare', references]);
      assert.deepEqual([far.status, /trace 1: not compared: no reference/.test(far.stdout)], [3, true]);
      fs.writeFileSync(model, slipped);
      const json = JSON.parse((await cli(['trace', model, '--compare', references, '--json'])).stdout) as {
        readonly traces: readonly { readonly nodes: number; readonly counts: object; readonly differences: object[] }[];
        readonly unused: unknown;
      };
      assert.deepEqual(json.unused, [{ file: references, trace: 2 }]);
      const [only] = json.traces;
      assert.deepEqual([only?.nodes, only?.counts], [1, { 'prev-action': 1, selection: 1 }]);
      assert.deepEqual(only?.differences[0], {
        node: '<root g3d6>',
        part: 'previous action',
        code: 'prev-action',
        found: 'g3g6',
        expected: 'g3d6',
        line: 11,
        column: 15,
      });
    } finally {
      remove();
    }
  });

  it('gives a verdict on a file without other flags, which has to hold a trace', async () => {
    assert.match((await cli(['trace', PUBLISHED])).stdout, /: trace 1 \(mav\): first error: <root> decision/);
    const example = 'test/fixtures/mav/published-example.mav';
    const { status, stderr } = await cli(['trace', example, '--compare', PUBLISHED]);
    assert.equal(status, 2);
    assert.match(stderr, /has no traces/);
    assert.match((await cli(['trace', MATE, '--compare'])).stderr, /--compare requires a file with traces/);
  });
});
