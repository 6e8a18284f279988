import type { ReferenceOperation } from '@symbio/api/reference';
import { documented } from '../../testing/api-document.js';
import { changesSomething, initial, problemsOf, requestOf, triedAnswer } from './try-it-request.js';

const PREFIX = '/api/public';

describe('a "try it" request', () => {
  it('starts with the example, and puts parameters in their locations', () => {
    const operation = documented('getPageImage');
    const filled = initial(operation);
    const { url, init } = requestOf(operation, filled, ' sk_1 ', PREFIX);
    expect(url).toMatch(
      /^\/api\/public\/document-pages\/[0-9a-f-]{36}\/image\?region=2200%2C1600%2C800%2C600&width=800$/,
    );
    expect(init).toMatchObject({ method: 'GET', credentials: 'omit' });
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer sk_1');
  });

  it('omits empty values, and requires mandatory ones', () => {
    const operation = documented('updateAnnotation');
    const filled = { values: { 'query.dry_run': '' }, body: '{', files: {} };
    expect(requestOf(operation, filled, '', PREFIX).url).toBe('/api/public/annotations');
    expect(problemsOf(operation, filled, '')).toEqual({ key: 'Enter an API key', body: 'The body is not JSON' });
    expect(problemsOf(documented('getFeature'), { ...filled, values: {} }, 'sk_1')).toEqual({
      'path.id': 'id is required',
    });
  });

  it('needs confirmation when it writes', () => {
    const filled = { values: {}, body: '', files: {} };
    expect(changesSomething(documented('deleteFeature'), filled)).toBe(true);
    expect(changesSomething(documented('deleteFeature'), { ...filled, values: { 'query.dry_run': 'true' } })).toBe(
      false,
    );
    expect(changesSomething(documented('listFeatures'), filled)).toBe(false);
  });

  it('sends form fields before files', () => {
    const field = (name: string, type: string) => ({
      name,
      type,
      required: true,
      description: '',
      limits: [],
      values: [],
      deprecated: false,
      shapes: [],
    });
    const operation: ReferenceOperation = {
      ...documented('createRun'),
      example: {},
      body: {
        contentType: 'multipart/form-data',
        type: 'object',
        shapes: [{ name: undefined, fields: [field('files', 'file[]'), field('caption', 'string')] }],
      },
    };
    const files = { files: [new File(['x'], 'x.png')] };
    const { init } = requestOf(operation, { values: { 'form.caption': 'Tank' }, body: '', files }, 'sk_1', PREFIX);
    expect([...(init.body as FormData).keys()]).toEqual(['caption', 'files']);
    expect(new Headers(init.headers).has('content-type')).toBe(false);
  });
});

describe('a response', () => {
  it('is formatted if it is JSON, and truncated if very long', async () => {
    expect((await triedAnswer(new Response('{"a":1}'))).text).toBe('{\n  "a": 1\n}');
    expect((await triedAnswer(new Response('x'.repeat(300_000)))).text).toHaveLength(200_002);
  });

  it('may be an image', async () => {
    const { picture } = await triedAnswer(new Response('x', { headers: { 'content-type': 'image/png' } }));
    expect(picture?.size).toBe(1);
  });
});
