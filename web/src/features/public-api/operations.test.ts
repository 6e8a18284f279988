import { API_PREFIX, curlOf, OPERATION_COUNT, OPERATION_GROUPS } from './operations.js';

/** The table of the specification, row by row. */
const TABLE = [
  'GET /authors',
  'GET /authors?author_type=',
  'POST /authors',
  'GET /projects',
  'GET /projects?id=',
  'GET /projects?companies=true',
  'POST /projects',
  'PUT /projects?id=',
  'DELETE /projects?id=',
  'GET /documents?project_id=',
  'GET /document-pages?document_id=',
  'GET /annotations?document_page_id=',
  'GET /annotations?document_id=',
  'GET /annotations?author_id=',
  'POST /annotations',
  'PUT /annotations?id=',
  'DELETE /annotations?id=',
  'GET /features?project_id=',
  'GET /features?author_id=',
  'GET /features?id=',
  'GET /features?name_ilike=',
  'GET /features?land_use_overlaps=',
  'POST /features',
  'PUT /features?id=',
  'DELETE /features?id=',
  'GET /mentions?feature_id=',
  'GET /mentions?annotation_id=',
  'GET /mentions?author_id=',
  'GET /mentions?project_id=',
  'GET /mentions?include=current_history',
  'POST /mentions',
  'PUT /mentions?id=',
  'GET /mention-history?feature_id=',
  'GET /mention-history?annotation_id=',
  'GET /mention-history?author_id=',
  'GET /mention-history?project_id=',
  'POST /mention-history',
];

const operations = OPERATION_GROUPS.flatMap((group) => group.operations);

describe('the documented operations', () => {
  it('are the 37 of the specification, in its order (SET-13, API-03, CONST-17)', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(TABLE);
    expect(OPERATION_COUNT).toBe(37);
  });

  it('each have an example that gives every required parameter (API-04 to API-18)', () => {
    const gaps = operations.flatMap(({ method, path, query = [], body = [], example }) => {
      const given = { ...example?.query, ...(example?.body as object | undefined) };
      return [...query, ...body]
        .filter(({ name, required }) => required && !(name in given))
        .map(({ name }) => `${method} ${path}: ${name}`);
    });
    expect(gaps).toEqual([]);
  });

  it('use no parameter in an example that is not described', () => {
    const strangers = operations.flatMap(({ method, path, query = [], body = [], example }) => {
      const known = new Set([...query, ...body].map(({ name }) => name));
      return Object.keys({ ...example?.query, ...(example?.body as object | undefined) })
        .filter((name) => !known.has(name))
        .map((name) => `${method} ${path}: ${name}`);
    });
    expect(strangers).toEqual([]);
  });

  it('are asked for with a bearer key (API-01, API-02)', () => {
    for (const operation of operations) {
      const curl = curlOf(operation, 'https://symbio.test');
      expect(curl).toContain(`"https://symbio.test${API_PREFIX}/`);
      expect(curl).toContain('-H "Authorization: Bearer $SYMBIO_API_KEY"');
    }
  });
});

describe('an example request', () => {
  it('is one command, ready for a shell', () => {
    expect(
      curlOf(
        {
          method: 'PUT',
          path: '/features?id=',
          summary: '',
          example: { query: { id: 'f-1' }, body: { name: "O'Hara's" } },
          answer: { status: 200, body: {} },
        },
        'https://symbio.test',
      ),
    ).toBe(
      [
        'curl -X PUT "https://symbio.test/api/public/features?id=f-1" \\',
        '  -H "Authorization: Bearer $SYMBIO_API_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '{"name":"O'\\''Hara'\\''s"}'`,
      ].join('\n'),
    );
  });
});
