import { after } from 'node:test';
import type { Host, HostProcess } from './host.ts';
import type { ModelServer } from './model-server.ts';
import { type Scenario, type Scene, Stage } from './stage.ts';

/** The stages of all test files of a process: a VS Code and its window take ten seconds to start. */
const STAGES = { node: new Stage(), web: new Stage({ kind: 'web' }) };
const started = new Set<Stage>();

after(async () => {
  for (const stage of started) await stage.stop();
});

export interface SharedOptions {
  /** Where the extension runs. Default `node`. */
  readonly kind?: keyof typeof STAGES;
  /** The user's settings in all of its scenes. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A model that the settings name; it starts and stops with the suite. */
  readonly models?: ModelServer;
}

/** The part of a suite in the stage that all of them share: its settings, and its model. */
export class SharedStage {
  readonly #stage: Stage;
  readonly #options: SharedOptions;

  constructor(options: SharedOptions = {}) {
    this.#options = options;
    this.#stage = STAGES[options.kind ?? 'node'];
  }

  /** Starts the model; the stage starts with the first scene that is played. */
  async start(): Promise<void> {
    await this.#options.models?.start();
  }

  async stop(): Promise<void> {
    await this.#options.models?.stop();
  }

  get host(): Host {
    return this.#stage.host;
  }

  get languageServers(): HostProcess[] {
    return this.#stage.languageServers;
  }

  /** Starts VS Code, as the first scene does; once in a process. */
  async ready(): Promise<void> {
    if (started.has(this.#stage)) return;
    started.add(this.#stage);
    await this.#stage.start();
  }

  async play(name: string, scenario: Scenario, act: (scene: Scene) => Promise<void>): Promise<void> {
    await this.ready();
    const { models, settings } = this.#options;
    const all = { ...models?.settings, ...settings, ...scenario.settings };
    await this.#stage.play(name, { ...scenario, settings: all }, act);
  }
}
