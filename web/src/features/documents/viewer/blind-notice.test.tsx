import { screen, waitFor } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { signedIn } from '../../../testing/sign-in.js';
import { BlindNotice } from './blind-notice.js';

const SAMPLE = `GET /api/public/projects/${project.id}/blind-sample`;
const SHEET = 'GET /api/public/document-pages/p1/blind-sheet';
const MARK = 'POST /api/public/document-pages/p1/blind-sheet/mark';
const sheet = (status: string) => ({
  data: {
    ...{ page_id: 'p1', project_id: project.id, document_id: 'd1', status },
    ...{ marked_at: null, author_id: null, author_name: null, marks: 0 },
  },
});

let server: FakeServer;
beforeEach(async () => {
  withoutLayout();
  server = fakeServer();
  await signedIn(server);
  server.on(SAMPLE, { json: { data: { project_id: project.id, percent: 10, marked_sheets: 0 } } });
  server.on(SHEET, { json: sheet('blind') });
});

it('says why proposals are hidden, and shows them once a person marked the sheet (decision 165)', async () => {
  server.on(MARK, () => {
    server.on(SHEET, { json: sheet('marked') });
    return { json: sheet('marked') };
  });
  const { user } = renderProjectScreen(<BlindNotice pageId="p1" />, 'editor', project);
  expect((await screen.findByRole('note', { name: 'Blind sheet' })).textContent).toContain(
    'Proposals of agents are hidden',
  );
  await user.click(screen.getByRole('button', { name: 'I marked what I see' }));
  await waitFor(() => expect(screen.queryByRole('note', { name: 'Blind sheet' })).toBeNull());
  expect(server.requestsOf(MARK)).toHaveLength(1);
});

it('has no button for viewers', async () => {
  renderProjectScreen(<BlindNotice pageId="p1" />, 'viewer', project);
  await screen.findByRole('note', { name: 'Blind sheet' });
  expect(screen.queryByRole('button', { name: 'I marked what I see' })).toBeNull();
});

it('asks about no sheet while the sample is off', async () => {
  server.on(SAMPLE, { json: { data: { project_id: project.id, percent: 0, marked_sheets: 0 } } });
  renderProjectScreen(<BlindNotice pageId="p1" />, 'editor', project);
  await waitFor(() => expect(server.requestsOf(SAMPLE)).toHaveLength(1));
  expect(server.requestsOf(SHEET)).toEqual([]);
});
