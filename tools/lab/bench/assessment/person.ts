import { errors, type Locator, type Page } from 'playwright-core';

/** Until a missing target counts as gone. */
const GONE_MS = 5_000;

/** Interactions and seconds of one step of the work. */
export interface StepCost {
  name: string;
  /** Clicks, choices, keys that act, filled fields and drags. */
  interactions: number;
  /** The script does not think, so all its time is waiting. */
  seconds: number;
}

/** Works on a page as a person does, and counts what it costs. */
export class Person {
  readonly steps: StepCost[] = [];
  #interactions = 0;

  constructor(readonly page: Page) {}

  async step(name: string, work: () => Promise<void>): Promise<void> {
    this.#interactions = 0;
    const began = performance.now();
    await work();
    this.steps.push({ name, interactions: this.#interactions, seconds: (performance.now() - began) / 1000 });
  }

  async click(target: Locator): Promise<void> {
    this.#interactions++;
    await target.click();
  }

  /** For what a refreshed list may take away. @returns whether it was clicked */
  async clickIfThere(target: Locator): Promise<boolean> {
    try {
      await target.click({ timeout: GONE_MS });
    } catch (error) {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    }
    this.#interactions++;
    return true;
  }

  /** A field counts once, however long its text. */
  async fill(target: Locator, text: string): Promise<void> {
    this.#interactions++;
    await target.fill(text);
  }

  /** A file that is dragged to the page. */
  async drop(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.#interactions++;
    await target.setInputFiles(file);
  }

  async choose(target: Locator, option: string | { value: string }): Promise<void> {
    this.#interactions++;
    await target.selectOption(typeof option === 'string' ? { label: option } : option);
  }

  async press(key: string): Promise<void> {
    this.#interactions++;
    await this.page.keyboard.press(key);
  }

  /** By a link or a bookmark, which is a click. */
  async open(path: string): Promise<void> {
    this.#interactions++;
    await this.page.goto(path);
  }

  button(name: string | RegExp, scope: Page | Locator = this.page): Locator {
    return scope.getByRole('button', { name, exact: true });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }
}
