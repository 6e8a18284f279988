import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import type { Feature, Mention, MentionRecord } from '../../viewer/evidence-api.js';
import { InsightsPage } from './insights-page.js';

const feature = (id: string, name: string, coordinate: string): Feature => ({
  id,
  project_id: project.id,
  name,
  land_use: ['gas_station'],
  coordinate,
  author_id: 'me',
  created_at: '2026-01-02T12:00:00.000Z',
  updated_at: '2026-01-02T12:00:00.000Z',
});
const record = (changes: Partial<MentionRecord>): MentionRecord => ({
  id: 'h1',
  feature_of_interest_id: 'f1',
  source_annotation_id: 'a1',
  author_id: 'me',
  author: { id: 'me', author_type: 'human', display_name: 'Ada Marsh' },
  narrative: 'Two pumps on the 1924 sheet.',
  confidence: 8,
  use_type: 'historical',
  status: 'active',
  created_at: '2026-01-03T12:00:00.000Z',
  ...changes,
});
const loose = {
  id: 'm9',
  feature_of_interest_id: null,
  source_annotation_id: 'a9',
  current_narrative: 'The sheet reads COAL YARD.',
  current_confidence: 5,
  current_use_type: 'suspected',
  created_at: '2026-01-03T12:00:00.000Z',
} as Mention;

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.on('GET /api/public/features', {
    json: {
      data: [
        feature('f1', 'Filling Station', '(-73.99,40.7)'),
        feature('f2', 'Dry Cleaner', '(-73.99,40.70025)'),
        feature('f3', 'Gas Works', '(-73.9,40.8)'),
      ],
    },
  });
  server.on('GET /api/public/mentions', { json: { data: [{ ...loose, id: 'm1', feature_of_interest_id: 'f1' }] } });
  server.on(`GET /api/projects/${project.id}/unassociated-mentions`, { json: { data: [loose] } });
  server.on('GET /api/land-uses', { json: { data: [{ value: 'gas_station', label: 'Gas station' }] } });
  server.on('GET /api/public/mention-history', ({ query }) => ({
    json: {
      data:
        query.get('feature_id') === 'f1'
          ? [
              record({}),
              record({ id: 'h0', status: 'superseded', confidence: 6, narrative: 'A pump?', use_type: 'suspected' }),
            ]
          : [],
    },
  }));
});

const history = () => screen.findByRole('table', { name: 'Mentions' });

describe('Insight Generation', () => {
  it('lists features with name, land use and created, after a row for unassociated mentions (FEAT-20, FEAT-21)', async () => {
    renderProjectScreen(<InsightsPage />);
    const table = within(await screen.findByRole('table', { name: 'Features of interest' }));
    await waitFor(() => expect(table.getAllByText('Gas station')).toHaveLength(3));
    const rows = table.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows[1]).toContain('Unassociated Mentions');
    expect(rows[2]).toContain('Filling Station');
    expect(rows[2]).toContain('Jan 2, 2026');
    expect(rows[2]).toContain('1 mention');
  });

  it('hints at features within 50 m (FEAT-28, OP-30)', async () => {
    renderProjectScreen(<InsightsPage />);
    expect((await screen.findByTestId('feature-f1')).textContent).toContain('1 nearby');
    expect(screen.getByTestId('feature-f3').textContent).not.toContain('nearby');
  });

  it('shows the history of the selected feature with its columns and authors (FEAT-22, FEAT-25, FEAT-26)', async () => {
    renderProjectScreen(<InsightsPage />);
    const table = within(await history());
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Narrative',
      'Confidence',
      'Use type',
      'Status',
      'Created',
    ]);
    const [, first, second] = table.getAllByRole('row').map((row) => row.textContent ?? '');
    for (const part of ['Two pumps on the 1924 sheet.', 'Ada Marsh', '8/10', 'historical', 'active'])
      expect(first).toContain(part);
    for (const part of ['A pump?', '6/10', 'suspected', 'superseded']) expect(second).toContain(part);
    expect(table.getByText('8/10').dataset.band).toBe('green');
    expect(table.getByText('6/10').dataset.band).toBe('yellow');
    const asked = server.requestsOf('GET /api/public/mention-history')[0]?.query;
    expect([asked?.get('feature_id'), asked?.get('include')]).toEqual(['f1', 'author']);
  });

  it('shows unassociated mentions as active (FEAT-21, FEAT-23)', async () => {
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Unassociated Mentions' }));
    const row = (await screen.findByText('The sheet reads COAL YARD.')).closest('tr');
    expect(row?.textContent).toContain('active');
    expect(row?.textContent).toContain('5/10');
  });

  it('says when the history cannot be loaded, with the message (FEAT-24, ERR-15)', async () => {
    server.on('GET /api/public/mention-history', { status: 503, json: { error: 'The feature service is down.' } });
    renderProjectScreen(<InsightsPage />);
    expect(await screen.findByText('Error loading mention history')).toBeTruthy();
    expect(screen.getByText('The feature service is down.')).toBeTruthy();
  });

  it('supersedes an active record after asking (FEAT-25, API-13)', async () => {
    server.on('POST /api/public/mention-history', { json: { success: true } });
    const { user } = renderProjectScreen(<InsightsPage />);
    const table = within(await history());
    expect(table.getAllByRole('button', { name: 'Supersede' })).toHaveLength(1);
    await user.click(table.getByRole('button', { name: 'Supersede' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Supersede' }));
    await waitFor(() =>
      expect(server.requestsOf('POST /api/public/mention-history')[0]?.body).toEqual({
        action: 'supersede',
        history_id: 'h1',
      }),
    );
  });

  it('does not offer superseding to people who may only look (OP-09)', async () => {
    renderProjectScreen(<InsightsPage />, 'viewer');
    expect(within(await history()).queryByRole('button', { name: 'Supersede' })).toBeNull();
  });

  it('leads to the annotation on its sheet (FEAT-19)', async () => {
    server.on('GET /api/annotations/a1', { json: { data: { id: 'a1', document_id: 'd1', document_page_id: 'p4' } } });
    const { user, path } = renderProjectScreen(<InsightsPage />);
    const [link] = within(await history()).getAllByRole('button', { name: 'View on sheet' });
    if (link) await user.click(link);
    await waitFor(() => expect(path()).toBe(`/projects/${project.id}/documents/d1?page=p4&annotation=a1`));
  });

  it('says that a feature has no mentions yet', async () => {
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Gas Works' }));
    expect(await screen.findByText('No mentions yet.')).toBeTruthy();
  });
});
