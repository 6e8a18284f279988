import { fuzzed } from './document.js';

const NOTHING = { ids: {}, vocabularies: {} };

it('gets real ids and words of vocabularies, and keeps other texts', () => {
  const id = (thing: string) => ({ type: 'string', 'x-symbio-id': thing, examples: ['made up'] });
  const use = { type: 'string', 'x-symbio-vocabulary': 'land_uses' };
  const name = { type: 'string', examples: ['Gas works'] };
  const document = { anyOf: [id('Run'), id('Planet'), use, name], open: null };
  expect(fuzzed(document, { ids: { run: 'r1' }, vocabularies: { land_uses: ['a', 'b'] } })).toEqual({
    anyOf: [{ ...id('Run'), examples: ['r1'] }, id('Planet'), { ...use, enum: ['a', 'b'], examples: ['a'] }, name],
    open: null,
  });
});

it('loses examples with made-up ids', () => {
  const body = { schema: {}, example: { project_id: 'made up' } };
  expect(fuzzed({ 'application/json': body }, NOTHING)).toEqual({ 'application/json': { schema: {} } });
});

it('omits cursors and parameters that select a variant, and requires those of the main variant', () => {
  const operation = {
    operationId: 'listDocuments',
    parameters: [{ name: 'id' }, { name: 'project_id' }, { name: 'cursor' }],
    'x-symbio-variants': [
      { id: 'getDocumentById', selector: 'id', required: ['id'] },
      { id: 'listDocuments', required: ['project_id'] },
    ],
  };
  expect(fuzzed({ get: operation }, NOTHING)).toEqual({
    get: { ...operation, parameters: [{ name: 'project_id', required: true }] },
  });
});
