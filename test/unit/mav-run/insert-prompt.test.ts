import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { promptInsertion } from '../../../src/core/mav/write/prompt-edits.ts';

const PROMPT = '<mav game=chess> %FEN %top_1 </mav>\n[%FEN x]\n';
const inserted = (text: string, offset = text.length): string => {
  const { edit, start } = promptInsertion(text, offset, PROMPT);
  const result = applyEdits(text, [edit]);
  assert.ok(result.slice(start).startsWith('<mav'), 'the cursor goes to the header');
  return result;
};

describe('a prompt in a MAV file', () => {
  const one = PROMPT.replace('%FEN x', '%FEN y');

  it('stands below the example of the cursor, with a blank line around it', () => {
    assert.equal(inserted(`${one}\n\n${one}`, 3), `${one}\n\n${PROMPT}\n${one}`);
    assert.equal(inserted(`${one}${one}`, 3), `${one}\n${PROMPT}\n${one}`);
    assert.equal(inserted(one, 0), `${one}\n${PROMPT}`);
  });

  it('stands at the end, whatever the last line ends with', () => {
    assert.equal(inserted(''), PROMPT);
    assert.equal(inserted(one), `${one}\n${PROMPT}`);
    assert.equal(inserted(one.trimEnd()), `${one}\n${PROMPT}`);
    assert.equal(inserted(`${one}\n`), `${one}\n${PROMPT}`);
    assert.equal(inserted('# only a comment'), `# only a comment\n\n${PROMPT}`);
  });

  it('has the line ends of the file', () => {
    const dos = one.replaceAll('\n', '\r\n');
    assert.equal(inserted(dos), `${dos}\r\n${PROMPT.replaceAll('\n', '\r\n')}`);
  });
});
