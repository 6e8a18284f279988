import { act, screen, waitFor, within } from '@testing-library/react';
import { project } from '../../testing/fixtures.js';
import { subscribeToOutcomes, type AnnotationOutcome } from '../../evidence/annotation-outcomes.js';

import {
  bodyOf,
  decisionOf,
  decisions,
  open,
  prepareStage,
  proposal,
  sent,
  shape,
  shows,
  stage,
} from './review-stage.js';

prepareStage();

// jsdom has no scrolling
Element.prototype.scrollIntoView = () => undefined;

describe('a copy of a proposal', () => {
  it('is edited and then accepted: outline and label are the person’s (FEAT-14, OP-24)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('e');
    const label = await screen.findByLabelText('Label of your copy');
    await waitFor(() => expect(label).toHaveProperty('value', 'DRY CLEANERS'));
    await waitFor(() => expect(stage.shownDesk.selected).toMatchObject({ author_type: 'human', derived_from: 'a2' }));
    expect(decisions()).toEqual([]);
    await user.clear(label);
    await user.type(label, 'Cleaner{Enter}');
    await shows('GAS TANK');
    expect(await bodyOf(0)).toMatchObject({
      action: 'accept',
      annotation_type: 'ellipse',
      coordinates: shape,
      content: 'Cleaner',
    });
    expect(stage.server.requestsOf('PUT /api/public/annotations')).toEqual([]);
  });

  it('is discarded by Escape, without a decision', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('e');
    await screen.findByLabelText('Label of your copy');
    await waitFor(() => expect(stage.shownDesk.selected?.derived_from).toBe('a2'));
    const outcomes: AnnotationOutcome[] = [];
    const end = subscribeToOutcomes((outcome) => outcomes.push(outcome));
    const key = stage.shownDesk.selected?.key;
    await user.keyboard('{Escape}');
    await shows('DRY CLEANERS');
    end();
    expect(stage.shownDesk.annotations.map(({ id }) => id)).toEqual(['a1', 'a2', 'a4']);
    expect(decisions()).toEqual([]);
    // so it is not in the undo history
    expect(outcomes).toEqual([{ pageId: 'p1', key, what: 'create', result: 'dropped' }]);
  });

  it('is kept as one’s own annotation when another user decided first: no work is lost', async () => {
    stage.server.on('POST /api/public/annotations', ({ body }) => ({
      status: 201,
      json: { data: { ...proposal('x', ''), ...(body as object), author_type: 'human' } },
    }));
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('e');
    const label = await screen.findByLabelText('Label of your copy');
    await waitFor(() => expect(label).toHaveProperty('value', 'DRY CLEANERS'));
    await user.type(label, ' of 1920');
    stage.all = stage.all.filter(({ id }) => id !== 'a2');
    const error = 'Bob has accepted this annotation already. Undo that first.';
    stage.refusal = { status: 409, json: { error, code: 'decided_already' } };
    await user.keyboard('{Enter}');
    expect(await screen.findByText(`${error} Your copy was kept as your own annotation.`)).toBeTruthy();
    expect(stage.server.requestsOf('POST /api/public/annotations')[0]?.body).toMatchObject({
      content: 'DRY CLEANERS of 1920',
      coordinates: shape,
    });
    await shows('GAS TANK');
  });
});

