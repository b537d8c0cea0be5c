import type { FrameLocator, Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** The palette lists what is there when it is opened, and nothing that comes later. */
const PALETTE_MS = 3000;
const PALETTE_TRIES_MS = 60_000;
/** Files are searched by a program of its own, which begins again with every opening. */
const FILES_MS = 20_000;
/** A menu takes clicks after this time. */
const MENU_MS = 400;
/** A click shows its cursor within this time. */
const CLICK_MS = 1500;

/** VS Code's window in a page: what a user sees and does, by selectors that hold over its versions. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The editor of the file whose URI ends so. */
  editor(ending: string): Editor {
    return new Editor(
      this.page,
      this.page.locator(`.editor-instance .monaco-editor[data-uri$=${JSON.stringify(ending)}]`),
    );
  }

  /** The language of the active editor, in the status bar. */
  language(name: string): Locator {
    return this.page.locator(String.raw`.statusbar-item#status\.editor\.mode`, { hasText: name });
  }

  /** The model that predicts, in the status bar. */
  predictor(name: string): Locator {
    return this.page.locator(String.raw`.statusbar-item[id$="statelens.model"]`, { hasText: name });
  }

  /** Runs a command by its name in the palette. A busy machine shows the window before it has the commands of extensions. */
  async run(command: string, category?: string): Promise<void> {
    const shown = category === undefined ? command : `${category}: ${command}`;
    await this.#list('F1', `>${shown}`, command, PALETTE_MS);
    await this.choose(command);
  }

  /** Predicts at the cursor, by Predict…. */
  async predictHere(): Promise<void> {
    await this.run('Predict…', 'StateLens');
    await this.choose('Here');
  }

  /**
   * Opens a quick pick by a key and fills it, again until it lists an entry: a key, and what is filled in while it opens, may be lost. Each try
   * has more time than the one before, since a busy machine may need longer for the list than for anything else.
   */
  async #list(key: string, text: string, entry: string, patience: number): Promise<void> {
    const center = this.page.locator('.command-center-quick-pick').first();
    let hasKey = true;
    let wait = patience;
    const lists = async (): Promise<boolean> => {
      if (await this.input.isVisible()) await this.page.keyboard.press('Escape');
      try {
        // Keys can go astray while the focus moves; the box in the title bar opens the same list.
        if (hasKey) await this.page.keyboard.press(key);
        else await center.click({ timeout: wait });
        hasKey = true;
        await this.input.waitFor({ timeout: wait }).catch((error: unknown) => {
          hasKey = false;
          throw error;
        });
        await this.input.fill(text);
        await this.picks.filter({ hasText: entry }).first().waitFor({ timeout: wait });
        return true;
      } catch {
        wait *= 1.5;
        return false;
      }
    };
    await eventually(`${text} in the palette`, lists, (listed) => listed, PALETTE_TRIES_MS);
  }

  /** Shows a file of the folder in whatever shows it: from the Explorer, where it is listed there, else by Quick Open. */
  async show(name: string): Promise<void> {
    const row = this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
    const click = () =>
      row.dblclick({ timeout: PALETTE_MS }).then(
        () => true,
        () => false,
      );
    // Something may lie above it, such as what came when the folder was trusted.
    if ((await row.isVisible()) && (await click())) return;
    await this.#list('Control+p', name, name, FILES_MS);
    await this.choose(name);
  }

  /** The same of a file that a text editor shows. */
  async open(name: string): Promise<Editor> {
    await this.show(name);
    const editor = this.editor(name);
    await editor.root.waitFor();
    return editor;
  }

  /** Trusts the folder. */
  async trust(): Promise<void> {
    await this.run('Manage Workspace Trust', 'Workspaces');
    const page = this.page.locator('.workspace-trust-editor');
    await page.locator('.monaco-button', { hasText: /^Trust$/ }).click();
    await page.getByText('You trust this folder').waitFor();
  }

  /** The field of the palette and of every other quick pick. */
  get input(): Locator {
    return this.page.locator('.quick-input-widget input.input');
  }

  /** The entries of a quick pick. */
  get picks(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /** Takes the first entry of a quick pick that has this text. */
  async choose(text: string): Promise<void> {
    await this.picks.filter({ hasText: text }).first().click();
  }

  /**
   * Takes an entry of the menu that the right button opens, again until the menu is gone by it: one that opens before the entries of
   * an extension are known lacks them, and a click right after it opened is taken for the end of the one that opened it.
   */
  async fromMenu(place: Locator, title: string): Promise<void> {
    const entry = this.page.locator('.monaco-menu .action-item', { hasText: title });
    const done = (step: Promise<void>): Promise<boolean> =>
      step.then(
        () => true,
        () => false,
      );
    const timeout = PALETTE_MS;
    const take = async (): Promise<boolean> => {
      await this.page.keyboard.press('Escape');
      await place.click({ button: 'right' });
      // What is shown in the meantime, such as a banner, closes it.
      if (!(await done(entry.hover({ timeout })))) return false;
      await this.page.waitForTimeout(MENU_MS);
      if (!(await entry.isVisible())) return false;
      await this.page.mouse.down();
      await this.page.mouse.up();
      return done(entry.waitFor({ state: 'hidden', timeout }));
    };
    await eventually(`${title} in the menu`, take, (taken) => taken);
  }

  /** Opens the quick fixes at the cursor by their key, again until they list one. */
  async quickFix(title: string): Promise<void> {
    const rows = this.page.locator('.action-widget .monaco-list-row');
    const lists = async (): Promise<boolean> => {
      if (await rows.first().isVisible()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+.');
      const row = rows.filter({ hasText: title });
      return row.waitFor({ timeout: PALETTE_MS }).then(
        () => true,
        () => false,
      );
    };
    await eventually(`${title} among the quick fixes`, lists, (listed) => listed);
  }

  /** The texts of the toasts. */
  get toasts(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item-message');
  }

  /** Toasts that warn or tell of an error. */
  get complaints(): Locator {
    return this.page.locator('.notification-list-item', { has: this.page.locator('.codicon-error, .codicon-warning') });
  }

  /** The rows of the Problems view, when it is open. */
  get problems(): Locator {
    return this.page.locator('.markers-panel-container .monaco-list-row');
  }

  /** The document of the extension in the visible webview: an iframe in an iframe. */
  get webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** The hover's popup. */
  get hover(): Locator {
    return this.page.locator('.monaco-hover:visible .hover-contents');
  }

  /** Waits for so many pictures in the hover that the browser could draw, and returns their widths in pixels. */
  async hoverPictures(count: number): Promise<number[]> {
    const pictures = this.hover.locator('img[src^="data:image/svg+xml"]');
    const widths = () => pictures.evaluateAll((all) => all.map((e) => (e as HTMLImageElement).naturalWidth));
    const found = await eventually(
      'pictures in the hover',
      widths,
      (found) => found.length >= count && found.every((width) => width > 0),
    );
    // It fades in.
    await this.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    return found;
  }

  /** What "Developer: Show Running Extensions" says of the extension's activation: milliseconds. */
  async activationTime(): Promise<number> {
    await this.run('Show Running Extensions', 'Developer');
    const row = this.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'StateLens' });
    const text = await row.locator('.activation-time').innerText();
    return Number(/(\d+)\s*ms/.exec(text)?.[1]);
  }
}

