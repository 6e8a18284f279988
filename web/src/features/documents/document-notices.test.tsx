import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { document } from './collection/testing.js';
import { DocumentNotices } from './document-notices.js';

const PORTFOLIO = document({
  notices: [{ code: 'attached_files', message: 'This PDF holds 2 files (a.pdf, b.pdf) that are not shown.' }],
  attachments: [
    { index: 0, file_name: 'a.pdf', document_id: null },
    { index: 1, file_name: 'b.pdf', document_id: 'd2' },
  ],
});

it('shows notices, and takes an attached file as a document by one click (F9)', async () => {
  const server = fakeServer();
  server.on('POST /api/public/documents/d1/attachments/0', {
    json: { data: document({ id: 'd3', file_name: 'a.pdf' }) },
  });
  const { user } = renderProjectScreen(<DocumentNotices document={PORTFOLIO} canEdit />);
  expect(screen.getByRole('note').textContent).toContain('This PDF holds 2 files (a.pdf, b.pdf)');
  expect(screen.getByRole('link', { name: 'b.pdf' }).getAttribute('href')).toContain('/documents/d2');
  await user.click(screen.getByRole('button', { name: 'Take a.pdf as a document' }));
  await waitFor(() => expect(server.requestsOf('POST /api/public/documents/d1/attachments/0')).toHaveLength(1));
  expect(await screen.findByText('a.pdf is a document now')).toBeTruthy();
});

it('offers nothing to viewers, and shows nothing without notices', () => {
  const { unmount } = renderProjectScreen(<DocumentNotices document={PORTFOLIO} canEdit={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  renderProjectScreen(<DocumentNotices document={document({})} canEdit />);
  expect(screen.queryByRole('note')).toBeNull();
});
