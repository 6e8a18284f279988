import { openApiDocument, operations } from '../index.js';
import { LANGUAGES, referenceOf, sampleRequest, type ApiDocument, type ReferenceOperation } from './index.js';

const reference = referenceOf(openApiDocument(operations) as unknown as ApiDocument);
const all = reference.groups.flatMap((group) => group.operations);
const named = (id: string): ReferenceOperation => {
  const found = all.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

describe('the reference', () => {
  it('has every declared operation once, by name', () => {
    const ids = all.flatMap(({ id, variants }) => [id, ...variants.map((variant) => variant.id)]);
    expect(ids.sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(reference.count).toBe(operations.length);
  });

  it('describes a body: required fields, object variants, limits, words', () => {
    const body = named('createAnnotation').body?.shapes[0]?.fields ?? [];
    const field = (name: string) => body.find((one) => one.name === name);
    expect(field('document_page_id')).toMatchObject({ required: true, type: 'string' });
    expect(field('annotation_type')?.values).toEqual(['ellipse', 'rectangle', 'polygon']);
    expect(field('coordinates')?.shapes.map(({ name }) => name)).toEqual(['Ellipse', 'Rectangle', 'Polygon']);
    expect(field('coordinates')?.shapes[0]?.fields[2]).toMatchObject({ name: 'radiusX', limits: ['more than 0'] });
    // a nullable field keeps the description of its non-null choice
    expect(field('run_id')).toMatchObject({ type: 'string | null', description: 'An open run of the same project.' });
    expect(named('createAnnotations').body?.shapes[0]?.fields[0]?.limits).toEqual([
      'at least 1 item',
      'at most 500 items',
    ]);
  });

  it('shows one item of a response with the values of the request', () => {
    const { sample } = named('createAnnotation').answer;
    expect(sample).toMatchObject({ data: { content: 'Gasoline tank', annotation_type: 'ellipse', decisions: [] } });
  });

  it('lists an older form with the operation at the same address', () => {
    const list = named('listFeatures');
    expect(list.variants).toEqual([expect.objectContaining({ selector: 'id', insteadUse: 'getFeature' })]);
    expect(list.answer.sample).toHaveProperty('data.0.name');
  });
});

describe('samples', () => {
  const sample = (id: string, language: (typeof LANGUAGES)[number]) =>
    sampleRequest(named(id), language, 'https://symbio.test', '/api/public');

  it('exist for every operation in each language', () => {
    for (const operation of all)
      for (const language of LANGUAGES) {
        const text = sampleRequest(operation, language, 'https://symbio.test', reference.prefix);
        expect(text).toContain(operation.access === 'people' ? 'SYMBIO_ACCESS_TOKEN' : 'SYMBIO_API_KEY');
        expect(text).toContain('https://symbio.test');
        expect(text).not.toContain('undefined');
      }
  });

  it('contain every required value', () => {
    const gaps = all.flatMap(({ id, params, query, body, example, variants }) => {
      const given = { ...example.params, ...example.query, ...(example.body as object | undefined) };
      const fields = [...params, ...query, ...(body?.shapes.length === 1 ? (body.shapes[0]?.fields ?? []) : [])];
      const isFile = (type: string): boolean => type.startsWith('file') || type.startsWith('(file');
      const selectors = variants.map(({ selector }) => selector);
      return fields
        .filter(
          ({ name, required, type }) => required && !isFile(type) && !(name in given) && !selectors.includes(name),
        )
        .map(({ name }) => `${id}: ${name}`);
    });
    expect(gaps).toEqual([]);
  });

  it('are one shell command, whatever the values contain', () => {
    const operation = { ...named('updateFeature'), example: { query: { id: 'f-1' }, body: { name: "O'Hara's" } } };
    expect(sampleRequest(operation, 'curl', 'https://symbio.test', '/api/public')).toBe(
      [
        'curl -X PUT "https://symbio.test/api/public/features?id=f-1" \\',
        '  -H "Authorization: Bearer $SYMBIO_API_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '{\n  "name": "O'\\''Hara'\\''s"\n}'`,
      ].join('\n'),
    );
  });

  it('use the syntax of the client and of Python', () => {
    expect(sample('getPageImage', 'typescript')).toContain("symbio.get('/document-pages/{id}/image', {");
    expect(sample('getPageImage', 'typescript')).toContain("parseAs: 'blob'");
    expect(sample('getPageImage', 'typescript')).toContain('width: 800');
    expect(sample('createRun', 'python')).toContain('symbio.post("/runs", json={');
    expect(sample('undoRun', 'python')).toMatch(/symbio\.post\("\/runs\/[0-9a-f-]{36}\/undo"\)/);
  });
});

/** Specified paths and selectors, from API-04 to API-13. */
const SPECIFIED = `
GET /authors author_type|POST /authors|GET /projects page|GET /projects id|GET /projects companies|POST /projects
PUT /projects id|DELETE /projects id|GET /documents project_id|GET /document-pages document_id
GET /annotations document_page_id|GET /annotations document_id|GET /annotations author_id|POST /annotations
PUT /annotations id|DELETE /annotations id|GET /features project_id|GET /features author_id|GET /features id
GET /features name_ilike|GET /features land_use_overlaps|POST /features|PUT /features id|DELETE /features id
GET /mentions feature_id|GET /mentions annotation_id|GET /mentions author_id|GET /mentions project_id
GET /mentions include|POST /mentions|PUT /mentions id|GET /mention-history feature_id|GET /mention-history annotation_id
GET /mention-history author_id|GET /mention-history project_id|POST /mention-history`
  .trim()
  .split(/[|\n]/);

describe('the operations of the specification', () => {
  it('are all documented (SET-13, API-03 to API-13, CONST-17)', () => {
    const missing = SPECIFIED.filter((line) => {
      const [method, path, parameter] = line.split(' ');
      const found = all.find((one) => one.path === path && one.method.toUpperCase() === method);
      return !found || (parameter !== undefined && !found.query.some(({ name }) => name === parameter));
    });
    expect(missing).toEqual([]);
    // GET /authors with and without filter count separately
    expect(SPECIFIED.length + 1).toBe(37);
  });
});