describe('linking by L', () => {
  const linkDialog = () => screen.findByRole('dialog', { name: 'Associate with Feature' });
  beforeEach(() => {
    const landUse = { value: 'dry_cleaner', label: 'Dry cleaner', typical_contaminants: '', frequency_note: '' };
    stage.server.on('GET /api/land-uses', { json: { data: [landUse] } });
    stage.server.on('PUT /api/annotations/*', {
      json: { data: { feature: { id: 'f1', name: 'Cleaner' }, mention: {} } },
    });
  });
  async function fill(user: ReturnType<typeof open>['user']) {
    await user.type(await screen.findByLabelText(/^Latitude/), '40.7');
    await user.type(screen.getByLabelText(/^Longitude/), '-74');
    await user.selectOptions(screen.getByLabelText(/^Land Use/), 'dry_cleaner');
  }

  it('accepts nothing before the dialog is saved: Escape leaves the proposal open', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('l');
    await linkDialog();
    await screen.findByLabelText(/^Latitude/);
    expect(screen.getByText('It is accepted when you save the link.')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await shows('DRY CLEANERS');
    expect(decisions()).toEqual([]);
    expect(screen.getByText('Proposal 1 of 4')).toBeTruthy();
  });

  it('accepts and links when the dialog is saved, and the next proposal follows (FEAT-14, FEAT-15)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('l');
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await shows('GAS TANK');
    const { copy_id: copyId } = await bodyOf(0);
    const [linked] = stage.server.requests.filter(({ path }) => path.endsWith('/association'));
    expect(linked?.path).toBe(`/api/annotations/${String(copyId)}/association`);
    expect(linked?.body).toMatchObject({ mention_id: 'm-a2', confidence: 8 });
    expect(screen.getByText('Proposal 2 of 4')).toBeTruthy();
    await sent([['a2', 'accept']]);
  });

  it('takes the acceptance back when the link fails and is given up', async () => {
    stage.server.on('PUT /api/annotations/*', { status: 503, json: { error: 'Features are away.' } });
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('l');
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await screen.findByText('Features are away.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await sent([
      ['a2', 'accept'],
      ['a2', 'undo'],
    ]);
    await shows('DRY CLEANERS');
  });

  it('ends when the viewer is left with Back (FEAT-14)', async () => {
    const view = open();
    await shows('DRY CLEANERS');
    await view.user.keyboard('l');
    await linkDialog();
    await act(() => view.router.navigate('/elsewhere'));
    expect(screen.queryByTestId('review-bar')).toBeNull();
    await act(() => view.router.navigate(`/projects/${project.id}/documents/d1?review=1`));
    await shows('DRY CLEANERS');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('undo', () => {
  it('reverts the last decisions of the visit one by one, and returns to each (OP-29)', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    await user.keyboard('r3');
    await shows('FACTORY');
    await user.keyboard('u');
    await shows('GAS TANK');
    await user.keyboard('{Control>}z{/Control}');
    await shows('DRY CLEANERS');
    await sent([
      ['a2', 'accept'],
      ['a3', 'reject'],
      ['a3', 'undo'],
      ['a2', 'undo'],
    ]);
    expect(screen.getByText('Proposal 1 of 4')).toBeTruthy();
    await waitFor(() => expect(stage.shownDesk.annotations.map(({ id }) => id).sort()).toEqual(['a1', 'a2', 'a4']));
  });

  it('waits for a pending decision', async () => {
    let release = (): void => undefined;
    stage.hold = new Promise((resolve) => (release = resolve));
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    await user.keyboard('u');
    expect(decisions()).toEqual([['a2', 'accept']]);
    stage.hold = null;
    await act(async () => {
      release();
      await Promise.resolve();
    });
    await shows('DRY CLEANERS');
    await sent([
      ['a2', 'accept'],
      ['a2', 'undo'],
    ]);
  });

  it('keeps later decisions by others', async () => {
    const { user, store } = open();
    await shows('DRY CLEANERS');
    await user.keyboard('a');
    await shows('GAS TANK');
    await waitFor(() => expect(screen.getByTestId('review-progress').textContent).toContain('1 decided today'));
    const theirs = [decisionOf('undone', { author_id: 'bob', author_name: 'Bob' })];
    stage.all = stage.all.map((each) =>
      each.id === 'a2' ? { ...each, decisions: [...(each.decisions ?? []), ...theirs] } : each,
    );
    const { api } = await import('../../lib/http/api.js');
    act(() => void store.dispatch(api.util.invalidateTags(['Annotation'])));
    await waitFor(() => expect(screen.getByTestId('review-button').textContent).toContain('4'));
    await user.keyboard('u');
    expect(await screen.findByText('Bob has undone your decision.')).toBeTruthy();
    await sent([['a2', 'accept']]);
  });
});

describe('the record of decisions', () => {
  it('shows who decided what, when and why about the selected annotation, to everyone (OP-29, FEAT-15)', async () => {
    stage.all = [
      proposal('a2', 'DRY CLEANERS', {
        decisions: [
          decisionOf('rejected', { author_name: 'Bob', reason: 'Misread', decided_at: '2026-03-01T12:00:00.000Z' }),
          decisionOf('undone', { author_name: 'Bob', decided_at: '2026-03-01T12:05:00.000Z' }),
          decisionOf('accepted', { copy_id: 'c1', decided_at: '2026-03-02T12:00:00.000Z' }),
        ],
      }),
      proposal('c1', 'Cleaner', { author_type: 'human', author_name: 'Ada Marsh', derived_from: 'a2' }),
    ];
    const { user } = open('?page=p1&annotation=a2', 'viewer');
    const record = await screen.findByTestId('decisions');
    const entries = within(record).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ada Marsh accepted it'),
      expect.stringContaining('Bob undid the decision'),
      expect.stringContaining('Bob rejected it: Misread'),
    ]);
    await user.click(within(record).getByText('Show Ada Marsh’s annotation'));
    expect(await screen.findByText('Based on a proposal by Spotter 1')).toBeTruthy();
  });
});
