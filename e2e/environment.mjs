// Plain JavaScript: jest loads this file outside its TypeScript transform.
import { TestEnvironment } from 'jest-environment-node';
import { troubleIn } from '../tools/dist/build/testing/log-excerpt.js';

const MOST_LINES = 25;

/** Adds warnings from the stack's logs to a failed test: the data folder is deleted afterwards. */
export default class JourneyEnvironment extends TestEnvironment {
  #began = 0;

  handleTestEvent({ name, error }) {
    if (name === 'setup' || name === 'test_start') this.#began = Date.now();
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
    const folder = this.global.process.env.E2E_LOGS;
    if (!folder || typeof error?.stack !== 'string') return;
    const lines = troubleIn(folder, this.#began, MOST_LINES);
    const said = lines.length > 0 ? lines.map((line) => `  ${line}`).join('\n') : '  nothing';
    // jest prints the stack, which copied the message at creation
    error.stack += `\n\nThe stack's logs said, at level warn or above, since the test began:\n${said}`;
  }
}
