import { afterEach, jest } from '@jest/globals';
import { configure } from '@testing-library/react';

// Whole screens are drawn here, on machines that do other things as well. Only a broken test ever waits this long.
configure({ asyncUtilTimeout: 30_000 });
jest.setTimeout(180_000);

/** Development tools of Redux that take their time on a busy machine, and say so. */
const IS_ABOUT_SPEED = /^\w+Middleware took \d+ms, which is more than the warning threshold/;

/** What was said to the console since the last test, by React, a library or the product. */
const said: string[] = [];
for (const name of ['error', 'warn'] as const) {
  const print = console[name].bind(console);
  console[name] = (...words: unknown[]) => {
    if (IS_ABOUT_SPEED.test(String(words[0]))) return;
    said.push(`console.${name}: ${words.map(String).join(' ')}`);
    print(...words);
  };
}

// a test that expects such words says so: it puts a mock in the place of the method
afterEach(() => {
  const words = said.splice(0);
  if (words.length > 0) throw new Error(`Nobody expected these words in the console:\n${words.join('\n')}`);
});
