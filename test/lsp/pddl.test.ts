import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CodeActionRequest, DocumentSymbolRequest, FoldingRangeRequest } from 'vscode-languageserver/node';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Session } from './session.ts';

const LIGHT = `(define (domain light)
  (:predicates (in ?r) (lit ?r))
  (:action switch
    :parameters (?r)
    :precondition (in ?r)
    :effect (lit ?r)))
`;
const HOUSE =
  '(define (problem house)\n  (:domain light)\n  (:objects hall)\n  (:init (in hall))\n  (:goal (lit hall)))\n';

describe('PDDL in the server', () => {
  let session: Session;
  afterEach(() => session.end());

  /** Opens documents one after the other; what is published for the last. */
  const open = async (...documents: (readonly [uri: string, text: string])[]) => {
    session = await Session.start();
    for (const [uri, text] of documents) await session.client.open(uri, 'pddl', text);
  };
  /** The codes and messages of a document, once they are these. */
  const until = async (uri: string, wanted: readonly string[]) => {
    for (;;) {
      const { uri: of, diagnostics } = await session.client.published();
      if (of === uri && diagnostics.map(({ code }) => code).join() === wanted.join()) return diagnostics;
    }
  };

  it('checks a problem against the domain beside it, and again when that is edited', async () => {
    const [domain, problem] = ['file:///w/light.pddl', 'file:///w/house.pddl'];
    await open([problem, HOUSE.replace('(in hall)', '(in hal)')]);
    const alone = await until(problem, ['PDDL_NO_DOMAIN']);
    assert.equal(alone[0]?.message, 'no .pddl file beside house.pddl defines the domain light');
    await session.client.open(domain, 'pddl', LIGHT);
    const [found] = await until(problem, ['PDDL_UNKNOWN_OBJECT']);
    assert.equal(found?.message, 'the object hal is not declared; did you mean hall?');
    assert.deepEqual(found?.range.start, { line: 3, character: 13 });
    const actions = await session.client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: problem },
      range: found.range,
      context: { diagnostics: [found] },
    });
    assert.equal(actions?.[0]?.title, 'Write hall');
    const range = { start: { line: 1, character: 15 }, end: { line: 1, character: 22 } };
    await session.client.change(domain, 2, { range, text: '(at ?r)' });
    const [broken] = await until(problem, ['PDDL_NO_DOMAIN']);
    assert.equal(broken?.message, 'light.pddl has 1 fault: what this problem names is not checked');
  });

  it('finds the domain among the files of the folder', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      fs.writeFileSync(path.join(folder, 'some domain.pddl'), LIGHT);
      const uri = pathToFileURL(path.join(folder, 'house.pddl')).href;
      await open([uri, HOUSE.replace('(in hall)', '(in hall hall)')]);
      const [found] = await until(uri, ['PDDL_ARITY']);
      assert.equal(found?.message, 'in takes 1 argument, not 2');
      const hover = JSON.stringify(await session.hover(uri, 3, 10));
      assert.match(hover, /\(in \?r\).*predicate/);
    } finally {
      remove();
    }
  });

  it('folds and lists sections and actions, and says nothing of positions', async () => {
    const uri = 'untitled:light.pddl';
    await open([uri, LIGHT]);
    const textDocument = { uri };
    const folds = await session.client.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
    assert.deepEqual(
      folds?.map(({ startLine, endLine }) => [startLine, endLine]),
      [
        [0, 5],
        [2, 5],
      ],
    );
    const symbols = await session.client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    const [domain] = symbols ?? [];
    assert.ok(domain !== undefined && 'children' in domain);
    assert.deepEqual(
      [domain.name, domain.children?.map(({ name }) => name)],
      ['domain light', [':predicates', 'switch']],
    );
    assert.deepEqual(await session.lenses(uri), []);
    const state = await session.client.connection.sendRequest<{ reason: string | null }>('statelens/state', {
      uri,
      position: { line: 2, character: 4 },
    });
    assert.equal(state.reason, 'a world has no state of its own');
  });

  it('shows walks through a problem in PDDL and a table in JSON, by the files beside the walk', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      fs.writeFileSync(path.join(folder, 'light.pddl'), LIGHT);
      fs.writeFileSync(path.join(folder, 'house.pddl'), HOUSE);
      fs.writeFileSync(path.join(folder, 'door.json'), '{"states": {"shut": {"open": "ajar"}, "ajar": {}}}');
      const uri = pathToFileURL(path.join(folder, 'a.walk')).href;
      session = await Session.start();
      const text =
        'world house.pddl\nswitch(hall)\n# pstate m (in hall)\nworld door.json\nopen\n# pstate m ajar\nworld light.pddl\n';
      await session.client.open(uri, 'walk', text);
      const [bad, ...others] = await until(uri, ['WALK_BAD_WORLD']);
      assert.deepEqual([bad?.message, others], ['light.pddl is a domain; a walk names its problem', []]);
      const titles = await session.scored(uri);
      assert.ok(
        titles.some((title) => title?.includes(' · m: thinks atom (lit hall) is false, not true')),
        titles.join('\n'),
      );
      assert.ok(titles.includes('m ✓'));
    } finally {
      remove();
    }
  });
});
