// Processor time of audits of transcripts, and how it grows with their length: node bench/run.mjs audit [--help]
import { createHash } from 'node:crypto';
import process from 'node:process';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { TranscriptAudit } from '../src/core/audit/audit.ts';
import { seeded } from '../src/core/base/random.ts';
import { draw, FAULTS } from '../test/support/audit-drafts.ts';
import { FORMS, type Message } from '../test/support/audit-forms.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure } from './harness/table.ts';

const SEED = 29;
const MEGABYTE = 1_000_000;
/** As the command reads a file. */
const PIECE = 1 << 16;
/** One message in so many is about chess in an agent's ordinary work. */
const SPARSE = 20;
const FILLER =
  'I read the file, ran the tests and fixed the import; two of them still fail because the fixture is missing. Next I look at the log.\\n';

/** A message, one in forty of which has a fault. */
function messagesOf(random: RandomGenerator): Message[] {
  return draw(random).map(({ role, slots }) => ({
    role,
    text: slots
      .map((slot) => {
        if (typeof slot === 'string') return slot;
        const fault = FAULTS[uniformInt(random, 0, FAULTS.length - 1)];
        const isWrong = uniformInt(random, 0, 39) === 0;
        return (isWrong && fault !== undefined && slot.faults?.[fault]) || slot.text;
      })
      .join(''),
  }));
}

type Form = 'claude code' | 'markdown';

/** A transcript of one form after the other, a session a game; `isDense`: nothing but games, states and claims. */
function transcript(size: number, form: Form, isDense: boolean): string[] {
  const random = seeded(SEED);
  const parts: string[] = [];
  const write = FORMS[form];
  for (let length = 0, session = 0; length < size; session++) {
    const messages = messagesOf(random);
    const all = isDense
      ? messages
      : messages.flatMap((message) => [
          message,
          ...Array.from({ length: SPARSE - 1 }, () => ({ role: 'assistant' as const, text: FILLER })),
        ]);
    const text = (write?.(all) ?? '').replaceAll('"sessionId":"b9a6"', `"sessionId":"s${session}"`);
    parts.push(text);
    length += text.length;
  }
  return parts;
}

/** The first parts of a transcript, as many as have so many characters together. */
function beginning(parts: readonly string[], size: number): string[] {
  let length = 0;
  return parts.filter(({ length: own }) => {
    const isWanted = length < size;
    length += own;
    return isWanted;
  });
}

interface Measured {
  readonly megabytes: number;
  readonly seconds: number;
  readonly findings: number;
  readonly digest: string;
}

/** Processor seconds of one audit; the digest is that of all findings with their places and messages. */
function measure(parts: readonly string[]): Measured {
  const text = parts.join('');
  const hash = createHash('sha256');
  let findings = 0;
  const before = process.cpuUsage();
  const audit = new TranscriptAudit();
  const all = [];
  for (let at = 0; at < text.length; at += PIECE) all.push(...audit.push(text.slice(at, at + PIECE)));
  all.push(...audit.end());
  const { user, system } = process.cpuUsage(before);
  for (const one of all) {
    hash.update(`${JSON.stringify(one)}\n`);
    findings++;
  }
  const megabytes = text.length / MEGABYTE;
  return { megabytes, seconds: (user + system) / 1e6, findings, digest: hash.digest('hex').slice(0, 16) };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const sizes = options.quick ? [1, 6] : [5, 10, 20];
  measure(transcript(MEGABYTE, 'markdown', true));
  const rows: (Measured & { readonly kind: string })[] = [];
  const add = (kind: string, parts: readonly string[]): void => {
    progressLine(`${kind}, ${rows.length + 1}`);
    rows.push({ kind, ...measure(parts) });
  };
  for (const form of ['markdown', 'claude code'] as const) {
    const parts = transcript((sizes.at(-1) ?? 0) * MEGABYTE, form, true);
    for (const size of sizes) add(`${form}: games, states and claims alone`, beginning(parts, size * MEGABYTE));
  }
  add(
    'claude code: one message in twenty about chess',
    transcript((options.quick ? 5 : 100) * MEGABYTE, 'claude code', false),
  );
  publish(
    {
      name: 'audit',
      machine,
      tables: [
        {
          title: 'Processor time of `statelens audit`',
          columns: ['transcript', 'MB', 'seconds', 'seconds/MB', 'findings', 'digest'],
          rows: rows.map(({ kind, megabytes, seconds, findings, digest }) => [
            kind,
            megabytes.toFixed(0),
            figure(seconds),
            figure(seconds / megabytes),
            String(findings),
            digest,
          ]),
          notes: [
            `User and system time of one audit, without the start of the process; seed ${SEED}, one piece in forty with a fault. The digest is of all findings.`,
          ],
        },
      ],
      data: { rows },
      ok: true,
    },
    options,
  );
}
