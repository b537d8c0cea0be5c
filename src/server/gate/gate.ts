import {
  CancellationTokenSource,
  type ConnectionOptions,
  type DataCallback,
  ErrorCodes,
  LSPErrorCodes,
  type Message,
  type MessageReader,
  MessageType,
  type MessageWriter,
  ResponseError,
} from 'vscode-languageserver';
import { paramsFault } from './params.ts';

type Id = number | string;

/** A message as it arrives, unchecked. */
type Incoming = Readonly<Record<string, unknown>>;

const CANCEL = '$/cancelRequest';

/** Maximum number of messages that are served before other work takes a turn. */
const MOST_BEFORE_WORK = 100;

/**
 * A filter between a channel and its connection. Violations of the protocol are answered here, with the error that it
 * defines, and reach no handler: parameters of a wrong type, requests before `initialize` and after `shutdown`, an id
 * that is in use. A canceled request is answered immediately, as are all when the server shuts down, whatever is
 * queued.
 */
export class Gate {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Options for the connection that is made of `reader` and `writer`. */
  readonly options: ConnectionOptions;
  readonly #output: MessageWriter;
  #state: 'new' | 'running' | 'ended' = 'new';
  /** Requests without an answer, by `key`. */
  readonly #open = new Map<string, Id>();
  /** Requests that were answered here; a later answer of the handler is dropped. */
  readonly #answered = new Set<string>();
  /** Number of messages that were passed on and not served. */
  #queued = 0;
  #deliver: DataCallback = () => {};
  /** The message `exit`, if it came before `shutdown` was answered. */
  #exit: Message | undefined;
  readonly #ending = new CancellationTokenSource();

  constructor(input: MessageReader, output: MessageWriter) {
    this.#output = output;
    const { onError, onClose, onPartialMessage } = input;
    this.reader = {
      onError,
      onClose,
      onPartialMessage,
      listen: (deliver) => {
        this.#deliver = deliver;
        return input.listen((message) => this.#receive(message));
      },
      dispose: () => input.dispose(),
    };
    this.writer = {
      onError: output.onError,
      onClose: output.onClose,
      write: (message) => this.#write(message),
      end: () => output.end(),
      dispose: () => output.dispose(),
    };
    this.options = {
      messageStrategy: {
        handleMessage: (message, next) => {
          if ((message as { readonly method?: string }).method !== CANCEL) this.#queued--;
          return this.#isOver(message) ? undefined : next(message);
        },
      },
    };
    onError((error) => {
      if (error instanceof ResponseError) this.#refuse(null, error.code, error.message);
    });
  }

  /** True after `shutdown`. */
  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Calls back when `shutdown` arrives, ahead of the queued messages. */
  onEnd(callback: () => void): void {
    this.#ending.token.onCancellationRequested(callback);
  }

  /**
   * Calls back once the received messages are served, or `MOST_BEFORE_WORK` of them.
   *
   * @param defer calls back after the next of them
   */
  afterMessages(defer: (callback: () => void) => void, callback: () => void): void {
    let looks = 0;
    const look = (): void => {
      if (this.#queued > 0 && looks++ < MOST_BEFORE_WORK) defer(look);
      else callback();
    };
    defer(look);
  }

  #receive(message: unknown): void {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.#refuse(null, ErrorCodes.InvalidRequest, 'a message must be a JSON object');
      return;
    }
    const incoming = message as Incoming;
    if (!('method' in incoming)) {
      if ('id' in incoming && ('result' in incoming || 'error' in incoming)) this.#pass(incoming);
      else
        this.#refuse(idOf(incoming), ErrorCodes.InvalidRequest, 'a message must have a method, a result or an error');
    } else if (typeof incoming['method'] !== 'string')
      this.#refuse(idOf(incoming), ErrorCodes.InvalidRequest, 'the method must be a string');
    else if ('id' in incoming) this.#request(incoming, incoming['method']);
    else this.#notification(incoming, incoming['method']);
  }

