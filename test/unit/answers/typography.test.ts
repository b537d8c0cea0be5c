import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';

const FEN = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 b - e3 4 9';
const BOARD = FEN.split(' ', 1)[0] ?? '';
const ROWS = BOARD.split('/').map((rank) => rank.replace(/\d/g, (n) => '.'.repeat(Number(n))));

/** Outcome and rule of the reading, the state, and its text in the answer. */
function read(answer: string): readonly (string | undefined)[] {
  const reading = readAnswer(answer);
  const taken = getTakenCandidate(reading);
  return [reading.outcome, reading.rule, taken?.state, taken && answer.slice(taken.range.start, taken.range.end)];
}

describe('signs that stand for others', () => {
  const blanks = '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f';
  const changes: readonly (readonly [sign: string, alike: string])[] = [
    ...Array.from(blanks, (blank) => [' ', blank] as const),
    ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d', (dash) => ['-', dash] as const),
    ...Array.from('\u2044\u2215\uff0f', (slash) => ['/', slash] as const),
    ...['&nbsp;', '&#160;', '%20', '\\ '].map((blank) => [' ', blank] as const),
    ...['&mdash;', '&ndash;', '&MDASH;', '\\-'].map((dash) => ['-', dash] as const),
    ...['\\/', '\\u002f', '\\u002F', '%2f', '%2F', '&sol;', '&#47;'].map((slash) => ['/', slash] as const),
    ...Array.from(
      '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3',
      (one) => ['/', `/${one}`] as const,
    ),
    ['/', '/<span class="x">'],
    [' ', '</span> '],
  ];
  for (const [sign, alike] of changes)
    it(`${JSON.stringify(alike)} is read as ${JSON.stringify(sign)}`, () => {
      const written = FEN.replaceAll(sign, alike);
      assert.deepEqual(read(written), ['certain', 'only state', FEN, written]);
      assert.deepEqual(read(`${alike} Final FEN: ${written} ${alike}.`), ['certain', 'labelled', FEN, written]);
    });

  it('underscores of a link may be escaped', () => {
    const written = FEN.replaceAll(' ', '\\_');
    assert.deepEqual(read(`x ${written}`), ['certain', 'only state', FEN, written]);
  });

  it('colons, quotation marks and bars may be those of other scripts', () => {
    assert.equal(read(`Final FEN\uff1a${FEN}\nOld\uff1a${FEN}`)[1], 'labelled');
    for (const mark of ['\u2018', '\u2019', '\u02bc'])
      assert.equal(read(`${BOARD}\n\nIt is Black${mark}s turn.`)[2], `${BOARD} b ? ? ? ?`, mark);
    assert.equal(read(`{\u201cfinal\u201d: \u201c${FEN}\u201d}`)[1], 'labelled');
    for (const bar of '\u2502\u2503\u2551\uff5c\u250a\u2506') {
      const drawn = ROWS.map((row) => `${bar}${Array.from(row).join(bar)}${bar}`).join('\n');
      assert.deepEqual(read(drawn), ['certain', 'only state', `${BOARD} ? ? ? ? ?`, drawn], bar);
    }
  });
});

describe('ends of lines', () => {
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029', '\\n', '\\r\\n', '<br>', '<br/>', '<BR />', '</li>\n<li>'])
    it(`${JSON.stringify(end)} is one`, () => {
      const drawn = ROWS.join(end);
      assert.deepEqual(read(`Board:${end}${drawn}${end}White to move`), [
        'certain',
        'labelled',
        `${BOARD} w ? ? ? ?`,
        drawn,
      ]);
    });

  it('one of JSON is none where a word of LaTeX begins with it', () => {
    const other = FEN.replace(' 4 9', ' 5 9');
    assert.equal(read(`not ${other} \\neq ${FEN}`)[0], 'certain');
    assert.deepEqual(read(`Final:\\n${FEN}\\n${other}`), ['certain', 'labelled', FEN, FEN]);
  });
});

describe('HTML', () => {
  it('has the cells, rows and signs of a table', () => {
    for (const cell of ['td', 'th']) {
      const rows = ROWS.map(
        (row) => `<tr>${Array.from(row, (sign) => `<${cell}>${sign === '.' ? '' : sign}</${cell}>`).join('')}</tr>`,
      ).join('');
      const [outcome, , state] = read(`<table><tbody>${rows}</tbody></table>`);
      assert.deepEqual([outcome, state], ['certain', `${BOARD} ? ? ? ? ?`]);
    }
  });

  it('may have figurines as numbers', () => {
    const drawn = ROWS.map((row) =>
      Array.from(row, (sign) => (sign === '.' ? '.' : `&#${9812 + 'KQRBNPkqrbnp'.indexOf(sign)};`)).join(' '),
    ).join('\n');
    assert.deepEqual(read(drawn), ['certain', 'only state', `${BOARD} ? ? ? ? ?`, drawn]);
  });

  it('has bold text, code, escaped tags and quotation marks', () => {
    const other = FEN.replace(' 4 9', ' 5 9');
    for (const tag of ['b', 'strong'])
      assert.deepEqual(read(`${other} or so; <${tag}>${FEN}</${tag}>`).slice(0, 3), ['certain', 'only bold', FEN]);
    assert.deepEqual(read(`${other} &lt;answer&gt;${FEN}&lt;/answer&gt;`).slice(0, 3), ['certain', 'labelled', FEN]);
    assert.deepEqual(read(`{&quot;old&quot;: &quot;${other}&quot;, &quot;x&quot;: &quot;${FEN}&quot;}`).slice(0, 3), [
      'certain',
      'only state',
      FEN,
    ]);
    const code = FEN.split(' ')
      .map((field) => `<code>${field}</code>`)
      .join(' ');
    assert.equal(read(`FEN: ${code}`)[2], FEN);
    for (const tag of ['p', 'div', 'pre', 'table', 'tbody', 'td'])
      assert.equal(read(`<${tag}>It was ${other}.</${tag}><${tag}>${FEN}</${tag}>`)[2], FEN, tag);
  });
});

describe('a channel of which only the name is left', () => {
  it('ends the thoughts', () => {
    const other = FEN.replace(' 4 9', ' 5 9');
    assert.deepEqual(read(`analysisIt may be ${other}assistantfinal${FEN}`), ['certain', 'only state', FEN, FEN]);
    assert.deepEqual(read(`commentary"${other}" assistantfinalThe FEN: ${FEN}`), ['certain', 'labelled', FEN, FEN]);
    assert.equal(read(`analysisIt may be ${FEN}`)[0], 'none');
    assert.equal(read(`analysis of it: ${FEN}`)[0], 'certain');
  });
});

it('signs without width, wherever they stand, change neither the state nor the ends of its range', () => {
  const sign = fc.constantFrom('\u200b', '\ufeff', '\u00ad', '\u200b\u2060', '');
  const text = `It was lost. Final FEN: ${FEN}, I think`;
  fc.assert(
    fc.property(fc.array(sign, { minLength: text.length, maxLength: text.length }), (signs) => {
      const answer = Array.from(text, (character, i) => (signs[i] ?? '') + character).join('');
      const [outcome, rule, state, written = ''] = read(answer);
      assert.deepEqual([outcome, rule, state], ['certain', 'labelled', FEN]);
      assert.ok(written.startsWith('r') && written.endsWith('9'), written);
      assert.equal(written.replace(/[\u200b\ufeff\u00ad\u2060]/g, ''), FEN);
    }),
  );
});
