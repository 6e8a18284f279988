import { jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { Person } from './person.js';

const done = () => jest.fn(() => Promise.resolve());
const target = { click: done(), fill: done(), selectOption: done(), setInputFiles: done() } as unknown as Locator;
const page = { goto: done(), keyboard: { press: done() } } as unknown as Page;

it('counts clicks, choices, keys, drags and filled fields of each step', async () => {
  const person = new Person(page);
  await person.step('marking', async () => {
    await person.open('/projects');
    await person.click(target);
    await person.press('a');
    await person.drop(target, { name: 'package.pdf', mimeType: 'application/pdf', buffer: Buffer.of() });
  });
  await person.step('judging', async () => {
    await person.fill(target, 'A long reason counts once.');
    await person.choose(target, 'REC');
  });
  expect(person.steps.map(({ name, interactions }) => [name, interactions])).toEqual([
    ['marking', 4],
    ['judging', 2],
  ]);
});
