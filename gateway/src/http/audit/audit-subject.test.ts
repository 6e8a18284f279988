import { appOperations, operations } from '@symbio/api';
import {
  addressOf,
  successSubject,
  auditRuleOf,
  auditRuleOfPath,
  refusalSubject,
  type Matched,
} from './audit-subject.js';

const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';

function asked(path: string, { params = {}, query = {} }: Partial<Pick<Matched, 'params' | 'query'>>): Matched {
  const trail = auditRuleOfPath(operations.filter((operation) => operation.path === path));
  return { route: { path, rule: trail }, path: `/api/public${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, params, query };
}

const read = (path: string, given: Partial<Pick<Matched, 'params' | 'query'>>) => {
  const found = successSubject('GET', asked(path, given));
  return found && [found.action, found.object, found.objectId, found.projectId];
};

it.each([
  ['/projects', { query: { id: ID } }, ['opened', 'project', ID, ID]],
  ['/projects/{id}', { params: { id: ID } }, ['opened', 'project', ID, ID]],
  ['/projects', {}, ['opened', 'project', '', '']],
  ['/mentions', { query: { project_id: ID, per_page: '100' } }, ['opened', 'project', ID, ID]],
  ['/mentions', { query: { annotation_id: OTHER, project_id: ID } }, ['opened', 'annotation', OTHER, ID]],
  ['/document-pages', { query: { document_id: ID } }, ['opened', 'document', ID, '']],
  ['/document-pages', { query: { id: ID } }, ['opened', 'page', ID, '']],
  ['/document-pages/{id}/image', { params: { id: ID } }, ['opened', 'page', ID, '']],
  ['/annotations', { query: { project_id: ID, document_page_id: OTHER } }, ['opened', 'page', OTHER, ID]],
  ['/annotations', { query: { author_id: ID } }, ['opened', 'author', ID, '']],
  ['/annotations', { query: { run_id: ID } }, ['opened', 'run', ID, '']],
  ['/features', { query: { name_ilike: '%gas%' } }, ['opened', 'feature', '', '']],
  ['/webhooks/{id}/deliveries', { params: { id: ID } }, ['opened', 'webhook', ID, '']],
  ['/issues', { query: { id: 'SYM-12' } }, ['opened', 'issue', 'SYM-12', '']],
  ['/page-search', { query: { project_id: ID, q: 'gas' } }, ['opened', 'project', ID, ID]],
] as const)('a read of %s with %j is %j', (path, given, expected) => {
  expect(read(path, given)).toEqual(expected);
});

const WITHOUT_ENTRY = [
  ...[
    'exportScorecard',
    'getDataSet',
    'getScorecard',
    'getVocabularies',
    'listAuthors',
    'listDataSets',
    'listDeterminationQuestions',
    'listIssueLabels',
    'listLandUses',
  ],
  'listWebhooks',
];

it('every read operation leaves an entry, except those without project data', () => {
  const silent = operations.filter(
    (operation) =>
      operation.access === 'read' && !auditRuleOf(operation).actionOf(operation.method, { params: {}, query: {} }),
  );
  expect(silent.map(({ id }) => id).sort()).toEqual(WITHOUT_ENTRY);
});

it('every declared id is the audited object', () => {
  for (const operation of operations) {
    const names = [...Object.keys(operation.params.shape), ...Object.keys(operation.query.shape)];
    for (const name of names.filter((one) => /(?:^id|_id|Id)$/.test(one))) {
      const given = { params: { [name]: ID }, query: { [name]: ID } };
      const { object, objectId } = auditRuleOf(operation).about(operation.method, given);
      expect([operation.id, name, objectId]).toEqual([operation.id, name, ID]);
      expect(object).toMatch(/^[a-z-]+$/);
    }
  }
});

it('a repeated or malformed parameter names no object', () => {
  expect(read('/annotations', { query: { document_page_id: [ID, OTHER], project_id: 'none' } })).toEqual([
    'opened',
    'annotation',
    '',
    '',
  ]);
});

it('the selector chooses among the operations of a path', () => {
  expect(successSubject('DELETE', asked('/webhooks/{id}', { params: { id: ID } }))).toMatchObject({
    action: 'administered',
    operation: 'webhook.deleted',
    objectId: ID,
  });
  expect(successSubject('POST', asked('/features', {}))).toBeUndefined();
});

describe('an operation of the screens', () => {
  const at = (path: string, given: Partial<Matched> = {}): Matched => ({
    route: { path, rule: auditRuleOfPath(appOperations.filter((operation) => operation.path === path)) },
    path: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    params: { id: ID },
    query: {},
    ...given,
  });

  it('opens the object of its path, unless declared otherwise', () => {
    expect(successSubject('HEAD', at('/documents/{id}'))).toMatchObject({
      action: 'opened',
      object: 'document',
      objectId: ID,
    });
    const download = at('/documents/{id}/download-url');
    expect(successSubject('GET', download)).toMatchObject({ action: 'exported', operation: 'download', objectId: ID });
    expect(successSubject('PUT', download)).toBeUndefined();
  });

  it('names what is exported by its parameters', () => {
    const query = { what: 'features', format: 'csv' };
    expect(successSubject('GET', at('/projects/{id}/export', { query }))).toMatchObject({
      ...{ action: 'exported', operation: 'export features as csv', object: 'project', objectId: ID },
    });
  });

  it('is audited for its declared ids only', () => {
    const query = { window_id: OTHER };
    expect(successSubject('GET', at('/events', { params: {}, query }))).toBeUndefined();
    expect(successSubject('GET', at('/events', { params: {}, query: { ...query, project_id: ID } }))).toMatchObject({
      ...{ object: 'project', objectId: ID, projectId: ID },
    });
  });

  it('names a refused request by its route, without ids in the text', () => {
    expect(refusalSubject('DELETE', at('/documents/{id}'))).toEqual({
      ...{ action: 'refused', object: 'document', objectId: ID, operation: 'DELETE documents/:id', projectId: '' },
    });
    expect(refusalSubject('POST', undefined)).toMatchObject({ object: '', operation: 'POST unknown address' });
  });

  it('has one canonical address', () => {
    expect(addressOf(at('/documents/{id}', { query: { a: ['1', '2'], b: 'x y' } }))).toBe(
      `/api/documents/${ID}?a=1&a=2&b=x+y`,
    );
  });
});
