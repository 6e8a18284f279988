import type { PageKind } from '@symbio/proto/document/vocabulary';
import { screen, waitFor, within } from '@testing-library/react';
import { labels, open, page, prepareStage, stage } from '../viewer-stage.js';

// jsdom does not implement it
Element.prototype.scrollIntoView = () => undefined;

const AT = '/api/public/documents/d1/page-kinds';
const correctionFrom = (read: PageKind | null) => ({
  read,
  by_id: 'u1',
  by_name: 'Ada Reader',
  at: '2026-11-22T12:00:00.000Z',
});
const changeOf = (number: number, before: { page_type: string | null } | null = null) => ({
  ...{ page_id: `p${number}`, page_number: number, change_id: `c${number}`, from: null, to: 'sanborn_map' },
  said: before,
});
const bodies = () => stage.server.requestsOf(`PUT ${AT}`).map(({ body }) => body);

prepareStage();
beforeEach(() => {
  localStorage.clear();
  stage.pages = [1, 2, 3, 4].map((number) =>
    page(number, { metadata: { page_type: number < 3 ? 'sanborn_map' : null }, page_type_correction: null }),
  );
});

async function correcting(at = '/documents/d1?page=3') {
  const { user } = open(at);
  await user.click(await screen.findByRole('button', { name: 'Actions for page 3' }));
  await user.click(screen.getByRole('menuitem', { name: 'Correct the kind of pages...' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Kind of pages' })) };
}

describe('correcting the kind of pages (DATA-09)', () => {
  it('applies to several pages at once, and is undone together unless others have changed them since', async () => {
    stage.server.on(`PUT ${AT}`, {
      json: { data: { changes: [changeOf(3), changeOf(4, { page_type: null })], kept_page_ids: [] } },
    });
    const { user, dialog } = await correcting();
    await user.click(dialog.getByRole('radio', { name: 'Sanborn map' }));
    dialog.getByText('Now: 1 of no kind.');
    await user.click(dialog.getByRole('button', { name: 'All 2 of no kind' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Pages' }).value).toBe('3-4');
    await user.click(dialog.getByRole('button', { name: 'Save for 2 pages' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies()).toEqual([
      {
        pages: [
          { page_id: 'p3', page_type: 'sanborn_map' },
          { page_id: 'p4', page_type: 'sanborn_map' },
        ],
      },
    ]);
    stage.server.on(`PUT ${AT}`, { json: { data: { changes: [changeOf(3)], kept_page_ids: ['p4'] } } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Another user has changed 1 page since; that change stays.');
    expect(bodies()[1]).toEqual({
      pages: [
        { page_id: 'p3', after: 'c3', reset: true },
        { page_id: 'p4', after: 'c4', page_type: null },
      ],
    });
  });

  it('is undone once: after a lost response no other user is blamed for the change', async () => {
    stage.server.on(`PUT ${AT}`, {
      json: { data: { changes: [changeOf(3), changeOf(4, { page_type: null })], kept_page_ids: [] } },
    });
    const { user, dialog } = await correcting();
    await user.click(dialog.getByRole('radio', { name: 'Sanborn map' }));
    await user.click(dialog.getByRole('button', { name: 'All 2 of no kind' }));
    await user.click(dialog.getByRole('button', { name: 'Save for 2 pages' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // the change succeeds, only the response is lost
    stage.server.on(`PUT ${AT}`, () => {
      stage.pages[2] = page(3, { metadata: { page_type: 'aerial_photo' }, page_type_correction: null });
      stage.pages[3] = page(4, { metadata: { page_type: null }, page_type_correction: correctionFrom('sanborn_map') });
      return { status: 503, json: { error: 'The service is down.' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Could not be undone: kind of 2 pages');
    stage.server.on(`PUT ${AT}`, { json: { data: { changes: [], kept_page_ids: ['p3', 'p4'] } } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone: kind of 2 pages');
    expect(screen.queryByText(/Another user has changed/)).toBeNull();
  });

  it('accepts page ranges, and keeps the input when refused', async () => {
    stage.server.on(`PUT ${AT}`, { status: 409, json: { error: 'It was changed 200 times.', code: 'history_full' } });
    const { user, dialog } = await correcting();
    const pages = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Pages' });
    await user.clear(pages);
    await user.type(pages, '2-9');
    dialog.getByText('Page 9 does not exist; the last page is 4.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.clear(pages);
    await user.type(pages, '1, 3{Enter}');
    await dialog.findByText('It was changed 200 times.');
    expect(pages.value).toBe('1, 3');
    await user.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: 'Discard what you typed?' });
  });

  it('shows the author, and starts there', async () => {
    stage.pages[2] = page(3, {
      metadata: { page_type: 'aerial_photo', page_type_confidence: 1 },
      page_type_correction: correctionFrom('sanborn_map'),
    });
    const { user } = open('/documents/d1?page=3');
    await user.click(await screen.findByRole('button', { name: /^About this sheet/ }));
    const about = within(screen.getByRole('region', { name: 'About this sheet' }));
    about.getByText('Corrected by Ada Reader on Nov 22, 2026; recognized as Sanborn map');
    await user.click(about.getByRole('button', { name: 'Correct: Kind' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Kind of pages' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Aerial photo' }).checked).toBe(true);
  });

  it('updates the sheets of the document at once (OP-42, VIEW-13)', async () => {
    stage.server.on(`PUT ${AT}`, () => {
      stage.pages[2] = page(3, { metadata: { page_type: 'sanborn_map' }, page_type_correction: correctionFrom(null) });
      return { json: { data: { changes: [changeOf(3)], kept_page_ids: [] } } };
    });
    const { user, dialog } = await correcting();
    await user.click(dialog.getByRole('radio', { name: 'Sanborn map' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await labels())[2]).toBe('Sanborn Map (Page 3)'));
  });

  it('is for editors only (OP-07)', async () => {
    const { user } = open('/documents/d1?page=3', 'viewer');
    await user.click(await screen.findByRole('button', { name: /^About this sheet/ }));
    screen.getByText('Sheet number');
    expect(screen.queryByRole('button', { name: 'Correct: Kind' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for page 3' })).toBeNull();
  });
});
