import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '../../testing/fake-server.js';
import { feature, loose, place, serverWithFindings, unfoldedHistory } from '../../testing/findings.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { api } from '../../lib/http/api.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { undoLast } from '../../lib/edits/undo.js';

jest.unstable_mockModule('./sheet-excerpt.js', () => import('../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('./insights-page.js');

withoutLayout();

let server: FakeServer;

beforeEach(async () => {
  server = await serverWithFindings();
});

const history = unfoldedHistory;

describe('Insight Generation', () => {
  it('lists features with name, land use and created, after a row for unassociated mentions (FEAT-20, FEAT-21)', async () => {
    renderProjectScreen(<InsightsPage />);
    const table = within(await screen.findByRole('table', { name: 'Features of interest' }));
    await waitFor(() => expect(table.getAllByText('Gas station')).toHaveLength(3));
    const rows = table.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows[1]).toContain('Unassociated Mentions');
    expect(rows[2]).toContain('Filling Station');
    expect(rows[2]).toContain(dateOnly(feature('f1', '', '').created_at));
    await waitFor(() => expect(table.getAllByRole('row')[2]?.textContent).toContain('1 mention'));
  });

  it('virtualizes a thousand features, and finds the others by name (FEAT-20)', async () => {
    const all = Array.from({ length: 1_000 }, (_, index) =>
      feature(`f${index}`, `Tank ${index}`, `(-73.99,${index / 100})`),
    );
    server.on('GET /api/public/features', { json: { data: all } });
    const { user } = renderProjectScreen(<InsightsPage />);
    const table = await screen.findByRole('table', { name: 'Features of interest' });
    await screen.findByTestId('feature-f0');
    expect(within(table).getAllByTestId(/^feature-f/).length).toBeLessThan(60);
    expect(table.getAttribute('aria-rowcount')).toBe('1002');
    expect(screen.getByTestId('feature-f3').getAttribute('aria-rowindex')).toBe('6');
    expect(screen.queryByTestId('feature-f990')).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Find a feature' }), '990');
    expect(await screen.findByTestId('feature-f990')).toBeTruthy();
  });

  it('shows features within 50 m (FEAT-28, OP-30)', async () => {
    renderProjectScreen(<InsightsPage />);
    expect((await screen.findByTestId('feature-f1')).textContent).toContain('1 nearby');
    expect(screen.getByTestId('feature-f3').textContent).not.toContain('nearby');
  });

  it('names the person to whom a feature or a finding is assigned', async () => {
    const assigned = (type: string, id: string) => ({
      ...{ subject: { type, id, title: '' }, assignee_id: 'u2', assignee_name: 'Ben Ito' },
      ...{ assigned_by_name: 'Ada Marsh', assigned_at: '2026-11-20T12:00:00.000Z' },
    });
    server.on(`GET /api/projects/${project.id}/assignments`, {
      json: { data: [assigned('feature', 'f1'), assigned('annotation', loose.source_annotation_id)] },
    });
    const { user } = renderProjectScreen(<InsightsPage />);
    expect(await within(await screen.findByTestId('feature-f1')).findByText('Assigned to Ben Ito')).toBeTruthy();
    expect(screen.getByTestId('feature-f3').textContent).not.toContain('Assigned');
    await user.click(screen.getByRole('button', { name: 'Unassociated Mentions' }));
    const row = (await screen.findByText('The sheet reads COAL YARD.')).closest('tr');
    expect(row?.textContent).toContain('Assigned to Ben Ito');
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
    const [, group, first, second] = table.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(group).toBe('Pumps, Sanborn 1924 · 2 records');
    for (const part of ['Two pumps on the 1924 sheet.', 'Ada Marsh', '8/10', 'historical', 'active'])
      expect(first).toContain(part);
    for (const part of ['A pump?', '6/10', 'suspected', 'superseded']) expect(second).toContain(part);
    expect(table.getByText('8/10').dataset.band).toBe('green');
    expect(table.getByText('6/10').dataset.band).toBe('yellow');
    const asked = server.requestsOf('GET /api/public/mention-history')[0]?.query;
    expect([asked?.get('feature_id'), asked?.get('include')]).toEqual(['f1', 'author']);
  });

  it('reads features and mentions of the project, and only the history of the selected feature (FEAT-27)', async () => {
    renderProjectScreen(<InsightsPage />);
    await history();
    const askedOf = (what: string, name: string) =>
      server.requestsOf(`GET /api/public/${what}`).map(({ query }) => query.get(name));
    await waitFor(() => expect(new Set(askedOf('mentions', 'project_id'))).toEqual(new Set([project.id])));
    expect(new Set(askedOf('features', 'project_id'))).toEqual(new Set([project.id]));
    expect(askedOf('mention-history', 'feature_id')).toEqual(['f1']);
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

  it('does not offer superseding to read-only users (OP-09)', async () => {
    renderProjectScreen(<InsightsPage />, 'viewer');
    expect(within(await history()).queryByRole('button', { name: 'Supersede' })).toBeNull();
  });

  it('rejects an active record after asking (FEAT-25, OP-29)', async () => {
    server.on('POST /api/mention-history/h1/reject', { json: { success: true } });
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(within(await history()).getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.requestsOf('POST /api/mention-history/h1/reject').map(({ body }) => body)).toEqual([{}]);
    // a person's record is restored
    server.on('PUT /api/public/mentions', { json: { data: {} } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/public/mentions').map(({ query, body }) => [query.get('id'), body])).toEqual([
        ['m1', { narrative: 'Two pumps on the 1924 sheet.', confidence: 8, use_type: 'historical' }],
      ]),
    );
  });

  it('keeps the reason of a refused rejection', async () => {
    server.on('POST /api/mention-history/h1/reject', { status: 503, json: { error: 'The feature service is down.' } });
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(within(await history()).getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const reason = dialog.getByLabelText<HTMLTextAreaElement>('Why is it wrong? (optional)');
    fireEvent.change(reason, { target: { value: 'A cistern' } });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('1 finding could not be rejected')).toBeTruthy();
    expect(reason.value).toBe('A cistern');
  });

  it('rejects a record with a reason from its evidence drawer, too; not for read-only users (OP-09, OP-29)', async () => {
    server.on('POST /api/mention-history/h1/reject', { json: { success: true } });
    const { user, unmount } = renderProjectScreen(<InsightsPage />);
    const open = async () => {
      const [button] = within(await history()).getAllByRole('button', { name: 'View on sheet' });
      await user.click(button as HTMLElement);
      return within(await screen.findByRole('region', { name: 'History of this mention' }));
    };
    const drawer = await open();
    const [first] = await drawer.findAllByRole('listitem');
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'Reject...' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByLabelText('Why is it wrong? (optional)'), 'It is a cistern.');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.requestsOf('POST /api/mention-history/h1/reject').map(({ body }) => body)).toEqual([
      { reason: 'It is a cistern.' },
    ]);
    unmount();

    renderProjectScreen(<InsightsPage />, 'viewer');
    const again = await open();
    expect((await again.findAllByRole('listitem')).length).toBeGreaterThan(0);
    expect(again.queryByRole('button', { name: 'Reject...' })).toBeNull();
  });

  it('explains why a record exists and what ended it (FEAT-22, FEAT-25)', async () => {
    renderProjectScreen(<InsightsPage />);
    const table = within(await history());
    const [, group, first, second] = table.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(group).toBe('Pumps, Sanborn 1924 · 2 records');
    expect(first).toContain('Changed: confidence 6/10 to 8/10; use type suspected to historical; narrative');
    expect(second).toContain('First record');
    expect(second).toContain('Replaced by Ada Marsh');
  });

  it('shows the annotation behind a mention in place, with its history and a way to the viewer (FEAT-19)', async () => {
    const { user, path } = renderProjectScreen(<InsightsPage />);
    const [button] = within(await history()).getAllByRole('button', { name: 'View on sheet' });
    if (button) await user.click(button);
    const drawer = within(await screen.findByLabelText('Evidence'));
    const excerpt = await drawer.findByTestId('excerpt');
    await waitFor(() => expect(excerpt.textContent).toBe('Pumps, Sanborn 1924, Year 1924, Page 4'));
    expect(JSON.parse(excerpt.dataset['at'] ?? '')).toEqual(place);
    expect(drawer.getByText('Open in the viewer').getAttribute('href')).toBe(
      `/projects/${project.id}/documents/d1?page=p4&annotation=a1`,
    );
    await waitFor(() => expect(drawer.getByLabelText('History of this mention').textContent).toContain('Ada Marsh'));
    expect(server.requestsOf('GET /api/public/mention-history').at(-1)?.query.get('annotation_id')).toBe('a1');
    expect(path()).toContain('annotation=a1');
    await user.click(drawer.getByLabelText('Close'));
    await waitFor(() => expect(path()).not.toContain('annotation='));
  });

  it('shows that the annotation behind a mention was deleted, without an error, and still shows its history (ERR-02)', async () => {
    server.on('GET /api/annotations/a1', { status: 404, json: { error: 'Annotation not found' } });
    const { user } = renderProjectScreen(<InsightsPage />);
    const [button] = within(await history()).getAllByRole('button', { name: 'View on sheet' });
    if (button) await user.click(button);
    const drawer = within(await screen.findByLabelText('Evidence'));
    expect(await drawer.findByText('The annotation was deleted.')).toBeTruthy();
    expect(drawer.queryByText('The annotation could not be loaded')).toBeNull();
    expect(drawer.getByLabelText('History of this mention')).toBeTruthy();
    expect(await drawer.findByText('Its records stay in the history below.')).toBeTruthy();
  });

  it('announces no history of a deleted annotation without records (ERR-02)', async () => {
    const { user } = renderProjectScreen(<InsightsPage />);
    const [button] = within(await history()).getAllByRole('button', { name: 'View on sheet' });
    for (const route of ['GET /api/annotations/a1', 'GET /api/public/mention-history'])
      server.on(route, { status: 404, json: { error: 'Annotation not found' } });
    if (button) await user.click(button);
    const drawer = within(await screen.findByLabelText('Evidence'));
    expect(await drawer.findByText('The annotation was deleted.')).toBeTruthy();
    expect(await drawer.findByText('No records yet.')).toBeTruthy();
    expect(drawer.queryByText('Error loading mention history')).toBeNull();
    expect(drawer.queryByText('Its records stay in the history below.')).toBeNull();
  });

  it('rejects no record until it is known whether an agent proposed it (OP-29)', async () => {
    for (const route of [`GET /api/projects/${project.id}/annotations`, 'GET /api/annotations/a1'])
      server.on(route, { status: 503, json: { error: 'The annotation service is down.' } });
    const { user } = renderProjectScreen(<InsightsPage />);
    const table = within(await history());
    expect(await screen.findByText('The annotations could not be loaded')).toBeTruthy();
    expect(table.getByRole('button', { name: 'Supersede' })).toBeTruthy();
    expect(table.queryByRole('button', { name: 'Reject' })).toBeNull();
    const [button] = table.getAllByRole('button', { name: 'View on sheet' });
    if (button) await user.click(button);
    const drawer = within(await screen.findByLabelText('Evidence'));
    expect(await drawer.findByText('The annotation could not be loaded')).toBeTruthy();
    expect((await drawer.findAllByRole('listitem')).length).toBeGreaterThan(0);
    expect(drawer.queryByRole('button', { name: 'Reject...' })).toBeNull();
  });

  it('says when the mentions of the project cannot be loaded, and reads them again (FEAT-27)', async () => {
    let fails = true;
    const mentions = [{ ...loose, id: 'm1', feature_of_interest_id: 'f1', current_confidence: 6 }];
    server.on('GET /api/public/mentions', () =>
      fails ? { status: 503, json: { error: 'The feature service is down.' } } : { json: { data: mentions } },
    );
    const { user } = renderProjectScreen(<InsightsPage />);
    expect(await screen.findByText('The mentions could not be loaded')).toBeTruthy();
    expect(screen.getByTestId('feature-f1')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Confidence' }), 'yellow');
    expect(await screen.findByText('The features cannot be filtered until their mentions are loaded.')).toBeTruthy();
    expect(screen.queryByText('No feature matches the filters.')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByTestId('feature-f1').textContent).toContain('1 mention'));
    expect(screen.queryByText('The mentions could not be loaded')).toBeNull();
  });

  it('merges selected features into the one whose name is kept, after a preview', async () => {
    const kept = feature('f2', 'Dry Cleaner', '(-73.99,40.70025)');
    server.on('POST /api/features/f2/merge', { json: { data: kept } });
    const { user, path } = renderProjectScreen(<InsightsPage />);
    await waitFor(() => expect(screen.getByTestId('feature-f1').textContent).toContain('1 mention'));
    await user.click(screen.getByRole('checkbox', { name: 'Pick Filling Station' }));
    const picks = within(screen.getByRole('group', { name: 'Picked features' }));
    expect(picks.getByRole<HTMLButtonElement>('button', { name: 'Merge...' }).disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Pick Dry Cleaner' }));
    await user.click(picks.getByRole('button', { name: 'Merge...' }));
    const dialog = within(await screen.findByRole('dialog'));
    // the feature with most mentions is preselected
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Filling Station/ }).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /Dry Cleaner/ }));
    const plan = dialog.getByRole('list', { name: 'What will happen' }).textContent;
    expect(plan).toContain('“Filling Station” is removed; Undo restores it.');
    expect(plan).toContain('1 mention moves to “Dry Cleaner”');
    // a click outside does not close the dialog
    await user.click(document.querySelector('.fui-DialogSurface__backdrop') as HTMLElement);
    server.on('GET /api/public/features', { json: { data: [kept] } });
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(path()).toContain('feature=f2'));
    await waitFor(() => expect(screen.queryByTestId('feature-f1')).toBeNull());
    const { merge_id: id, ...asked } = server.requestsOf('POST /api/features/f2/merge')[0]!.body as {
      merge_id: string;
    };
    expect(asked).toEqual({ merged_ids: ['f1'] });
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Picked features' })).toBeNull());

    // the toast offers undo, and reports values kept because another user changed them
    const restored = [feature('f1', 'Filling Station', '')];
    const undone = { feature: kept, restored, staying_mentions: 1 };
    server.on(`POST /api/feature-merges/${id}/undo`, { json: { data: undone } });
    server.on('GET /api/public/features', { json: { data: [kept, ...restored] } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 mention was changed since and stays with “Dry Cleaner”.')).toBeTruthy();
    expect(await screen.findByTestId('feature-f1')).toBeTruthy();
  });

  it('explains why a merge can no longer be undone, also for Ctrl+Z', async () => {
    server.on('POST /api/features/f1/merge', { json: { data: feature('f1', 'Filling Station', '') } });
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Merge...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    await screen.findByText('Features merged');
    const { merge_id: id } = server.requestsOf('POST /api/features/f1/merge')[0]!.body as { merge_id: string };
    const error = '“Filling Station” has been merged into another feature since. Undo that merge first.';
    server.on(`POST /api/feature-merges/${id}/undo`, { status: 409, json: { error, code: 'merged_again' } });
    act(() => expect(undoLast()).toBe(true));
    expect(await screen.findByText('Could not be undone: merge into “Filling Station”')).toBeTruthy();
    expect(screen.getByText(error)).toBeTruthy();
  });

  it('offers the merge from the hint at nearby features, and keeps the dialog when it fails (FEAT-28)', async () => {
    server.on('POST /api/features/f1/merge', { status: 503, json: { error: 'The feature service is down.' } });
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Merge...' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('radio')).toHaveLength(2);
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('The feature service is down.');
  });

  it('offers neither merging nor rejecting to read-only users (OP-09)', async () => {
    renderProjectScreen(<InsightsPage />, 'viewer');
    await history();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Merge...' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  it('filters features and records by use type and confidence, in the URL (FEAT-26)', async () => {
    const { user, path } = renderProjectScreen(<InsightsPage />);
    await history();
    await user.selectOptions(screen.getByLabelText('Confidence'), 'green');
    await waitFor(() => expect(path()).toContain('confidence=green'));
    expect(await screen.findByText('No feature matches the filters.')).toBeTruthy();
    expect(await screen.findByText('1 of 2 match the filters.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByTestId('feature-f1')).toBeTruthy();
  });

  it('keeps selection, picks and the open sheet during remote changes', async () => {
    const { user, store, path } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('checkbox', { name: 'Pick Gas Works' }));
    const [button] = within(await history()).getAllByRole('button', { name: 'View on sheet' });
    if (button) await user.click(button);
    const excerpt = await screen.findByTestId('excerpt');
    const before = path();
    server.on('GET /api/public/features', {
      json: {
        data: [
          feature('f0', 'Tannery', '(-73.8,40.6)'),
          feature('f1', 'Filling Station', '(-73.99,40.7)'),
          feature('f3', 'Gas Works', '(-73.9,40.8)'),
        ],
      },
    });
    act(() => void store.dispatch(api.util.invalidateTags(['Feature', 'Mention', 'MentionHistory', 'Annotation'])));
    await screen.findByTestId('feature-f0');
    expect(path()).toBe(before);
    expect(screen.getByTestId('feature-f1').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByTestId('excerpt')).toBe(excerpt);
    expect(screen.getByLabelText<HTMLInputElement>('Pick Gas Works').checked).toBe(true);
  });

  it('shows that a feature has no mentions yet', async () => {
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Gas Works' }));
    expect(await screen.findByText('No mentions yet.')).toBeTruthy();
  });
});
