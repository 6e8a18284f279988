import { screen, waitFor, within } from '@testing-library/react';
import { clearUndoSteps } from '../../../../lib/edits/undo.js';
import { open, page, prepareStage, stage } from '../viewer-stage.js';
import type { TitleBlock } from './title-block-records.js';

// jsdom does not implement it
Element.prototype.scrollIntoView = () => undefined;

const SEEN = '2026-11-22T09:30:00.000Z';
const LATER = '2026-11-22T09:31:00.000Z';
const at = (number: number): string => `/api/public/document-pages/p${number}/title-block`;
const block = (year: TitleBlock['year'], updated_at = SEEN): TitleBlock => ({ ...(year && { year }), updated_at });
const read = { value: 1901, source: 'lettering' as const, detail: '', confidence: 0.8, read: null, corrected: null };
const person = { ...read, corrected: { by_id: 'u1', by_name: 'Ada', at: SEEN } };
const answer = (title_block: TitleBlock) => ({ json: { data: { title_block, history: [] } } });
const stale = { status: 409, json: { error: 'It was changed by someone else in the meantime.', code: 'stale' } };
const bodies = (number: number) => stage.server.requestsOf(`PUT ${at(number)}`).map(({ body }) => body);

prepareStage();
beforeEach(() => {
  localStorage.clear();
  clearUndoSteps();
  stage.pages = [block(undefined), block(read), block(person), block(undefined)].map((title_block, index) =>
    page(index + 1, { title_block }),
  );
  for (const number of [1, 2, 3, 4]) stage.server.on(`PUT ${at(number)}`, answer(block(person, LATER)));
});

async function setting() {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for page 1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Set the year of several sheets...' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Year of several sheets' })) };
}

describe('the year of several sheets', () => {
  it('is set on the chosen sheets with the state the user saw, and undone on all at once', async () => {
    const { user, dialog } = await setting();
    await dialog.findByText('Now: 2 not known, 2 of 1901.');
    await user.type(dialog.getByRole('textbox', { name: 'Year' }), '1896');
    await user.clear(dialog.getByRole('textbox', { name: 'Pages' }));
    await user.type(dialog.getByRole('textbox', { name: 'Pages' }), '1-3');
    await user.click(dialog.getByRole('button', { name: 'Save for 3 sheets' }));
    await screen.findByText('The year of 3 sheets is set to 1896');
    for (const number of [1, 2, 3]) expect(bodies(number)).toEqual([{ year: 1896, updated_at: SEEN }]);
    expect(bodies(4)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone: year of 3 sheets');
    // the previous correction is restored, a recognized year applies again
    expect(bodies(1)[1]).toEqual({ reset: ['year'], updated_at: LATER });
    expect(bodies(2)[1]).toEqual({ reset: ['year'], updated_at: LATER });
    expect(bodies(3)[1]).toEqual({ year: 1901, updated_at: LATER });
  });

  it('is offered for the sheets without a year; a fact changed since does not matter', async () => {
    stage.server.on(`PUT ${at(4)}`, ({ body }) =>
      (body as { updated_at: string }).updated_at === SEEN ? stale : answer(block(person, LATER)),
    );
    stage.server.on(`GET ${at(4)}`, answer(block(undefined, LATER)));
    const { user, dialog } = await setting();
    await user.click(dialog.getByRole('button', { name: 'All 2 without a year' }));
    await user.type(dialog.getByRole('textbox', { name: 'Year' }), '1896{Enter}');
    await screen.findByText('The year of 2 sheets is set to 1896');
    expect(bodies(4).at(-1)).toEqual({ year: 1896, updated_at: LATER });
  });

  it('says which sheets another user has changed since when it is undone', async () => {
    const { user, dialog } = await setting();
    await user.click(dialog.getByRole('button', { name: 'All 2 without a year' }));
    await user.type(dialog.getByRole('textbox', { name: 'Year' }), '1896{Enter}');
    await screen.findByText('The year of 2 sheets is set to 1896');
    stage.server.on(`PUT ${at(1)}`, stale);
    stage.server.on(`GET ${at(1)}`, answer(block({ ...person, value: 1897 }, LATER)));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Another user has changed 1 sheet since; that change stays.');
  });

  it('keeps the input when it is not a year or is refused', async () => {
    for (const number of [1, 2, 3, 4])
      stage.server.on(`PUT ${at(number)}`, {
        status: 400,
        json: { error: 'Bad', code: 'invalid_fields', fields: { year: 'The year must be from 1600 to 2026.' } },
      });
    const { user, dialog } = await setting();
    const year = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Year' });
    await user.type(year, '189');
    dialog.getByText('Enter a year of four digits.');
    await user.type(year, '99{Backspace}{Enter}');
    await dialog.findByText('The year must be from 1600 to 2026.');
    expect(year.value).toBe('1899');
  });

  it('is for editors only', async () => {
    open('/documents/d1', 'viewer');
    await screen.findByRole('button', { name: /^About this sheet/ });
    expect(screen.queryByRole('button', { name: 'Actions for page 1' })).toBeNull();
    await waitFor(() => expect(screen.queryByText('Set the year of several sheets...')).toBeNull());
  });
});
