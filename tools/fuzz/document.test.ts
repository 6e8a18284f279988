import { fuzzed } from './document.js';

it('ids get real things as examples, other texts stay', () => {
  const schema = (thing: string) => ({ type: 'string', 'x-symbio-id': thing, examples: ['made up'] });
  const name = { type: 'string', examples: ['Gas works'] };
  const document = { parameters: [schema('Run'), schema('Planet'), name], open: null };
  expect(fuzzed(document, { run: 'r1' })).toEqual({
    parameters: [{ ...schema('Run'), examples: ['r1'] }, schema('Planet'), name],
    open: null,
  });
});

it('parameters that choose an older variant are left out', () => {
  const operation = {
    operationId: 'listFeatures',
    parameters: [{ name: 'id' }, { name: 'project_id' }],
    'x-symbio-variants': [{ id: 'getFeatureById', selector: 'id', insteadUse: 'getFeature' }, { id: 'listFeatures' }],
  };
  expect(fuzzed({ get: operation }, {})).toEqual({ get: { ...operation, parameters: [{ name: 'project_id' }] } });
});
