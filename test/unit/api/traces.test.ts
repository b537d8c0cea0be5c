import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkTraces, rewriteTraces, traceDialects } from '../../../src/api/traces.ts';

const sample = (name: string): string => fs.readFileSync(`samples/${name}`, 'utf8');

describe('statelens/traces', () => {
  it('reads each search of a text, with its nodes, figures and findings at their places', () => {
    const text = sample('countdown.trace');
    const [first, second, ...others] = checkTraces(text);
    assert.ok(first !== undefined && second !== undefined && others.length === 0);
    assert.deepEqual([first.start, first.end, second.end], [0, second.start, text.length]);
    assert.deepEqual([first.dialect, first.findings, first.figures?.rightStates], ['sos', [], 1]);
    const [finding] = second.findings;
    assert.ok(finding !== undefined && second.findings.length === 1);
    assert.deepEqual(
      [finding.code, finding.line, text.slice(finding.start, finding.end)],
      ['TRACE_ARITHMETIC', 34, '44'],
    );
    assert.match(second.verdict, /1 of 8 states wrong/);
    const wrong = second.nodes.filter(({ isWrong }) => isWrong);
    assert.deepEqual(
      wrong.map(({ action, parent }) => [action, parent]),
      [['12+31=44', 0]],
    );
    assert.equal(second.figures?.nodes, second.nodes.length);
  });

  it('judges traces of MAV by the checks of MAV', () => {
    const [published] = checkTraces(sample('traces.mav'));
    assert.deepEqual(
      published?.findings.flatMap(({ code, severity }) => (severity === 'error' ? code : [])),
      ['TRACE_DECISION_LIST'],
    );
  });

  it('writes searches in another dialect, says what is lost, and refuses unknown ones', () => {
    const maze = sample('maze.trace');
    for (const dialect of ['tags', 'jsonl', 'lintree']) {
      const written = rewriteTraces(maze, dialect);
      assert.deepEqual([dialect, written.losses], [dialect, []]);
      const verdicts = checkTraces(written.text, { dialect }).map(({ verdict }) => verdict);
      assert.deepEqual(
        verdicts,
        checkTraces(maze).map(({ verdict }) => verdict),
      );
    }
    const lost = rewriteTraces(maze, 'sos').losses;
    assert.ok(lost.some(({ event, start, end }) => event === 'close' && start !== null && end !== null));
    assert.ok(traceDialects.includes('astar'));
    assert.throws(() => checkTraces(maze, { dialect: 'runes' }), { code: 'bad-option' });
    assert.throws(() => rewriteTraces(maze, 'runes'), { code: 'bad-option' });
  });

  it('has no verdict on a text in no known dialect, and none at all on blank text', () => {
    assert.deepEqual(checkTraces(' \n'), []);
    const [unknown, ...others] = checkTraces('a text without a search\n');
    assert.deepEqual([unknown?.dialect, unknown?.figures, others.length], [null, null, 0]);
  });
});
