import fc from 'fast-check';
import { namePattern } from './name-pattern.js';

const matches = (ilike: string, name: string): boolean => new RegExp(namePattern(ilike), 'is').test(name);

describe('name_ilike (API-11)', () => {
  it.each([
    ['gas', 'Former GAS Station', true],
    ['station', 'Former Gas Station', true],
    ['diner', 'Former Gas Station', false],
    ['former%', 'Former Gas Station', true],
    ['gas%', 'Former Gas Station', false],
    ['%station', 'Former Gas Station', true],
    ['%gas', 'Former Gas Station', false],
    ['%gas%', 'Former Gas Station', true],
    ['f%gas%n', 'Former Gas Station', true],
    ['%a%a%a%', 'Former Gas Station', false],
    ['%a%a%t%n', 'Former Gas Station', true],
    ['former _as station', 'Former Gas Station', true],
    ['_as', 'Former Gas Station', false],
    ['%', '', true],
    ['%%', 'anything', true],
    ['100\\%', 'Clean 100% Laundry', true],
    ['100\\%', 'Clean 1000 Laundry', false],
    ['a.c', 'abc', false],
    ['(works)*', 'Gas (Works)* Ltd', true],
    ['back\\', 'back\\slash', true],
    ['%müller%', 'Färberei MÜLLER', true],
    ['%line', 'two\nline', true],
  ])('%j on %j: %s', (ilike, name, expected) => {
    expect(matches(ilike, name)).toBe(expected);
  });

  it('agrees with the plain reading of a pattern', () => {
    const plain = (ilike: string): RegExp => new RegExp(`^${ilike.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'is');
    const pattern = fc
      .string({ unit: fc.constantFrom('a', 'b', '%', '_'), maxLength: 8 })
      .filter((text) => /[%_]/.test(text));
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A'), maxLength: 10 });
    fc.assert(
      fc.property(pattern, name, (ilike, text) => matches(ilike, text) === plain(ilike).test(text)),
      { numRuns: 400 },
    );
  });

  it('does not try every way to place its parts, however many there are', () => {
    const ilike = `%${'a%'.repeat(99)}b`;
    // backtracking would exceed the test timeout
    expect(matches(ilike, 'a'.repeat(200))).toBe(false);
  });
});