/** One text editor. */
export class Editor {
  readonly #page: Page;
  readonly root: Locator;

  constructor(page: Page, root: Locator) {
    this.#page = page;
    this.root = root;
  }

  get lines(): Locator {
    return this.root.locator('.view-line');
  }

  /** The lines on the screen from top to bottom, with the hints in them; VS Code keeps them in another order. */
  shownText(): Promise<string> {
    return this.lines.evaluateAll((all) =>
      all
        .map((line) => ({ top: line.getBoundingClientRect().top, text: (line as HTMLElement).innerText }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text)
        .join('\n')
        .replaceAll('\u00a0', ' '),
    );
  }

  /** Code lenses: those with a command are links. */
  get lenses(): Locator {
    return this.root.locator('.codelens-decoration a');
  }

  /** The texts of the visible lenses, once there are some and none waits for a number any more. */
  async settledLenses(): Promise<string[]> {
    const shown = async () => (await this.lenses.allInnerTexts()).filter((text) => text !== '');
    const settled = (text: string) => !/ …(?:$| )| of [\d,]+ scored/.test(text);
    return eventually('lenses with their numbers', shown, (texts) => texts.length > 0 && texts.every(settled));
  }

  /** The marks of predictions in the gutter, from top to bottom: `exact`, `near`, `wrong`, `none`. */
  async marks(): Promise<string[]> {
    const icons = await this.root.locator('.glyph-margin-widgets > div').evaluateAll((found) =>
      found
        .map((icon) => ({ top: icon.getBoundingClientRect().top, image: getComputedStyle(icon).backgroundImage }))
        .sort((a, b) => a.top - b.top)
        .map(({ image }) => /marks[/%].*?(exact|near|wrong|none)-/.exec(image)?.[1]),
    );
    return icons.filter((mark) => mark !== undefined);
  }

  /** The lines with chips of predictions, from top to bottom: their text, then that of each chip. */
  chips(): Promise<string[][]> {
    return this.lines.evaluateAll((all) =>
      all
        .map((line) => {
          const after = (span: Element) => /^"(.+)"$/.exec(getComputedStyle(span, '::after').content)?.[1];
          const attached = Array.from(line.querySelectorAll('span > span'), after);
          // VS Code's own sign of a fold is no chip.
          const chips = attached.flatMap((text) => (text === undefined || text === '⋯' ? [] : text));
          const words = [line.textContent ?? '', ...chips].map((text) => text.replaceAll('\u00a0', ' '));
          return { top: line.getBoundingClientRect().top, words };
        })
        .filter(({ words }) => words.length > 1)
        .sort((a, b) => a.top - b.top)
        .map(({ words }) => words),
    );
  }

  /** Rests the mouse on the chip of a model in a line. */
  async hoverOverChip(line: string, name: string): Promise<void> {
    const spans = this.lines.filter({ hasText: line }).first().locator('span > span');
    const find = (all: Element[], name: string) => {
      const chip = all.find((span) => getComputedStyle(span, '::after').content.includes(name));
      const box = chip?.getBoundingClientRect();
      return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    };
    // Lenses above it may come meanwhile.
    const rest = async (): Promise<boolean> => {
      const place = await spans.evaluateAll(find, name);
      if (place === undefined) return false;
      await this.#page.mouse.move(place.x + 20, place.y + 40);
      await this.#page.mouse.move(place.x, place.y, { steps: 4 });
      const now = await spans.evaluateAll(find, name);
      return now?.x === place.x && now.y === place.y;
    };
    await eventually(`the chip ${name} under the mouse`, rest, (stays) => stays);
  }

  /** How many parts of predictions are underlined as wrong. */
  underlined(): Promise<number> {
    return this.root
      .locator('.view-overlays .cdr')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).borderBottomWidth === '2px').length);
  }

  /** The colors of the text on the first line that holds `part`. */
  colors(part: string): Promise<string[]> {
    return this.lines
      .filter({ hasText: part })
      .first()
      .locator('span[class*=mtk]')
      .evaluateAll((spans) => [...new Set(spans.map((span) => getComputedStyle(span).color))]);
  }

  /** Puts the cursor behind `text`, which stands on the visible part, by a click; again where lenses or hints moved it meanwhile. */
  async clickBehind(text: string): Promise<void> {
    const click = async () => {
      const box = await this.#place(text);
      await this.#page.mouse.click(box.right - 1, box.middle);
      return this.#cursorStands(text);
    };
    await eventually(`the cursor behind "${text}"`, click, (stands) => stands);
  }

  /** Rests the mouse on `text`. */
  async hoverOver(text: string): Promise<void> {
    const rest = async () => {
      const box = await this.#place(text);
      const x = (box.left + box.right) / 2;
      await this.#page.mouse.move(x + 60, box.middle);
      await this.#page.mouse.move(x, box.middle, { steps: 4 });
      const now = await this.#place(text);
      return now.left === box.left && now.middle === box.middle;
    };
    await eventually(`"${text}" under the mouse`, rest, (stays) => stays);
  }

  /** True if the cursor comes to stand behind `text`. A next click is late enough to be none of a double click. */
  async #cursorStands(text: string): Promise<boolean> {
    const cursor = this.root.locator('.cursors-layer .cursor').first();
    for (const end = performance.now() + CLICK_MS; performance.now() < end; ) {
      const [at, place] = [await cursor.boundingBox(), await this.#place(text)];
      if (at !== null && at.y < place.middle && at.y + at.height > place.middle && at.x > place.right - 3) return true;
      await this.#page.waitForTimeout(50);
    }
    return false;
  }

  /** Where words stand on the page: spans follow the colors, so the place is asked of the text. */
  async #place(text: string): Promise<{ left: number; right: number; middle: number }> {
    const find = (root: Element, text: string) => {
      for (const line of root.querySelectorAll('.view-lines .view-line')) {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const pieces: { node: Node; start: number }[] = [];
        let all = '';
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          pieces.push({ node, start: all.length });
          all += node.textContent ?? '';
        }
        // Editors show spaces as no-break spaces.
        const start = all.replaceAll('\u00a0', ' ').indexOf(text);
        if (start < 0) continue;
        const range = document.createRange();
        const at = (offset: number) => {
          const piece = pieces.filter((p) => p.start <= offset).at(-1) ?? pieces[0];
          return [piece.node, offset - piece.start] as const;
        };
        range.setStart(...at(start));
        range.setEnd(...at(start + text.length));
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, middle: (top + bottom) / 2 };
      }
      return undefined;
    };
    await this.lines.filter({ hasText: text }).first().waitFor();
    const place = await this.root.evaluate(find, text);
    if (place === undefined) throw new Error(`"${text}" is not on the visible part of the editor`);
    return place;
  }
}
