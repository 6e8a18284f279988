import { answerFault, placesOf, textPlaces, textsUnder } from './places.js';

const body = { title: 'a', items: [{ name: 'b', at: { x: 1 } }, { name: 'c' }], tags: ['d'] };

describe('places of a body', () => {
  it('are all fields, and the first item of each list', () => {
    expect(placesOf(body).map(({ where }) => where)).toEqual([
      'title',
      'items',
      'items[]',
      'items[].name',
      'items[].at',
      'items[].at.x',
      'tags',
      'tags[]',
    ]);
    expect(textPlaces(body).map(({ where, name }) => [where, name])).toEqual([
      ['title', 'title'],
      ['items[].name', 'name'],
      ['tags[]', 'tags'],
    ]);
  });

  it('are changed one at a time', () => {
    const [, , tags] = textPlaces(body);
    expect(tags?.with({ $gt: '' })).toEqual({ ...body, tags: [{ $gt: '' }] });
    expect(textPlaces(body)[1]?.with('z')).toMatchObject({
      title: 'a',
      items: [{ name: 'z', at: { x: 1 } }, { name: 'c' }],
    });
  });

  it('include fields without a value', () => {
    expect(placesOf({ a: undefined, b: null }).map(({ where }) => where)).toEqual(['a', 'b']);
  });

  it('are found in the answer', () => {
    expect(textsUnder({ data: [body] }, 'name')).toEqual(['b', 'c']);
  });
});

describe('an answer to hostile input', () => {
  const fault = (status: number, content: unknown) => answerFault(status, Buffer.from(JSON.stringify(content)));
  it('is a success, or a refusal in a sentence', () => {
    expect(fault(201, {})).toBeUndefined();
    expect(fault(400, { error: 'Check the fields that are marked.' })).toBeUndefined();
    expect(fault(400, { error: 'year must be a whole number or null' })).toBeUndefined();
    expect(fault(400, { jsonrpc: '2.0', error: { code: -32602, message: 'words is required' } })).toBeUndefined();
    expect(fault(400, { error: 'year is null' })).toMatch('without a sentence');
    expect(fault(500, { error: 'Something went wrong.' })).toMatch('was answered 500');
    expect(fault(400, { error: 'Cast to string failed' })).toMatch('without a sentence');
    expect(answerFault(400, Buffer.from('<html>'))).toMatch('without a sentence');
  });
});
