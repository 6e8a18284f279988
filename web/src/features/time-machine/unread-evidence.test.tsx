import { act, screen, waitFor } from '@testing-library/react';
import type { DocumentPage } from '../../evidence/page-records.js';
import { fakeServer, type FakeHandler, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { viewOf } from './url-view.js';
import { FollowBar } from './follow-bar.js';
import type { TimeSheet } from './time-sheet.js';
import { useFollowing } from './use-following.js';
import { usePageFindings, type PageFindings } from './use-page-findings.js';

const AWAY = { status: 503, json: { error: 'The service is away.' } };
const sheet: TimeSheet = {
  page: { id: 'p1', document_id: 'd1', page_number: 1 } as DocumentPage,
  sheet: { key: 'p1', size: { width: 1000, height: 800 } } as TimeSheet['sheet'],
  documentTitle: 'Sanborn',
  year: 1896,
  label: 'Year 1896',
  subtitle: '',
};
const nothing = () => undefined;

function Following({ feature }: { feature: string | null }) {
  const {
    features,
    feature: followed,
    sightings,
    failure,
    at,
    step,
  } = useFollowing({
    projectId: project.id,
    sheets: [sheet],
    first: sheet,
    second: sheet,
    view: { ...viewOf(new URLSearchParams('a=p1&b=p1')), feature },
    fit: { re: 1, im: 0, x: 0, y: 0 },
    isSettling: false,
    side: 0,
    linkedSheets: { current: null },
    onChange: nothing,
    onChoose: nothing,
  });
  return (
    <FollowBar
      projectId={project.id}
      {...{ features, feature: followed, sightings, failure, at }}
      onChoose={nothing}
      onStep={step}
      onClose={nothing}
    />
  );
}

let found: PageFindings;
function Findings() {
  found = usePageFindings('p1', new Map(), true);
  return null;
}

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
});

/** With a cursor. */
const inPages =
  (rows: readonly object[], most: number): FakeHandler =>
  ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    const next = from + most < rows.length ? String(from + most) : null;
    return { json: { data: rows.slice(from, from + most), count: rows.length, next_cursor: next } };
  };
const mentionOf = (annotation: string) => ({
  id: `m-${annotation}`,
  source_annotation_id: annotation,
  current_history_id: `h-${annotation}`,
});
const annotationOn = (page: string, id: string) => ({ id, document_page_id: page, content: id, coordinates: {} });

describe('a followed feature', () => {
  beforeEach(() => {
    server.on('GET /api/public/features', {
      json: { data: [{ id: 'f1', name: 'Gas works', land_use: [], coordinate: null }], count: 1 },
    });
  });

  it('is found in all its mentions, however many, without reading annotations individually', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => `a${index}`);
    server.on('GET /api/public/mentions', inPages(ids.map(mentionOf), 1_000));
    // the first and last are on the sheet, as is one of another feature
    const annotations = ids.map((id, index) => annotationOn(index % 1_000 === 0 ? 'p1' : 'p9', id));
    server.on('GET /api/public/annotations', inPages([annotationOn('p1', 'other'), ...annotations], 1_000));
    renderProjectScreen(<Following feature="f1" />);
    expect(await screen.findByText('Seen 2 times.')).toBeTruthy();
    expect(server.requestsOf('GET /api/public/mentions').map(({ query }) => query.get('feature_id'))).toEqual([
      'f1',
      'f1',
    ]);
    expect(server.requestsOf('GET /api/public/annotations').map(({ query }) => query.get('project_id'))).toEqual([
      project.id,
      project.id,
    ]);
    expect(server.requests.filter(({ path }) => path.startsWith('/api/annotations/'))).toEqual([]);
  });

  it('has few annotations read individually; deleted ones are skipped', async () => {
    server.on('GET /api/public/mentions', inPages(['a1', 'gone'].map(mentionOf), 1_000));
    server.on('GET /api/annotations/a1', { json: { data: annotationOn('p1', 'a1') } });
    renderProjectScreen(<Following feature="f1" />);
    expect(await screen.findByText('Seen once.')).toBeTruthy();
    expect(server.requestsOf('GET /api/public/annotations')).toEqual([]);
  });
});

describe('evidence that could not be read on two sheets', () => {
  it('does not load a feature forever: shows the failure, and retries (FEAT-24)', async () => {
    server.on('GET /api/public/features', {
      json: { data: [{ id: 'f1', name: 'Gas works', land_use: [], coordinate: null }], count: 1 },
    });
    server.on('GET /api/public/mentions', AWAY);
    const view = renderProjectScreen(<Following feature="f1" />);
    expect((await screen.findByRole('alert')).textContent).toContain('The service is away.');
    expect(screen.queryByText('Searching...')).toBeNull();
    server.on('GET /api/public/mentions', { json: { data: [] } });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Not seen on any of these sheets.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not look like a project without features', async () => {
    server.on('GET /api/public/features', AWAY);
    const view = renderProjectScreen(<Following feature={null} />);
    await screen.findByRole('alert');
    await view.user.click(screen.getByRole('combobox', { name: 'Feature to follow' }));
    expect((await screen.findByRole('option')).textContent).toBe('The features could not be loaded.');
  });

  it('does not look like a sheet without annotations (ANN-10)', async () => {
    server.on('GET /api/public/annotations', AWAY);
    renderProjectScreen(<Findings />);
    await waitFor(() => expect(found.failure).not.toBeNull());
    server.on('GET /api/public/annotations', { json: { data: [] } });
    act(() => found.failure?.onRetry());
    await waitFor(() => expect(found.failure).toBeNull());
    expect(found.findings).toEqual([]);
  });
});
