import { erasedName, erasedPeople } from './erased-people.js';

const ID = '01890000-0000-7000-8000-000000000002';

it('the name of an erased user is derived from the id, is the same everywhere and permanently, and distinguishes users', () => {
  expect(erasedName(ID)).toBe('Erased person 3VF44C');
  const names = Array.from({ length: 500 }, (_, index) => erasedName(`${ID}-${index}`));
  expect(new Set(names).size).toBe(500);
  for (const name of names) expect(name).toMatch(/^Erased person [0-9A-HJKMNP-TV-Z]{6}$/);
});

it('the list keeps the first entry of a user, and returns dates', async () => {
  const values: Record<string, unknown> = {};
  const people = erasedPeople({
    create(key, value) {
      const free = !(key in values);
      values[key] ??= JSON.parse(JSON.stringify(value));
      return Promise.resolve(free);
    },
    all: () => Promise.resolve(values),
  });
  const [first, second] = [new Date('2026-11-23T10:00:00Z'), new Date('2026-11-24T10:00:00Z')];
  await people.add({ userId: ID, authorId: 'a', at: first });
  await people.add({ userId: ID, authorId: 'a', at: second });
  expect(await people.all()).toEqual([{ userId: ID, authorId: 'a', at: first }]);
});
