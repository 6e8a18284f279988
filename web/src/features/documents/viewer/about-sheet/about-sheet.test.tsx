import { screen, waitFor, within } from '@testing-library/react';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../../../testing/fake-server.js';
import { renderScreen } from '../../../../testing/render.js';
import { PageDetails } from '../page-details.js';
import type { PageTitleBlock, TitleBlock, VolumeChange } from './title-block-records.js';

const SEEN = '2026-11-22T09:30:00.000Z';
const LATER = '2026-11-22T09:31:00.000Z';
const AT = '/api/public/document-pages/p3/title-block';
const read = { value: 1901, source: 'lettering' as const, detail: 'copyright', confidence: 0.8 };
const corrected = { by_id: 'u1', by_name: 'Ada Reader', at: '2026-11-22T12:00:00.000Z' };
const block = (facts: Partial<TitleBlock> = {}, updated_at = SEEN): TitleBlock => ({
  year: { ...read, read: null, corrected: null },
  updated_at,
  ...facts,
});
const person = (value: number | null) => ({
  ...{ value, source: 'person' as const, detail: '', confidence: 1, read, corrected },
});
const page = (title_block: TitleBlock): DocumentPage => ({
  ...{ id: 'p3', document_id: 'd1', page_number: 3, image_path: null, image_url: null, thumbnail_url: null },
  ...{ tile_source: null, width: 6400, height: 7600, dpi: 300, status: 'ready', created_at: '', updated_at: '' },
  metadata: { page_type: 'sanborn_map', year: 1901 },
  title_block,
});
const answer = (title_block: TitleBlock, history: PageTitleBlock['history'] = []): { data: PageTitleBlock } => ({
  data: { page_id: 'p3', document_id: 'd1', page_number: 3, title_block, history },
});
const change = (page_number: number, from: string | null, to: string): VolumeChange => ({
  ...{ page_id: `p${page_number}`, page_number, fact: 'year', from, to, corrected: null },
});
const stale = {
  status: 409,
  json: { error: 'The title block of this sheet was changed by someone else in the meantime.', code: 'stale' },
};

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = fakeServer();
  server.on(`POST ${AT}/volume`, { json: { data: { id: 'c', changes: [], full_page_ids: [] } } });
});

async function open(shown = block(), mayEdit = true) {
  const { user } = renderScreen(<PageDetails page={page(shown)} mayEdit={mayEdit} />);
  await user.click(screen.getByRole('button', { name: /^About this sheet/ }));
  return { user, about: screen.getByRole('region', { name: 'About this sheet' }) };
}
async function type(text: string, shown = block()) {
  const { user } = await open(shown);
  await user.click(screen.getByRole('button', { name: 'Correct: Year' }));
  const input = screen.getByRole('textbox', { name: 'Year' });
  await user.clear(input);
  if (text !== '') await user.type(input, text);
  return { user, input: input as HTMLInputElement };
}
const bodies = () => server.requestsOf(`PUT ${AT}`).map(({ body }) => body);

