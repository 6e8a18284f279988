import { breakingChanges, type ComparedDocument, type Schema } from './breaking-changes.js';

const thing = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    name: { type: 'string', maxLength: 20 },
    kind: { type: 'string', enum: ['a', 'b'] },
    parent: { $ref: '#/components/schemas/Thing' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    size: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
  },
  required: ['id', 'name'],
};

const schemaOf = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const ref = { $ref: '#/components/schemas/Thing' };

const document = {
  paths: {
    '/things': {
      get: {
        parameters: [
          { in: 'query', name: 'search', schema: { type: 'string' } },
          { in: 'query', name: 'page', schema: { type: 'integer', maximum: 100 } },
        ],
        responses: { '200': schemaOf(ref), '404': { $ref: '#/components/responses/NotFound' } },
      },
      post: {
        requestBody: { required: true, ...schemaOf(ref) },
        responses: { '201': schemaOf({ type: 'string' }) },
      },
    },
    '/open': { get: { security: [], responses: { '200': {} } } },
  },
  components: {
    schemas: { Thing: thing },
    responses: { NotFound: schemaOf({ type: 'object', properties: {} }) },
  },
};

const GET = 'paths /things get';
const POST = 'paths /things post';
const THING = 'components schemas Thing';
const ANSWER = 'content application/json schema';

/** Undefined removes the value. */
function changed(place: string, value: unknown): ComparedDocument {
  const copy = structuredClone(document) as Record<string, unknown>;
  const keys = place.split(' ');
  const last = keys.pop() ?? '';
  const at = keys.reduce((inner, key) => inner[key] as Record<string, unknown>, copy);
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const after = (place: string, value: unknown) => breakingChanges(document, changed(place, value));

const ruleFor = (word: string) => ({ if: { properties: { kind: { const: word } } }, then: { required: ['size'] } });

it('reports nothing for an unchanged document', () => {
  expect(breakingChanges(document, structuredClone(document))).toEqual([]);
});

it.each([
  ['an operation', 'paths /more', { get: {} }],
  ['an optional parameter', `${GET} parameters 2`, { in: 'query', name: 'sort' }],
  ['an optional field', `${THING} properties more`, { type: 'string' }],
  ['a word', `${THING} properties kind enum 2`, 'c'],
  ['a rule for a word that is new', `${THING} allOf`, [ruleFor('c')]],
  ['a wider limit', `${THING} properties name maxLength`, 30],
  ['a refusal', `${GET} responses 409`, {}],
  ['another kind of answer', `${GET} responses 200 ${ANSWER}`, { anyOf: [ref, { type: 'object' }] }],
])('%s can be added', (_what, place, value) => expect(after(place, value)).toEqual([]));

it.each([
  ['GET /things is gone', GET, undefined],
  ['GET /things: parameter search is gone', `${GET} parameters`, [document.paths['/things'].get.parameters[1]]],
  ['GET /things: parameter sort is required', `${GET} parameters 2`, { in: 'query', name: 'sort', required: true }],
  ['GET /things: parameter page has a lower maximum', `${GET} parameters 1 schema maximum`, 50],
  ['GET /things: parameter search takes fewer values', `${GET} parameters 0 schema enum`, ['x']],
  ['GET /things: status 404 is gone', `${GET} responses 404`, undefined],
  ['GET /open needs credentials', 'paths /open get security', undefined],
  ['POST /things: 201 is no longer string', `${POST} responses 201 ${ANSWER}`, { type: 'object' }],
  ['POST /things: 201 may be null', `${POST} responses 201 ${ANSWER}`, { type: ['string', 'null'] }],
  ['POST /things: body.size is required', `${THING} required 2`, 'size'],
  ['GET /things: 200.name may be absent', `${THING} required`, ['id']],
  ['GET /things: 200.size is gone', `${THING} properties size`, undefined],
  ['POST /things: body.size is gone', `${THING} properties size`, undefined],
  ['POST /things: body.kind takes fewer values', `${THING} properties kind enum`, ['a']],
  ['POST /things: body.size has a higher minimum', `${THING} properties size minimum`, 2],
  ['POST /things: body.tags has a lower maxItems', `${THING} properties tags maxItems`, 1],
  ['POST /things: body.tags[] is no longer string', `${THING} properties tags items`, { type: 'integer' }],
  ['POST /things: body.name has another pattern', `${THING} properties name pattern`, '^x'],
  ['POST /things: body has another allOf', `${THING} allOf`, [ruleFor('a')]],
  ['POST /things: body.note is no longer null', `${THING} properties note`, { type: 'string' }],
  ['GET /things: 200.size is no longer integer', `${THING} properties size`, { type: 'string' }],
])('%s', (sentence, place, value) => expect(after(place, value)).toContain(sentence));
