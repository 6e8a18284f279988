import { changedBy, readBy, refusedAt } from './what.js';

const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';

const read = (url: string) => {
  const [path = '', search = ''] = url.split('?');
  const found = readBy(path, new URLSearchParams(search));
  return found && [found.action, found.object, found.objectId, found.projectId];
};

it.each([
  [`/api/public/projects?id=${ID}`, ['opened', 'project', ID, ID]],
  [`/api/public/projects/${ID}`, ['opened', 'project', ID, ID]],
  [`/api/projects/${ID}/site-visits`, ['opened', 'project', ID, ID]],
  [`/api/public/mentions?project_id=${ID}&per_page=100`, ['opened', 'project', ID, ID]],
  [`/api/documents/${ID}/pages`, ['opened', 'document', ID, '']],
  [`/api/public/document-pages?document_id=${ID}`, ['opened', 'document', ID, '']],
  [`/api/public/document-pages/${ID}/image?region=0,0,9,9`, ['opened', 'page', ID, '']],
  [`/api/public/annotations?project_id=${ID}&page_id=${OTHER}`, ['opened', 'page', OTHER, ID]],
  [`/api/documents/${ID}/download-url`, ['exported', 'document', ID, '']],
  [`/api/projects/${ID}/export?what=features&format=csv`, ['exported', 'project', ID, ID]],
  ['/api/audit?before=9', ['opened', 'audit', '', '']],
  ['/api/audit/export?format=csv', ['exported', 'audit', '', '']],
])('%s is %j', (url, expected) => {
  expect(read(url)).toEqual(expected);
});

it.each(['/api/public/projects', '/api/users', '/api/me', '/api/public/projects?id=none', '/api/public/land-uses'])(
  '%s opens nothing of a project',
  (url) => {
    expect(read(url)).toBeUndefined();
  },
);

it.each([
  ['POST', '/api/api-keys', ['administered', 'key', '']],
  ['DELETE', `/api/public/webhooks/${ID}`, ['administered', 'webhook', ID]],
  ['POST', '/api/auth/sign-in', ['signed_in', 'user', '']],
])('%s %s has no event, and is told by the gateway', (method, path, expected) => {
  const { action, object, objectId } = changedBy(method, path)!;
  expect([action, object, objectId]).toEqual(expected);
});

it.each([
  ['POST', '/api/public/features'],
  ['PUT', `/api/users/${ID}`],
  ['POST', '/api/cursors'],
])('%s %s is told by its event, or by nobody', (method, path) => {
  expect(changedBy(method, path)).toBeUndefined();
});

it('what was refused is named by its path, without ids in the words', () => {
  expect(refusedAt('DELETE', `/api/documents/${ID}`)).toEqual({
    action: 'refused',
    object: 'document',
    objectId: ID,
    operation: 'DELETE documents/:id',
    projectId: '',
  });
});
