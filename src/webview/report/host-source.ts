import type { FromReport, ToReport } from '../../protocol/report-messages.ts';
import type { Host } from '../common/host.ts';
import type { SampleSource } from './sample-source.ts';

type Question = 'rows' | 'facts' | 'positions' | 'detail';
type Answer = Extract<ToReport, { type: Question }>;

/** The samples that the extension has: each question is a message with a number, its answer another one with the same. */
export class HostSource implements SampleSource {
  readonly #host: Host<FromReport>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  constructor(host: Host<FromReport>) {
    this.#host = host;
  }

  /** Takes an answer. */
  receive(answer: Answer): void {
    const resolve = this.#waiting.get(answer.question);
    this.#waiting.delete(answer.question);
    resolve?.(answer);
  }

  async rows(...[query, from, count]: Parameters<SampleSource['rows']>): ReturnType<SampleSource['rows']> {
    return (await this.#answer<'rows'>((question) => ({ type: 'rows', question, query, from, count }))).page;
  }

  async facts(...[query, sample]: Parameters<SampleSource['facts']>): ReturnType<SampleSource['facts']> {
    return (await this.#answer<'facts'>((question) => ({ type: 'facts', question, query, sample }))).facts;
  }

  async positions(
    ...[query, order, from, count]: Parameters<SampleSource['positions']>
  ): ReturnType<SampleSource['positions']> {
    const page = { query, order, from, count };
    return (await this.#answer<'positions'>((question) => ({ type: 'positions', question, ...page }))).page;
  }

  async detail(sample: number): ReturnType<SampleSource['detail']> {
    const { detail } = await this.#answer<'detail'>((question) => ({ type: 'detail', question, sample }));
    return detail ?? undefined;
  }

  #answer<Type extends Question>(
    message: (question: number) => Parameters<Host<FromReport>['send']>[0],
  ): Promise<Extract<ToReport, { type: Type }>> {
    const question = ++this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(question, (answer) => resolve(answer as Extract<ToReport, { type: Type }>));
      this.#host.send(message(question));
    });
  }
}
