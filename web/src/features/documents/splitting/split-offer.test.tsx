import { screen } from '@testing-library/react';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import { document, documentServer } from '../collection/testing.js';
import { DerivedFrom } from './derived-from.js';
import { SplitNotice } from './made-documents.js';
import { SplitButton, SplitOffer } from './split-offer.js';

withoutLayout();

const long = document({ title: 'Package', total_pages: 240 });
const part = document({
  id: 'd2',
  derived_from: { document_id: 'd1', from_page: 3, to_page: 40, sha256: 'hash' },
});

beforeEach(async () => {
  const server = documentServer();
  await signedIn(server);
  server.on('GET /api/documents/d1', { json: { data: long } });
});

const offersOn = async (changes: Partial<ProjectDocument>, canEdit = true) => {
  const { unmount } = renderProjectScreen(
    <>
      <p>shown</p>
      <SplitOffer document={{ ...long, ...changes }} />
      <SplitButton document={{ ...long, ...changes }} />
    </>,
    canEdit ? 'owner' : 'viewer',
  );
  await screen.findByText('shown');
  const found = [screen.queryByRole('link', { name: 'Split' }), screen.queryByRole('button', { name: 'Split' })];
  unmount();
  return found.map((element) => element !== null);
};

describe('a package', () => {
  it('offers its split in lists if it is long, and when it is open', async () => {
    expect(await offersOn({})).toEqual([true, true]);
    expect(await offersOn({ total_pages: 30 })).toEqual([false, true]);
    expect(await offersOn({ total_pages: 4 })).toEqual([false, false]);
    expect(await offersOn({ needs_password: true })).toEqual([false, false]);
    expect(await offersOn({ split_id: 's1' })).toEqual([false, false]);
    expect(await offersOn({ mime_type: 'image/png', file_name: 'a.png' })).toEqual([false, false]);
  });

  it('names its pages on the documents made of it', async () => {
    renderProjectScreen(<DerivedFrom document={part} />);
    const link = await screen.findByRole('link', { name: 'Package' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=3`);
    expect(link.parentElement?.textContent).toBe('From Package, pages 3 to 40');
  });

  it('leads to its documents and to the undo', async () => {
    renderProjectScreen(<SplitNotice document={{ ...long, split_id: 's1' }} />);
    const link = await screen.findByRole('link', { name: 'Documents and undo' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1/split`);
  });
});
