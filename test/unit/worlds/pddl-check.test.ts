import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ok } from '../../../src/core/base/result.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { detectLanguage } from '../../../src/core/languages/languages.ts';
import { pddlHover, pddlOutline } from '../../../src/core/notation/pddl-symbols.ts';
import { BLOCKS_DOMAIN, blocksProblem } from '../../../src/core/worlds/pddl/built-in-domains.ts';
import { findDomain, pddlHead } from '../../../src/core/worlds/pddl/problem.ts';

const LIGHT = `; rooms
(define (domain light)
  (:requirements :strips :typing :negative-preconditions)
  (:types room)
  (:predicates (in ?r - room) (lit ?r - room))
  (:action switch
    :parameters (?r - room)
    :precondition (and (in ?r) (not (lit ?r)))
    :effect (lit ?r)))
`;
const HOUSE = `(define (problem house)
  (:domain light)
  (:objects hall attic - room)
  (:init (in hall))
  (:goal (lit hall)))
`;
const checked = (problem: string, domain = LIGHT) =>
  checkText(problem, 'pddl', { domain: ok({ name: 'light.pddl', text: domain }) });

describe('a check of PDDL', () => {
  it('finds nothing in a domain and a problem that are right', () => {
    assert.deepEqual(checkText(LIGHT, 'pddl'), []);
    assert.deepEqual(checked(HOUSE), []);
    assert.deepEqual(checkText(BLOCKS_DOMAIN, 'pddl'), []);
    const blocks = { domain: ok({ name: 'domain.pddl', text: BLOCKS_DOMAIN }) };
    assert.deepEqual(checkText(blocksProblem(3), 'pddl', blocks), []);
  });

  it('names the place of an unknown name, and a fix that writes the known one', () => {
    const wrong = HOUSE.replace('(in hall)', '(in hal)');
    const found = checked(wrong);
    assert.equal(found.length, 1);
    const { code, range, message, fixes } = found[0];
    assert.deepEqual([code, wrong.slice(range.start, range.end)], ['PDDL_UNKNOWN_OBJECT', 'hal']);
    assert.equal(message, 'the object hal is not declared; did you mean hall?');
    assert.equal(applyEdits(wrong, fixes?.[0]?.edits ?? []), HOUSE);
  });

  it('says that the domain of a problem is missing or at fault, and checks the form alone', () => {
    const twice = HOUSE.replace('hall attic', 'hall hall');
    const alone = checkText(twice, 'pddl');
    assert.deepEqual(
      alone.map(({ code, range }) => [code, twice.slice(range.start, range.end)]),
      [
        ['PDDL_NO_DOMAIN', 'light'],
        ['PDDL_DUPLICATE', 'hall'],
      ],
    );
    const [broken] = checked(HOUSE, LIGHT.replace('(lit ?r)))', '(lt ?r)))'));
    assert.equal(broken.message, 'light.pddl has 1 fault: what this problem names is not checked');
  });

  it('says where a world is too large', () => {
    const objects = Array.from({ length: 20_001 }, (_, i) => `r${i}`).join(' ');
    const large = HOUSE.replace('hall attic', `hall ${objects}`);
    const [found] = checked(large);
    assert.deepEqual([found.code, large.slice(found.range.start, found.range.end)], ['PDDL_BUDGET', 'light']);
    assert.match(found.message, /more than 20000 atoms can change/);
  });

  it('keeps its findings inside the text, and in order, whatever the text', () => {
    const pieces = fc.constantFrom('(', ')', '(define', '(problem', '(domain', ' x', ' ?y', ' - t', ':init', ':action a', ';c\n', '\n', '(not', '(and', ':domain light'); // biome-ignore format: a list
    const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          texts.map((text) => HOUSE.slice(0, text.length) + text),
        ),
        (text) => {
          const found = checked(text);
          for (const [i, { range }] of found.entries()) {
            assert.ok(range.start >= 0 && range.end >= range.start, text);
            assert.ok(range.end <= Math.max(1, text.length), text);
            assert.ok(i === 0 || found[i - 1].range.start <= range.start, text);
          }
          for (const { range, children } of pddlOutline(text))
            for (const child of children)
              assert.ok(child.range.start >= range.start && child.range.end <= range.end, text);
          for (let at = 0; at < text.length; at += 7) {
            const hover = pddlHover(text, at, LIGHT);
            if (hover !== undefined) assert.ok(hover.range.start <= at && at <= hover.range.end, text);
          }
        },
      ),
    );
  });
});

describe('a file in PDDL', () => {
  it('is told by its ending or its first line, and its head by what comes first', () => {
    assert.equal(detectLanguage('a.pddl'), 'pddl');
    assert.equal(detectLanguage('', '(define (domain light)'), 'pddl');
    assert.deepEqual(pddlHead(LIGHT), { form: 'domain', name: 'light' });
    assert.deepEqual(pddlHead(';x\n;(define\n( DEFINE ;y\n (Problem HOUSE)'), { form: 'problem', name: 'house' });
    assert.equal(pddlHead('(define (domains x))'), undefined);
  });

  it('has the domain beside it that it names, domain.pddl first', () => {
    const files: Record<string, string> = {
      'a.pddl': LIGHT,
      'domain.pddl': LIGHT.replace('domain light', 'domain heavy'),
      'z.pddl': LIGHT,
    };
    const folder = { names: Object.keys(files), read: (name: string) => files[name] };
    const find = (text: string) => {
      const found = findDomain({ name: 'house.pddl', text }, folder);
      return found.ok ? found.value.name : found.error;
    };
    assert.equal(find(HOUSE), 'a.pddl');
    assert.equal(find(HOUSE.replace('domain light', 'domain heavy')), 'domain.pddl');
    assert.equal(find(HOUSE.replace('(:domain light)', '')), 'domain.pddl');
    assert.equal(
      find(HOUSE.replace('domain light', 'domain dark')),
      'no .pddl file beside house.pddl defines the domain dark',
    );
  });

  it('has an outline of its sections, with actions and predicates by name', () => {
    const [domain] = pddlOutline(LIGHT);
    assert.equal(domain.name, 'domain light');
    assert.deepEqual(
      domain.children.map(({ name, detail, children }) => [name, detail, children.map((one) => one.detail)]),
      [
        [':requirements', '3 entries', []],
        [':types', '', []],
        [':predicates', '2 entries', ['(in ?r - room)', '(lit ?r - room)']],
        ['switch', '(?r - room)', []],
      ],
    );
  });

  it('lists no predicates of a section with thousands, and counts them', () => {
    const [domain] = pddlOutline(`(define (domain d) (:predicates ${'(p ?x) '.repeat(3000)}))`);
    const [{ detail, children }] = domain.children;
    assert.deepEqual([detail, children], ['3,000 entries', []]);
  });

  it('shows the declaration of a name, of a problem that of its domain', () => {
    const at = (text: string, part: string) => {
      const found = pddlHover(text, text.indexOf(part) + part.length - 1, LIGHT);
      return found === undefined ? undefined : `${found.what}: ${found.declaration}`;
    };
    assert.equal(at(HOUSE, '(in'), 'predicate: (in ?r - room)');
    assert.equal(at(HOUSE, '(in hall'), 'object: hall - room');
    assert.equal(at(LIGHT, '(and (in ?r'), 'parameter: ?r - room');
    assert.equal(at(LIGHT, ':parameters (?r - room'), 'type: room - object');
    assert.match(at(LIGHT, 'switch') ?? '', /^action: \(:action switch :parameters \(\?r - room\) :precondition/);
    assert.equal(at(HOUSE, ':goal'), undefined);
  });
});
