import { idsOfContract } from '@symbio/rpc/testing';
import { KINDS, idsOfSchema, kindsOf, placesOf, type Schema } from './places.js';
import { judge, triesAt, type Answer, type Foreign } from './tries.js';

const MINE = '01a20a10-beeb-70ab-96c2-55e12d7e4896';
const THEIRS = '01a20a10-beeb-70ab-96c2-55e12d7e4897';
const NESTED = '01a20a10-beeb-70ab-96c2-55e12d7e4898';

describe('places', () => {
  const request = {
    path: { 'documents/:id': MINE },
    query: { sort: 'name' },
    body: { items: [{ page_id: MINE, narrative: 'A tank' }], merged_ids: [MINE] },
  };

  it('are found in values at any depth, in lists also beside what stands there', () => {
    expect(placesOf(request, [], []).places.map(({ where }) => where)).toEqual([
      'path.documents/:id',
      'body.items[].page_id',
      'body.merged_ids[]',
      'body.merged_ids[+]',
    ]);
  });

  it('are found in the contract where the request says nothing', () => {
    const contract = [
      ['query', 'run_id'],
      ['body', 'items', '[]', 'run_id'],
    ];
    const found = placesOf(request, contract, []).places.filter(({ where }) => where.endsWith('run_id'));
    expect(found.map(({ with: put }) => put(THEIRS))).toEqual([
      { ...request, query: { sort: 'name', run_id: THEIRS } },
      { ...request, body: { ...request.body, items: [{ page_id: MINE, narrative: 'A tank', run_id: THEIRS }] } },
    ]);
  });

  it('change nothing but themselves', () => {
    const [, , , mixed] = placesOf(request, [], []).places;
    expect(mixed?.with(THEIRS)).toEqual({ ...request, body: { ...request.body, merged_ids: [MINE, THEIRS] } });
    expect(request.body.merged_ids).toEqual([MINE]);
  });

  it('take the case of a message that is chosen, and say which fields have no place', () => {
    const upload = { part: { $case: 'header', value: { projectId: '' } } };
    const { places, unplaced } = placesOf(
      upload,
      [
        ['header', 'projectId'],
        ['chunk', 'id'],
      ],
      [],
      true,
    );
    expect(places.map(({ where }) => where)).toEqual(['part.value.projectId']);
    expect(unplaced).toEqual([['chunk', 'id']]);
  });

  it('are tried with the kind their name means, or the one of what they stand in, or with every kind', () => {
    expect(kindsOf('source_annotation_id', [])).toEqual(['annotation']);
    expect(kindsOf('document_page_id', [])).toEqual(['page']);
    expect(kindsOf('id', ['items', 'createMentions'])).toEqual(['mention']);
    expect(kindsOf('merge_id', ['merge', 'features'])).toEqual(['merge']);
    expect(kindsOf('mergeId', ['mergeFeatures'])).toEqual(['merge']);
    expect(kindsOf('merged_ids', ['merge', 'features'])).toEqual(['feature']);
    expect(kindsOf('thing_id', ['api'])).toEqual(KINDS);
    expect(kindsOf('author_id', [])).toEqual(['author']);
    expect(kindsOf('other_id', ['links', 'issues'])).toEqual(['issue']);
    expect(kindsOf('id', ['comments', 'issues'])).toEqual(['comment']);
    expect(kindsOf('comment_id', ['feature'])).toEqual(['evidence_comment']);
    expect(kindsOf('share-links/:link_id', ['path', 'documents'])).toEqual(['shareLink']);
    expect(kindsOf('id', ['removeReviewRule', 'annotation'])).toEqual(['reviewRule']);
    expect(kindsOf('window_id', [])).toEqual([]);
  });

  it('are read from schemas, references and variants too', () => {
    const schema: Schema = {
      properties: { items: { items: { $ref: '#/definitions/Item' } }, name: {}, other: { 'x-symbio-id': 'Page' } },
    };
    const definitions: Record<string, Schema> = {
      Item: { anyOf: [{ properties: { run_id: {} } }, { properties: { page_ids: { items: {} } } }] },
    };
    expect(idsOfSchema(schema, definitions)).toEqual([
      ['items', '[]', 'run_id'],
      ['items', '[]', 'page_ids', '[]'],
      ['other'],
    ]);
  });

  it('are read from the contracts of services, in messages of messages', () => {
    const ids = idsOfContract('document');
    expect(ids.get('uploadDocument')).toContainEqual(['header', 'projectId']);
    expect(ids.get('changeDocuments')).toContainEqual(['documentIds', '[]']);
    expect(() => idsOfContract('nothing')).toThrow('ENOENT');
  });
});

describe('what a request answers', () => {
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, [THEIRS]])) as unknown as Foreign['ids'];
  const foreign: Foreign = { ids, secrets: [THEIRS, NESTED, 'The project'] };
  const notFound: Answer = { outcome: 404, text: 'Document not found' };
  const verdict = async (answer: (id: string) => Answer): Promise<string> => {
    const { places } = placesOf({ path: { 'documents/:id': MINE } }, [], []);
    const [first] = triesAt('GET', places, (request) =>
      Promise.resolve(answer((request as { path: Record<string, string> }).path['documents/:id'] ?? '')),
    );
    return first ? (await judge(first, foreign)).is : 'no try';
  };

  it('is found where a check is missing: the thing itself is shown', async () => {
    expect(
      await verdict((id) => (id === THEIRS ? { outcome: 'ok', text: `{"id":"${id}","page":"${NESTED}"}` } : notFound)),
    ).toBe('shows');
  });

  it('is found where a refusal has a name of the foreign project in it', async () => {
    expect(await verdict(() => ({ outcome: 404, text: 'Nothing of yours is in The project' }))).toBe('shows');
  });

  it('is found where something was done without a word, or where what is there is refused otherwise than what is not', async () => {
    expect(await verdict((id) => (id === THEIRS ? { outcome: 'ok', text: '' } : notFound))).toBe('differs');
    expect(await verdict((id) => (id === THEIRS ? { outcome: 403, text: 'Not authorized' } : notFound))).toBe(
      'differs',
    );
  });

  it('is told from a request that hides what is not the caller’s, or passes it over', async () => {
    expect(await verdict(() => notFound)).toBe('hidden');
    expect(await verdict(() => ({ outcome: 'ok', text: '[]' }))).toBe('ignored');
  });
});
