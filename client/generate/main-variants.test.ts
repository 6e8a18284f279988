import { mainVariants } from './main-variants.js';

const one = { type: 'object', title: 'one' };
const list = { type: 'object', title: 'list' };

const document = (variants?: { id: string; selector?: string }[]) => ({
  paths: {
    '/features': {
      get: {
        parameters: [
          { in: 'query', name: 'id' },
          { in: 'query', name: 'page' },
        ],
        responses: { 200: { content: { 'application/json': { schema: { anyOf: [one, list] } } } } },
        ...(variants ? { 'x-symbio-variants': variants } : {}),
      },
    },
  },
});

describe('the document without variants', () => {
  it('keeps the response without a selector, and removes the selectors', () => {
    const given = document([{ id: 'getFeatureById', selector: 'id' }, { id: 'listFeatures' }]);
    const { get } = mainVariants(given).paths['/features'];
    expect(get.parameters).toEqual([{ in: 'query', name: 'page' }]);
    expect(get.responses[200].content['application/json'].schema).toEqual(list);
    expect(given.paths['/features'].get.parameters).toHaveLength(2);
  });

  it('leaves operations without selectors unchanged', () => {
    expect(mainVariants(document())).toEqual(document());
  });
});