  #request(message: Incoming, method: string): void {
    const id = idOf(message);
    const refusal = this.#refusal(id, method, message['params']);
    if (refusal !== undefined) {
      this.#refuse(id, ...refusal);
      return;
    }
    if (method === 'initialize') this.#state = 'running';
    if (method === 'shutdown') this.#end();
    if (id !== null) this.#open.set(key(id), id);
    this.#pass(message);
  }

  #refusal(id: Id | null, method: string, params: unknown): readonly [code: number, message: string] | undefined {
    if (id === null) return [ErrorCodes.InvalidRequest, 'the id of a request must be a whole number or a string'];
    if (this.#open.has(key(id)))
      return [ErrorCodes.InvalidRequest, `the id ${JSON.stringify(id)} is that of a request without an answer`];
    if (this.#state === 'ended') return [ErrorCodes.InvalidRequest, 'the server was shut down'];
    if (this.#state === 'new' && method !== 'initialize')
      return [ErrorCodes.ServerNotInitialized, 'the first request must be "initialize"'];
    if (this.#state === 'running' && method === 'initialize')
      return [ErrorCodes.InvalidRequest, 'the server was initialized before'];
    const fault = paramsFault(method, params);
    return fault === undefined ? undefined : [ErrorCodes.InvalidParams, fault];
  }

  #notification(message: Incoming, method: string): void {
    if (method === 'exit') {
      const isAwaited = this.#state === 'ended' && this.#open.size > 0;
      if (isAwaited) this.#exit = message as unknown as Message;
      else this.#pass(message);
      return;
    }
    if (this.#state !== 'running') return;
    const fault = paramsFault(method, message['params']);
    if (fault !== undefined) this.#log(`${method} was ignored: ${fault}`);
    else if (method === CANCEL) this.#cancel(message);
    else this.#pass(message);
  }

  /** Answers a canceled request and notifies its handler. */
  #cancel(message: Incoming): void {
    const { id } = message['params'] as { readonly id: Id };
    if (!this.#open.has(key(id)) || this.#answered.has(key(id))) return;
    this.#answered.add(key(id));
    this.#refuse(id, LSPErrorCodes.RequestCancelled, 'the request was cancelled');
    // A running handler is notified immediately: then nothing is queued.
    this.#deliver(message as unknown as Message);
  }

  /** Answers all open requests. */
  #end(): void {
    this.#state = 'ended';
    for (const [name, id] of this.#open) {
      if (this.#answered.has(name)) continue;
      this.#answered.add(name);
      this.#refuse(id, LSPErrorCodes.RequestCancelled, 'the server was shut down');
    }
    this.#open.clear();
    this.#ending.cancel();
  }

  /** Returns true for messages that are queued when the server shuts down. */
  #isOver(message: Message): boolean {
    const { method } = message as { readonly method?: string };
    return this.#state === 'ended' && method !== undefined && method !== 'shutdown' && method !== 'exit';
  }

  #pass(message: Incoming): void {
    this.#queued++;
    this.#deliver(message as unknown as Message);
  }

  async #write(message: Message): Promise<void> {
    const { id, method } = message as { readonly id?: Id | null; readonly method?: string };
    const isAnswer = method === undefined && id !== undefined && id !== null;
    if (isAnswer) {
      this.#open.delete(key(id));
      if (this.#answered.delete(key(id))) return;
    }
    await this.#output.write(message);
    const exit = this.#exit;
    if (!isAnswer || exit === undefined || this.#open.size > 0) return;
    this.#exit = undefined;
    this.#deliver(exit);
  }

  #refuse(id: Id | null, code: number, message: string): void {
    this.#send({ id, error: { code, message } });
  }

  #log(message: string): void {
    this.#send({ method: 'window/logMessage', params: { type: MessageType.Error, message } });
  }

  #send(message: object): void {
    // A client that has disconnected needs no answer.
    this.#output.write({ jsonrpc: '2.0', ...message }).catch(() => {});
  }
}

/** Ids that differ only in their type count as one: the connection does not distinguish them. */
const key = (id: Id): string => String(id);

function idOf({ id }: Incoming): Id | null {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : null;
}
