import { cleanLine, cleanText } from './texts.js';

it.each([
  ['Tank A\vTank B', 'Tank A Tank B'],
  ['a\u0000b\u007fc\u0085d', 'a b c d'],
  ['line 1\r\nline 2\rline 3\tend', 'line 1\nline 2\nline 3\tend'],
  ['over\uFFFEground\uFFFF \uFDD0tank\u{1FFFE}', 'over-ground tank'],
  ['lone \ud83d and 🛢 𝔘 é', 'lone \uFFFD and 🛢 𝔘 é'],
])('%j becomes %j in a text', (given, expected) => {
  expect(cleanText(given)).toBe(expected);
});

it.each([
  ['Tank A\vTank B', 'Tank A Tank B'],
  ['a\r\n\tb\u2028c', 'a b c'],
])('%j becomes %j in a name', (given, expected) => {
  expect(cleanLine(given)).toBe(expected);
});
