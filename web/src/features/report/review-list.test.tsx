import { screen, within } from '@testing-library/react';
import { offeredGapOf } from '../../evidence/offered-gap.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { ReviewList } from './review-list.js';

const ROUTE = `GET /api/public/projects/${project.id}/review-list`;
const finding = (severity: string, text: string, item: object) => ({ rule: text, severity, text, items: [item] });

const page = { kind: 'page', id: 'page1', document_id: 'd1', annotation_id: 'a1' };

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

it('lists what is missing, each item with a link to its place', async () => {
  server.on(ROUTE, {
    json: {
      data: [
        finding('block', 'A photograph has no caption.', { kind: 'photograph', id: 'p1', label: 'vent.jpg' }),
        finding('block', 'No date.', { kind: 'dates', id: 'lien_search', label: 'The lien search has no date.' }),
        finding('warn', 'Low confidence.', { kind: 'feature', id: 'f1', label: 'Gas works' }),
        finding('warn', 'Proposals wait.', { kind: 'proposals', id: '', label: '84 proposals' }),
        finding('warn', 'A source is missing.', { kind: 'sources', id: '', label: 'City directories' }),
        finding('warn', 'No site plan.', { kind: 'property', id: '', label: '214 Locust Street' }),
        finding('warn', 'Not opened.', { ...page, label: 'Sanborn 1910, page 3' }),
        finding('warn', 'No access.', { kind: 'visit', id: 'v1', label: '2026-06-01' }),
      ],
    },
  });
  renderProjectScreen(<ReviewList />);
  const list = await screen.findByRole('list', { name: 'Review list' });
  const links = within(list).getAllByRole('link');
  const of = (page: string): string => `/projects/${project.id}/${page}`;
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['vent.jpg', of('site-reconnaissance')],
    ['The lien search has no date.', of('setup')],
    ['Gas works', of('insights?feature=f1')],
    ['84 proposals', of('insights')],
    ['City directories', of('coverage')],
    ['214 Locust Street', of('map')],
    ['Sanborn 1910, page 3', of('documents/d1?page=page1&annotation=a1')],
    ['Jun 1, 2026', of('site-reconnaissance')],
  ]);
  expect(within(list).getAllByText('Required')).toHaveLength(2);
  expect(within(list).getAllByText('Check')).toHaveLength(6);
});

it('opens the form of a missing gap, with its interval', async () => {
  const missing = (rule: string, item: object) => ({ ...finding('warn', `Rule ${rule}`, item), rule });
  const interval = { kind: 'sources', id: '1924-1938-property', label: '1924 to 1938' };
  const visit = { kind: 'visit', id: 'v1', label: '2026-06-01' };
  server.on(ROUTE, { json: { data: [missing('COV-2', interval), missing('GAP-3', visit)] } });
  renderProjectScreen(<ReviewList />);
  const links = await screen.findAllByRole('link');
  const offered = links.map((link) => {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://symbio.test');
    expect(pathname).toBe(`/projects/${project.id}/coverage`);
    return offeredGapOf(searchParams);
  });
  expect(offered).toEqual([
    { kind: 'interval', tried: '', interval: '1924-1938-property' },
    { kind: 'access', tried: '' },
  ]);
});

it('says that nothing was found', async () => {
  server.on(ROUTE, { json: { data: [] } });
  renderProjectScreen(<ReviewList />);
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
});

it('offers a retry when the list cannot be loaded', async () => {
  server.on(ROUTE, { status: 500, json: { error: 'Internal error' } });
  renderProjectScreen(<ReviewList />);
  expect(await screen.findByText('The review list could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