describe('correcting a fact of a sheet (DATA-09)', () => {
  it('sends the input with the state the user saw; focus returns to its button', async () => {
    server.on(`PUT ${AT}`, { json: answer(block({ year: person(1896) }, LATER)) });
    const { user } = await type('1896');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(bodies()).toEqual([{ year: 1896, updated_at: SEEN }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Correct: Year' }));
  });

  it('sets a fact to not known, and undoes that', async () => {
    server.on(`PUT ${AT}`, { json: answer(block({ year: person(null) })) });
    const { user } = await type('', block({ year: person(1896) }));
    await user.click(screen.getByRole('button', { name: 'Reset to the recognized value (1901)' }));
    await waitFor(() => expect(bodies()).toEqual([{ reset: ['year'], updated_at: SEEN }]));
    await user.click(await screen.findByRole('button', { name: 'Correct: Year' }));
    await user.clear(screen.getByRole('textbox'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies()[1]).toEqual({ year: null, updated_at: SEEN }));
  });

  it('keeps the input when refused, with the error of the field; Escape closes only the editor', async () => {
    const fields = { year: 'The year must be a number from 1600 to 2026.' };
    server.on(`PUT ${AT}`, { status: 400, json: { error: 'Bad', code: 'invalid_fields', fields } });
    const { user, input } = await type('18o7');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(fields.year);
    expect(input.value).toBe('18o7');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox')).toBeNull();
    screen.getByRole('button', { name: 'Correct: Year' });
  });

  it('retries automatically when only another fact was changed', async () => {
    server.on(`PUT ${AT}`, ({ body }) =>
      (body as { updated_at: string }).updated_at === SEEN ? stale : { json: answer(block({ year: person(1896) })) },
    );
    server.on(`GET ${AT}`, { json: answer(block({}, LATER)) });
    const { user } = await type('1896');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(bodies()).toMatchObject([{ updated_at: SEEN }, { updated_at: LATER }]);
  });

  it('asks on a conflict, and keeps the input', async () => {
    server.on(`PUT ${AT}`, stale);
    server.on(`GET ${AT}`, { json: answer(block({ year: person(1897) }, LATER)) });
    const { user, input } = await type('1896');
    await user.keyboard('{Enter}');
    await screen.findByText(/It is 1897 now/);
    expect(input.value).toBe('1896');
    server.on(`PUT ${AT}`, { json: answer(block({ year: person(1896) })) });
    await user.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(bodies().at(-1)).toEqual({ year: 1896, updated_at: LATER }));
  });

  it('is for editors; everyone sees the author', async () => {
    const { about } = await open(block({ year: person(1896) }), false);
    within(about).getByText('Corrected by Ada Reader on Nov 22, 2026; recognized as 1901');
    expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  });
});

describe('the offer to the volume', () => {
  async function offered(changes: VolumeChange[], full_page_ids: string[] = []) {
    server.on(`PUT ${AT}`, { json: answer(block({ year: person(1896) }, LATER)) });
    server.on(`POST ${AT}/volume`, { json: { data: { id: 'c', changes, full_page_ids } } });
    const { user } = await type('1896');
    await user.keyboard('{Enter}');
    // the preview is requested before a test replaces the answer
    await waitFor(() => expect(sent()).toHaveLength(1));
    return user;
  }
  const sent = () => server.requestsOf(`POST ${AT}/volume`);

  it('shows the number of sheets, is accepted and undone with one button each', async () => {
    const user = await offered([change(1, '1901', '1896'), change(2, null, '1896')]);
    const offer = await screen.findByRole('region', { name: 'Other sheets of the volume' });
    within(offer).getByText('Use 1896 for the other 2 sheets of this volume?');
    await user.click(within(offer).getByRole('button', { name: 'Use for 2 sheets' }));
    await within(offer).findByText('Changed on 2 sheets.');
    const [asked, made] = sent();
    expect(asked?.query.get('dry_run')).toBe('true');
    expect(made?.body).toEqual(asked?.body);
    const { id } = made!.body as { id: string };
    server.on(`POST ${AT}/volume/${id}/undo`, { json: { data: { id, changes: [], kept_page_ids: ['p2'] } } });
    await user.click(within(offer).getByRole('button', { name: 'Undo' }));
    await within(offer).findByText(
      'Undone on the other sheets. Another user has changed 1 sheet since; that change stays.',
    );
  });

  it('previews changes per sheet, and skips deselected ones', async () => {
    const user = await offered([change(1, '1901', '1896'), change(2, null, '1896')]);
    await user.click(await screen.findByRole('button', { name: 'Choose sheets' }));
    screen.getByRole('checkbox', { name: 'Page 2: not known → 1896' });
    await user.click(screen.getByRole('checkbox', { name: 'Page 1: 1901 → 1896' }));
    await user.click(screen.getByRole('button', { name: 'Use for 1 sheet' }));
    await waitFor(() => expect(sent().at(-1)?.body).toMatchObject({ facts: ['year'], page_ids: ['p2'] }));
  });

  it('shows how many sheets stay because they were changed too often', async () => {
    const user = await offered([change(1, '1901', '1896')], ['p4', 'p5']);
    await user.click(await screen.findByRole('button', { name: 'Use for 1 sheet' }));
    await screen.findByText('Changed on 1 sheet. 2 sheets stay: they were changed 200 times already.');
  });

  const away = { status: 503, json: { error: 'The documents are not available right now.' } };
  const done = (changes: VolumeChange[]) => ({ json: { data: { id: 'c', changes, full_page_ids: [] } } });

  it('is repeated identically after a lost response, and one undo reverts every attempt', async () => {
    const user = await offered([change(1, '1901', '1896'), change(2, null, '1896')]);
    await user.click(await screen.findByRole('button', { name: 'Choose sheets' }));
    await user.click(screen.getByRole('checkbox', { name: 'Page 1: 1901 → 1896' }));
    server.on(`POST ${AT}/volume`, away);
    await user.click(screen.getByRole('button', { name: 'Use for 1 sheet' }));
    await screen.findByText(away.json.error);
    await screen.findByText(/^The other sheets may have been changed/);
    // no other choice and no undo, which the first attempt could overtake
    for (const name of ['Choose sheets', 'Undo']) expect(screen.queryByRole('button', { name })).toBeNull();
    // the first attempt already changed it
    server.on(`POST ${AT}/volume`, done([]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Changed on the chosen sheets.');
    const [first, second] = sent().slice(-2);
    expect(second?.body).toEqual(first?.body);
    expect(second?.body).toMatchObject({ page_ids: ['p2'] });
    const { id } = second!.body as { id: string };
    server.on(`POST ${AT}/volume/${id}/undo`, away);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(away.json.error);
    server.on(`POST ${AT}/volume/${id}/undo`, { json: { data: { id, changes: [], kept_page_ids: [] } } });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone on the other sheets.');
  });

  it('can be undone after the section was closed, before the response or after it', async () => {
    const user = await offered([change(1, '1901', '1896')]);
    const late = heldAnswer();
    server.on(`POST ${AT}/volume`, late.handler);
    await user.click(await screen.findByRole('button', { name: 'Use for 1 sheet' }));
    const trigger = screen.getByRole('button', { name: /^About this sheet/ });
    const reopen = async () => {
      await user.click(trigger);
      expect(trigger.getAttribute('aria-expanded')).toBe('false');
      await user.click(trigger);
    };
    await reopen();
    late.answer(done([change(1, '1901', '1896')]));
    await screen.findByText('Changed on 1 sheet.');
    await reopen();
    await screen.findByText('Changed on 1 sheet.');
    await screen.findByRole('button', { name: 'Undo' });
  });

  it('that changed nothing, because others already had, has nothing to undo', async () => {
    const user = await offered([change(1, '1901', '1896')]);
    server.on(`POST ${AT}/volume`, done([]));
    await user.click(await screen.findByRole('button', { name: 'Use for 1 sheet' }));
    await screen.findByText('No other sheet was changed.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that was refused is offered again', async () => {
    const user = await offered([change(1, '1901', '1896')]);
    server.on(`POST ${AT}/volume`, { status: 403, json: { error: 'You may not do this.' } });
    await user.click(await screen.findByRole('button', { name: 'Use for 1 sheet' }));
    await screen.findByText('You may not do this.');
    screen.getByRole('button', { name: 'Use for 1 sheet' });
  });

  it('is not made if no other sheet would change', async () => {
    await offered([]);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Other sheets of the volume' })).toBeNull();
  });
});

it('the history is scrolled into view when opened, even if empty', async () => {
  const shown: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this.textContent);
  };
  server.on(`GET ${AT}`, { json: answer(block()) });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'History' }));
  await waitFor(() => expect(shown).toEqual(['No corrections on this sheet yet.']));
});

it('the history says who changed what, newest first', async () => {
  const entry = {
    id: 'h1',
    fact: 'year',
    kind: 'corrected' as const,
    from: '1901',
    to: '1896',
    correction_id: null,
    ...corrected,
  };
  const undone = { ...entry, id: 'h2', kind: 'undone' as const, from: '1896', to: null, correction_id: 'c' };
  server.on(`GET ${AT}`, { json: answer(block(), [undone, entry]) });
  const { user } = await open(block(), false);
  await user.click(screen.getByRole('button', { name: 'History' }));
  const list = await screen.findByRole('list', { name: 'History of this sheet' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Year: 1896 → not known \(correction of the volume undone\)Ada Reader, Nov 22, 2026/),
    expect.stringMatching(/^Year: 1901 → 1896Ada Reader, Nov 22, 2026/),
  ]);
});
