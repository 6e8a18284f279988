import { screen, waitFor, within } from '@testing-library/react';
import { CHECKLIST_ITEMS } from '@symbio/proto/project/vocabulary';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import { SiteReconnaissancePage } from '../site-reconnaissance-page.js';
import type { SiteVisit } from '../visit-status.js';
import { CHECKLIST_GROUPS, progressText, withEntry, type ChecklistEntry } from './checklist.js';

const visit: SiteVisit = {
  id: 'v-1',
  project_id: project.id,
  visit_date: '2025-10-03',
  visit_time: '13:30',
  access_granted: true,
  access_notes: '',
  findings: 'Two capped vent pipes.',
  photos: [],
  weather_conditions: '',
  investigator_id: null,
  investigator: null,
  updated_at: '2025-10-03T16:00:00.000Z',
  checklist: [{ item: 'wells', answer: 'no', note: '' }],
};
const ANSWERS = 'PUT /api/site-visits/v-1/checklist';

withoutLayout();

let server: FakeServer;
let stored: SiteVisit;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  stored = visit;
  server.on(`GET /api/projects/${project.id}/site-visits`, () => ({ json: { data: [stored] } }));
  server.on(`GET /api/projects/${project.id}/site-visits/v-1/photos`, { json: { data: [] } });
  server.on(ANSWERS, ({ body }) => {
    for (const entry of (body as { entries: ChecklistEntry[] }).entries)
      stored = { ...stored, checklist: withEntry(stored.checklist ?? [], entry) };
    return { json: { data: stored } };
  });
});

const sent = () => server.requestsOf(ANSWERS).map(({ body }) => (body as { entries: ChecklistEntry[] }).entries[0]);
const opened = async (role: 'owner' | 'viewer' = 'owner') => {
  const view = renderProjectScreen(<SiteReconnaissancePage />, role);
  await view.user.click(await screen.findByRole('button', { name: 'Checklist, visit of Oct 3, 2025' }));
  return view;
};
const answers = (name: string) => within(screen.getByRole('radiogroup', { name }));

describe('the checklist of a visit (VISIT-02, D-64)', () => {
  it('asks for every item once, in the order of the vocabulary', () => {
    expect(CHECKLIST_GROUPS.flatMap(({ items }) => items)).toEqual(CHECKLIST_ITEMS);
    expect(progressText([])).toBe('0 of 20 answered, 0 yes');
  });

  it('saves each answer at once and shows the progress', async () => {
    const view = await opened();
    expect(screen.getByText('1 of 20 answered, 0 yes')).toBeTruthy();
    await view.user.click(answers('Storage tanks').getByRole('radio', { name: 'Yes' }));
    expect(await screen.findByText('2 of 20 answered, 1 yes')).toBeTruthy();
    await view.user.click(answers('Odors').getByRole('radio', { name: 'Not seen' }));
    expect(await screen.findByText('3 of 20 answered, 1 yes')).toBeTruthy();
    await waitFor(() =>
      expect(sent()).toEqual([
        { item: 'storage_tanks', answer: 'yes', note: '' },
        { item: 'odors', answer: 'not_seen', note: '' },
      ]),
    );
    await view.user.click(screen.getByRole('button', { name: 'Checklist, visit of Oct 3, 2025' }));
    expect(screen.queryByRole('radiogroup', { name: 'Odors' })).toBeNull();
    expect(screen.getByText('Storage tanks')).toBeTruthy();
  });

  it('has a note on each answer, and an answer can be cleared', async () => {
    const view = await opened();
    const note = screen.getByRole('textbox', { name: 'Note on Wells' });
    await view.user.type(note, 'Capped.{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ item: 'wells', answer: 'no', note: 'Capped.' }]));
    await view.user.tab();
    await view.user.click(screen.getByRole('button', { name: 'Clear the answer on Wells' }));
    expect(await screen.findByText('0 of 20 answered, 0 yes')).toBeTruthy();
    expect(sent().at(-1)).toEqual({ item: 'wells', answer: null, note: 'Capped.' });
    expect(sent()).toHaveLength(2);
    expect((note as HTMLInputElement).value).toBe('Capped.');
  });

  it('keeps a note that could not be saved, and takes an answer back', async () => {
    server.on(ANSWERS, { status: 503, json: { error: 'The project service is down.' } });
    const view = await opened();
    const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note on Wells' });
    await view.user.type(note, 'Capped.{Enter}');
    expect(await screen.findByText('Wells: The project service is down.')).toBeTruthy();
    expect(note.value).toBe('Capped.');
    await view.user.click(answers('Odors').getByRole('radio', { name: 'Yes' }));
    expect(await screen.findByText('Odors: The project service is down.')).toBeTruthy();
    expect(await screen.findByText('1 of 20 answered, 0 yes')).toBeTruthy();
  });

  it('shows a viewer what was answered', async () => {
    await opened('viewer');
    const list = screen.getByRole('group', { name: 'Checklist of the visit of Oct 3, 2025' });
    expect(list.textContent).toBe('WellsNo');
    expect(within(list).queryByRole('radio')).toBeNull();
  });
});
