// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { TestEnvironment } from 'jest-environment-node';
import { troubleIn } from '../tools/dist/testing/log-excerpt.js';

/** Log lines shown with one failure. */
const MOST_LINES = 25;

/**
 * Node, with the trouble that the stack's logs speak of added to a test that fails: the data folder is gone afterwards.
 * Journeys that ran beside it may have caused some of it.
 */
export default class JourneyEnvironment extends TestEnvironment {
  #began = 0;

  handleTestEvent({ name, error }) {
    if (name === 'setup' || name === 'test_start') this.#began = Date.now();
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
    const folder = this.global.process.env.E2E_LOGS;
    if (!folder || typeof error?.stack !== 'string') return;
    const lines = troubleIn(folder, this.#began, MOST_LINES);
    const said = lines.length > 0 ? lines.map((line) => `  ${line}`).join('\n') : '  nothing';
    // jest prints the stack; the message in it was copied when the error was made
    error.stack += `\n\nThe stack's logs said, at level warn or above, since the test began:\n${said}`;
  }
}
