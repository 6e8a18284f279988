import { screen, waitFor } from '@testing-library/react';
import type { Me } from '../../lib/session/me.js';
import { fakeServer } from '../../testing/fake-server.js';
import { customer, me } from '../../testing/fixtures.js';
import { renderScreen } from '../../testing/render.js';
import { DocumentStatus } from './document-status.js';
import type { ProjectDocument } from '../../evidence/documents-api.js';

const processing = {
  title: 'Sanborn 1887',
  project_id: 'p1',
  processing_status: 'processing',
  active_job: { id: 'job-77', status: 'processing', progress: { done: 14, total: 62, message: 'page 14 of 62' } },
} as ProjectDocument;

const show = async (who: Me): Promise<void> => {
  const server = fakeServer();
  server.on('GET /api/me', { json: { data: who } });
  renderScreen(<DocumentStatus document={processing} />);
  expect(await screen.findByText('14 of 62 pages')).toBeTruthy();
  await waitFor(() => expect(server.requestsOf('GET /api/me')).toHaveLength(1));
};

describe('a document that is being processed', () => {
  it('links to its job for those with canManageAgents (AUTH-32)', async () => {
    await show(me);
    const link = await screen.findByRole('link', { name: 'View job' });
    expect(link.getAttribute('href')).toBe('/projects/p1/agents?job=job-77');
  });

  it.each([
    [
      { done: 0, total: 4, message: '4 sheets ready, reading text: page 1 of 4, 35 %' },
      'processing',
      /^4 sheets ready, reading/,
    ],
    [{ done: 1, total: 4, message: 'page 1 of 4' }, 'processing', '1 of 4 pages'],
    [null, 'pending', '4 sheets ready, text: queued'],
  ])('shows its state: %j', async (progress, status, expected) => {
    fakeServer().on('GET /api/me', { json: { data: customer } });
    const document = {
      ...processing,
      category: 'sanborn_maps',
      pages_ready: 4,
      processing_status: 'pages_ready',
      active_job: { id: 'job-77', status, progress },
    } as ProjectDocument;
    renderScreen(<DocumentStatus document={document} />);
    expect(await screen.findByText(expected)).toBeTruthy();
  });

  it('shows only the progress to others (AUTH-32)', async () => {
    await show(customer);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
