import { afterEach, jest } from '@jest/globals';
import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

// Whole screens are rendered on busy machines. Only a failing test waits this long.
configure({ asyncUtilTimeout: 30_000 });
jest.setTimeout(180_000);

// While waiting for an element, each failed attempt would print the whole document; the last one does anyway.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

// React captures a stack per rendered element for its warnings, up to ten thousand a second: this exhausts the limit.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || !internals || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts its stacks elsewhere now: see web/src/testing/setup.ts');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });

/** Redux development middleware warns that it is slow on busy machines. */
const IS_ABOUT_SPEED = /^\w+Middleware took \d+ms, which is more than the warning threshold/;

const said: string[] = [];
for (const name of ['error', 'warn'] as const) {
  const print = console[name].bind(console);
  console[name] = (...words: unknown[]) => {
    if (IS_ABOUT_SPEED.test(String(words[0]))) return;
    said.push(`console.${name}: ${words.map(String).join(' ')}`);
    print(...words);
  };
}

// a test that expects output mocks the method
afterEach(() => {
  const words = said.splice(0);
  if (words.length > 0) throw new Error(`Nobody expected these words in the console:\n${words.join('\n')}`);
});
