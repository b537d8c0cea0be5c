import { JsonScanner } from '../../base/text/json-scanner.ts';
import { type JsonNode, NodeBuilder } from './json-node.ts';
import type { PartReader, Unread } from './part.ts';

/** Receives the records of a document, in its order. */
export interface RecordSink {
  /** @param conversation records with the same name belong to one conversation */
  record(node: JsonNode, conversation: string): void;
  unread(problem: Unread): void;
}

/** So many characters of a record are held before its complete parts are read without the rest. */
const MAX_HELD = 1 << 22;
const NEWEST = 2;

/** Reads the records of a JSON or JSON Lines document: its values, or the elements of its list. */
export class JsonReader implements PartReader {
  readonly #sink: RecordSink;
  readonly #scanner: JsonScanner;
  readonly #builder: NodeBuilder;
  #records = 0;
  /** Offset of the first character of the record that is being read. */
  #from = 0;

  constructor(sink: RecordSink) {
    this.#sink = sink;
    this.#builder = new NodeBuilder({
      whole: (node, isElement) => {
        this.#record(node, isElement);
        this.#records++;
        this.#from = this.#scanner.offset;
      },
      held: (length) => {
        if (length > MAX_HELD) this.#readEarly();
      },
      broken: (at, why) => {
        if (at >= 0) sink.unread({ at, message: why });
      },
      number: (key, raw, at, depth) => {
        if (key === 'version' && depth === 1 && Number(raw) > NEWEST)
          sink.unread({
            at,
            message: `version ${raw} of the log is newer than ${NEWEST}: its messages are read by their shape`,
          });
      },
    });
    this.#scanner = new JsonScanner(this.#builder);
  }

  get settled(): number {
    return this.#from;
  }

  push(piece: string): void {
    this.#scanner.push(piece);
  }

  end(): void {
    this.#scanner.end();
  }

  #readEarly(): void {
    const node = this.#builder.take();
    if (node !== undefined) this.#record(node, false);
  }

  #record(node: JsonNode, isElement: boolean): void {
    const isPart = isElement || node.role !== undefined || node.session !== '' || node.isPart;
    this.#sink.record(node, isPart ? `session ${node.session}` : `record ${this.#records}`);
  }
}
