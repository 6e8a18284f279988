import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { loose, place, serverWithFindings } from '../../testing/findings.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import type { Mention } from '../../evidence/evidence-api.js';

jest.unstable_mockModule('./sheet-excerpt.js', () => import('../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('./insights-page.js');

let server: FakeServer;

beforeEach(async () => {
  server = await serverWithFindings();
});

describe('unassociated findings', () => {
  const tank = {
    ...loose,
    id: 'm8',
    source_annotation_id: 'a8',
    current_history_id: 'h8',
    current_narrative: 'A tank.',
    current_use_type: 'confirmed',
    current_confidence: 10,
  } as Mention;
  const reviews = () => server.requestsOf('POST /api/annotations/a9/review').map(({ body }) => body);
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    server.on(`GET /api/projects/${project.id}/unassociated-mentions`, { json: { data: [loose, tank] } });
    server.on('POST /api/annotations/a9/review', { json: { data: { annotation: { id: 'a9' }, copy: null } } });
    const view = renderProjectScreen(<InsightsPage />, role);
    await view.user.click(await screen.findByRole('button', { name: 'Unassociated Mentions' }));
    await screen.findByText(/Confirmed by Ada Marsh/);
    return view;
  };
  const rowOf = (words: string) => within(screen.getByText(words).closest('tr') as HTMLElement);

  it('show source and author; proposals can be accepted in the list (FEAT-21)', async () => {
    const { user } = await open();
    const row = rowOf('The sheet reads COAL YARD.');
    expect(await row.findByText(/Proposed by an agent · COAL YARD, Sanborn 1924/)).toBeTruthy();
    expect(rowOf('A tank.').queryByRole('button', { name: 'Accept' })).toBeNull();
    await user.click(row.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(reviews()).toEqual([{ action: 'accept', copy_id: expect.any(String) as string }]));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(reviews()).toHaveLength(2));
    expect(reviews()[1]).toEqual({ action: 'undo' });
  });

  describe('about one place', () => {
    const near = (id: string, label: string) => ({
      ...{ id, document_id: 'd1', document_page_id: 'p4', content: label, author_type: 'ai_agent', decisions: [] },
      ...{ annotation_type: 'ellipse', coordinates: place },
    });
    const annotations = `GET /api/projects/${project.id}/annotations`;
    const openGroup = async () => {
      server.on(annotations, { json: { data: [near('a8', 'TANK'), near('a9', 'COAL YARD')] } });
      server.on(`GET /api/projects/${project.id}/unassociated-mentions`, { json: { data: [loose, tank] } });
      for (const id of ['a8', 'a9'])
        server.on(`POST /api/annotations/${id}/review`, { json: { data: { annotation: { id }, copy: null } } });
      const { user } = renderProjectScreen(<InsightsPage />);
      await user.click(await screen.findByRole('button', { name: 'Unassociated Mentions' }));
      return { user, group: await screen.findByTestId('place-group') };
    };

    it('are grouped, and accepted together (FEAT-21)', async () => {
      const { user, group } = await openGroup();
      expect(group.textContent).toContain('2 proposals in this building');
      await user.click(within(group).getByRole('button', { name: 'Accept 2' }));
      expect(await screen.findByText('2 findings accepted')).toBeTruthy();
      for (const id of ['a8', 'a9']) expect(server.requestsOf(`POST /api/annotations/${id}/review`)).toHaveLength(1);
    });

    it('are associated together with the feature of one form (OP-27)', async () => {
      const { user, group } = await openGroup();
      server.on('POST /api/annotations/a9/review', ({ body }) => {
        const { copy_id: id } = body as { copy_id: string };
        const copy = { ...near(id, 'COAL YARD'), author_type: 'human', author_name: 'Ada Marsh' };
        server.on(annotations, { json: { data: [copy, near('a8', 'TANK')] } });
        return { json: { data: { annotation: { id: 'a9' }, copy: null } } };
      });
      const gasWorks = { id: 'f3', name: 'Gas Works' };
      server.on('PUT /api/annotations/*', ({ body }) => ({ json: { data: { feature: gasWorks, mention: body } } }));
      await user.click(within(group).getByRole('button', { name: 'Associate 2...' }));
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(await dialog.findByLabelText(/^Latitude/), { target: { value: '40.8' } });
      fireEvent.change(dialog.getByLabelText(/^Longitude/), { target: { value: '-73.9' } });
      fireEvent.change(dialog.getByLabelText(/^Land Use/), { target: { value: 'gas_station' } });
      await user.click(dialog.getByRole('button', { name: /^(?:Save|Update)$/ }));
      await screen.findByText('1 finding associated with “Gas Works”');
      const [accepted] = server.requestsOf('POST /api/annotations/a8/review').map(({ body }) => body);
      const { copy_id: copyId } = accepted as { copy_id: string };
      expect(server.requestsOf(`PUT /api/annotations/${copyId}/association`)[0]?.body).toMatchObject({
        ...{ mention_id: 'm8', feature_id: 'f3' },
      });
    });
  });

  it('are rejected in bulk with one reason, with undo (OP-29)', async () => {
    server.on('POST /api/mention-history/*', { json: { success: true } });
    server.on('PUT /api/public/mentions', { json: { data: tank } });
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
    const bar = within(screen.getByRole('group', { name: 'Picked findings' }));
    expect(bar.getByText('2 picked')).toBeTruthy();
    await user.click(bar.getByRole('button', { name: 'Reject...' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Why is it wrong? (optional)'), { target: { value: 'Legend' } });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(['h9', 'h8'].map((id) => server.requestsOf(`POST /api/mention-history/${id}/reject`)[0]?.body)).toEqual([
        { reason: 'Legend' },
        { reason: 'Legend' },
      ]),
    );
    await screen.findByText('2 findings rejected');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(reviews()).toEqual([{ action: 'undo' }]));
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/public/mentions').map(({ body }) => body)).toEqual([
        { narrative: 'A tank.', confidence: 10, use_type: 'confirmed' },
      ]),
    );
  });

  it('keep focus in the list when one is rejected (WCAG 2.4.3)', async () => {
    const list = `GET /api/projects/${project.id}/unassociated-mentions`;
    server.on('POST /api/mention-history/h9/reject', () => {
      server.on(list, { json: { data: [tank] } });
      return { json: { success: true } };
    });
    const { user } = await open();
    await user.click(rowOf('The sheet reads COAL YARD.').getByRole('button', { name: 'Reject...' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByText('The sheet reads COAL YARD.')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(rowOf('A tank.').getByRole('button', { name: 'Reject...' })),
    );
    server.on(list, { json: { data: [] } });
    await user.click(rowOf('A tank.').getByRole('button', { name: 'Reject...' }));
    server.on('POST /api/mention-history/h8/reject', { json: { success: true } });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Unassociated Mentions' })),
    );
  });

  it('whose rejection failed stay in the dialog, without the others (FEAT-25, OP-29)', async () => {
    const rejections = (id: string) => server.requestsOf(`POST /api/mention-history/${id}/reject`).length;
    server.on('POST /api/mention-history/*', { json: { success: true } });
    server.on('POST /api/mention-history/h8/reject', { status: 503, json: { error: 'The feature service is down.' } });
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
    const bar = within(screen.getByRole('group', { name: 'Picked findings' }));
    await user.click(bar.getByRole('button', { name: 'Reject...' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Why is it wrong? (optional)'), { target: { value: 'Legend' } });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await screen.findByText('1 finding could not be rejected');
    expect(await dialog.findByText('Reject finding')).toBeTruthy();
    expect(dialog.getByDisplayValue('Legend')).toBeTruthy();
    server.on('POST /api/mention-history/h8/reject', { json: { success: true } });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([rejections('h9'), rejections('h8')]).toEqual([1, 2]);
    expect(screen.queryByText('2 findings rejected')).toBeNull();
  });

  it('can be restored later if the server was unavailable; open ones stay open (OP-29)', async () => {
    server.on('POST /api/mention-history/*', { json: { success: true } });
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
    const bar = within(screen.getByRole('group', { name: 'Picked findings' }));
    await user.click(bar.getByRole('button', { name: 'Reject...' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await screen.findByText('2 findings rejected');
    const away = { status: 503, json: { error: 'The service is down.' } };
    server.on('POST /api/annotations/a9/review', away);
    server.on('PUT /api/public/mentions', away);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Could not be undone: 2 findings rejected')).toBeTruthy();
    expect(screen.getByText('The service is down.')).toBeTruthy();
    // the undo succeeded, only its response was lost
    server.on('POST /api/annotations/a9/review', {
      status: 409,
      json: { error: 'There is no decision about this annotation to undo.', code: 'nothing_to_undo' },
    });
    server.on('PUT /api/public/mentions', { json: { data: tank } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: 2 findings rejected')).toBeTruthy();
  });

  it('are associated with a feature in bulk, accepting proposals (OP-27)', async () => {
    server.on('PUT /api/annotations/*', ({ body }) => ({ json: { data: { feature: {}, mention: body } } }));
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
    await user.click(
      within(screen.getByRole('group', { name: 'Picked findings' })).getByRole('button', { name: 'Associate...' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('One of them was proposed by an agent. Associating accepts it.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Associate' }));
    expect(await dialog.findByText('Choose a feature from the list')).toBeTruthy();
    fireEvent.change(dialog.getByRole('combobox', { name: /^Feature/ }), { target: { value: 'gas works' } });
    // a click outside does not close the dialog
    await user.click(document.querySelector('.fui-DialogSurface__backdrop') as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Associate' }));
    await screen.findByText('2 findings associated with “Gas Works”');
    const [{ copy_id: copyId }] = reviews() as [{ copy_id: string }];
    const said = (id: string) => server.requestsOf(`PUT /api/annotations/${id}/association`)[0]?.body;
    expect(said(copyId)).toMatchObject({ mention_id: 'm9', feature_id: 'f3', use_type: 'confirmed' });
    expect(said('a8')).toEqual({
      mention_id: 'm8',
      feature_id: 'f3',
      narrative: 'A tank.',
      confidence: 10,
      use_type: 'confirmed',
    });
  });

  it('decided by another user are reported, and the others are processed', async () => {
    const { user } = await open();
    server.on('POST /api/annotations/a9/review', {
      status: 409,
      json: { error: 'Ben has rejected this annotation already. Undo that first.', code: 'decided_already' },
    });
    await user.click(rowOf('The sheet reads COAL YARD.').getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('1 finding could not be accepted')).toBeTruthy();
    expect(screen.getByText('Ben has rejected this annotation already. Undo that first.')).toBeTruthy();
  });

  describe('clicked twice over a slow connection', () => {
    const annotations = `GET /api/projects/${project.id}/annotations`;
    const clickTwice = async (name: string) => {
      const view = await open();
      const [review, list] = [heldAnswer(), heldAnswer()];
      server.on('POST /api/annotations/a9/review', review.handler);
      const button = rowOf('The sheet reads COAL YARD.').getByRole('button', { name });
      fireEvent.click(button);
      fireEvent.click(button);
      await waitFor(() => expect(reviews()).toHaveLength(1));
      // the list is read again shortly after acceptance
      server.on(annotations, list.handler);
      const before = server.requestsOf(annotations).length;
      review.answer({ json: { data: { annotation: { id: 'a9' }, copy: null } } });
      await screen.findByText('1 finding accepted');
      await waitFor(() => expect(server.requestsOf(annotations).length).toBeGreaterThan(before));
      fireEvent.click(button);
      return { view, list };
    };

    it('are accepted once', async () => {
      await clickTwice('Accept');
      expect(reviews()).toHaveLength(1);
    });

    it('are accepted once on association, and the dialog stays open', async () => {
      const { list } = await clickTwice('Associate...');
      const [{ copy_id: id }] = reviews() as [{ copy_id: string }];
      const copy = { id, document_id: 'd1', content: 'COAL YARD', author_type: 'human', author_name: 'Ada Marsh' };
      list.answer({ json: { data: [copy] } });
      expect(await screen.findByRole('dialog')).toBeTruthy();
      expect(reviews()).toHaveLength(1);
      expect(screen.queryByText('1 finding could not be accepted')).toBeNull();
    });
  });

  it('can be decided again after a refusal', async () => {
    await open();
    server.on('POST /api/annotations/a9/review', { status: 503, json: { error: 'The annotation service is down.' } });
    const button = rowOf('The sheet reads COAL YARD.').getByRole('button', { name: 'Accept' });
    fireEvent.click(button);
    await screen.findByText('1 finding could not be accepted');
    server.on('POST /api/annotations/a9/review', { json: { data: { annotation: { id: 'a9' }, copy: null } } });
    fireEvent.click(button);
    expect(await screen.findByText('1 finding accepted')).toBeTruthy();
    expect(reviews()).toHaveLength(2);
  });

  describe('that are selected', () => {
    const picked = () => screen.getByRole('group', { name: 'Picked findings' }).textContent;

    it('stay selected when another one is processed', async () => {
      server.on('POST /api/mention-history/h8/reject', { json: { success: true } });
      const { user } = await open();
      await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
      await user.click(rowOf('A tank.').getByRole('button', { name: 'Reject...' }));
      await user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject', hidden: true }),
      );
      await waitFor(() => expect(picked()).toContain('1 picked'));
      await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
      expect(picked()).toContain('2 picked');
      await user.click(rowOf('The sheet reads COAL YARD.').getByRole('button', { name: 'Accept' }));
      await screen.findByText('1 finding accepted');
      await waitFor(() => expect(picked()).toContain('1 picked'));
    });

    it('stay selected when accepting failed', async () => {
      const { user } = await open();
      server.on('POST /api/annotations/a9/review', { status: 503, json: { error: 'The annotation service is down.' } });
      await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
      const accept = screen.getByRole<HTMLButtonElement>('button', { name: 'Accept 1 proposed' });
      await user.click(accept);
      await screen.findByText('1 finding could not be accepted');
      await waitFor(() => expect(accept.disabled).toBe(false));
      expect(picked()).toContain('2 picked');
    });
  });

  describe('that cannot be associated', () => {
    const associate = async (mayUndo: boolean) => {
      const { user } = await open();
      server.on('POST /api/annotations/a9/review', ({ body }) =>
        mayUndo || (body as { action: string }).action !== 'undo'
          ? { json: { data: { annotation: { id: 'a9' }, copy: null } } }
          : { status: 503, json: { error: 'The annotation service is down.' } },
      );
      server.on('PUT /api/annotations/*', { status: 503, json: { error: 'The feature service is down.' } });
      await user.click(rowOf('The sheet reads COAL YARD.').getByRole('checkbox'));
      await user.click(
        within(screen.getByRole('group', { name: 'Picked findings' })).getByRole('button', { name: 'Associate...' }),
      );
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(dialog.getByRole('combobox', { name: /^Feature/ }), { target: { value: 'gas works' } });
      await user.click(dialog.getByRole('button', { name: 'Associate' }));
      await screen.findByText('1 finding could not be associated');
    };

    it('are proposals again: their acceptance is undone', async () => {
      await associate(true);
      expect(reviews()).toEqual([{ action: 'accept', copy_id: expect.any(String) as string }, { action: 'undo' }]);
      expect(screen.getByText('The feature service is down.')).toBeTruthy();
    });

    it('are reported as accepted if that could not be undone', async () => {
      await associate(false);
      expect(
        screen.getByText('The feature service is down. The proposal was accepted and stays accepted.'),
      ).toBeTruthy();
    });
  });

  it('are read-only for people who may not decide (OP-09)', async () => {
    await open('viewer');
    expect(screen.queryByRole('button', { name: /Accept|Associate|Reject/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('are read-only if their source is unknown, which is shown and can be retried (FEAT-21, OP-27)', async () => {
    const annotations = `GET /api/projects/${project.id}/annotations`;
    const read = [
      {
        ...{ id: 'a9', document_id: 'd1', content: 'COAL YARD', author_type: 'ai_agent', decisions: [] },
        coordinates: place,
      },
    ];
    let fails = true;
    server.on(annotations, () =>
      fails ? { status: 503, json: { error: 'The annotation service is down.' } } : { json: { data: read } },
    );
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Unassociated Mentions' }));
    expect(await screen.findByText('The sheet reads COAL YARD.')).toBeTruthy();
    expect(screen.getByText('The annotation service is down.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Accept|Associate|Reject/ })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^Pick: |^Pick all$/ })).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reject...' })).toBeTruthy();
    expect(screen.queryByText('The annotation service is down.')).toBeNull();
  });

  it('without a source can be neither selected nor decided about (OP-27)', async () => {
    server.on(`GET /api/projects/${project.id}/annotations`, {
      json: {
        data: [{ id: 'a8', document_id: 'd1', content: 'TANK', author_type: 'human', author_name: 'Ada Marsh' }],
      },
    });
    const { user } = await open();
    expect(rowOf('The sheet reads COAL YARD.').queryByRole('button', { name: /Accept|Associate|Reject/ })).toBeNull();
    expect(rowOf('A tank.').getByRole('button', { name: 'Reject...' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Pick all' }));
    expect(screen.getByText('1 picked')).toBeTruthy();
    const unknown = rowOf('The sheet reads COAL YARD.').getByRole<HTMLInputElement>('checkbox');
    expect([unknown.disabled, unknown.checked]).toEqual([true, false]);
  });
});
