import type { ErasedPeople, ErasedPerson } from '@symbio/people';
import { Readable } from 'node:stream';
import { addAll, readList, textOf } from './erased.js';

const person = (last: number): ErasedPerson => ({
  userId: `01890000-0000-7000-8000-00000000000${last}`,
  authorId: '01890000-0000-7000-8000-000000000009',
  at: new Date('2026-11-23T10:00:00.000Z'),
});

it('a list is read as it was printed', () => {
  const people = [person(1), { ...person(2), authorId: '' }];
  expect(readList(people.map((each) => `${JSON.stringify(each)}\n`).join(''))).toEqual(people);
});

it('a list is read from a file or from standard input', async () => {
  const line = `${JSON.stringify(person(1))}\n`;
  expect(readList(await textOf('-', Readable.from([line, JSON.stringify(person(2))])))).toEqual([person(1), person(2)]);
  await expect(textOf('/nowhere/erased.jsonl')).rejects.toThrow('/nowhere/erased.jsonl cannot be read.');
});

it.each(['{}', 'Ada Marsh', '{"userId":"ada","authorId":"","at":"2026-11-23"}'])(
  'an invalid line (%s) is reported, and nothing is added',
  (wrong) => {
    expect(() => readList(`${JSON.stringify(person(1))}\n${wrong}`)).toThrow(
      'Line 2 is not an entry of a list of erased people',
    );
  },
);

it('only users missing in the list are added', async () => {
  const rows = [person(1)];
  const people: ErasedPeople = { all: () => Promise.resolve(rows), add: (one) => Promise.resolve(void rows.push(one)) };
  expect(await addAll(people, [{ ...person(1), at: new Date(0) }, person(2)])).toBe(1);
  expect(rows).toEqual([person(1), person(2)]);
});
