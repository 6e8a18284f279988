import { screen, waitFor, within } from '@testing-library/react';
import { project } from '../../testing/fixtures.js';
import { bodyOf, open, prepareStage, proposal, sent, shows, stage } from './review-stage.js';

const RULES = `/api/public/projects/${project.id}/review-rules`;
const rule = {
  ...{ id: 'r1', project_id: project.id, document_id: 'd1', label: 'OAK ST.', land_use: 'dry_cleaner' },
  ...{ action: 'suppress', corrected_label: null, corrected_land_use: null, status: 'active', decision_count: 4 },
  ...{ reason: 'Rejected 4 times in this document: OAK ST.', evidence: [], applied_count: 2, removals: [] },
  ...{ created_at: '2026-11-28T10:00:00Z', updated_at: '2026-11-28T10:00:00Z' },
};
const suppressed = {
  rule: { rule_id: 'r1', action: 'suppress' as const, corrected_label: null, corrected_land_use: null },
};

prepareStage();

describe('rules that follow from decisions (decision 157)', () => {
  beforeEach(() => {
    stage.all = [
      proposal('a2', 'DRY CLEANERS'),
      proposal('a5', 'OAK ST.', suppressed),
      proposal('a6', 'OAK ST.', suppressed),
    ];
    stage.server.on(`GET ${RULES}`, { json: { data: [rule], count: 1 } });
  });

  it('hide proposals from the review, which counts them and shows the reason', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    expect(screen.getByText('Proposal 1 of 1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    expect(await dialog.findByText(rule.reason)).toBeTruthy();
    expect(dialog.getByText('2 proposals suppressed by this rule')).toBeTruthy();
  });

  it('leave each hidden proposal to be reviewed on its own', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    await user.click(await dialog.findByText('2 proposals suppressed by this rule'));
    await user.click(dialog.getAllByRole('button', { name: 'Review it' })[0]!);
    await shows('OAK ST.');
    expect(screen.getByRole('button', { name: '1 proposal hidden by rules' })).toBeTruthy();
  });

  it('show one proposal again, and hide it by undo (issue 42)', async () => {
    stage.server.on('PUT /api/annotations/a5/shown', ({ body }) => {
      const { shown } = body as { shown: boolean };
      stage.all = stage.all.map(({ rule: before, ...each }) => {
        if (each.id === 'a5') return shown ? each : { ...each, ...suppressed };
        return { ...each, ...(before && { rule: before }) };
      });
      return { json: { data: stage.all.find(({ id }) => id === 'a5') } };
    });
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    await user.click(await dialog.findByText('2 proposals suppressed by this rule'));
    await user.click(dialog.getAllByRole('button', { name: 'Show again' })[0]!);
    expect(await dialog.findByText('1 proposal suppressed by this rule')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByText('Proposal 1 of 2')).toBeTruthy());
    const toast = screen.getAllByRole('status').find(({ textContent }) => textContent.includes('Proposal shown again'));
    await user.click(within(toast!).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByText('Proposal 1 of 1')).toBeTruthy());
    expect(stage.server.requestsOf('PUT /api/annotations/a5/shown').map(({ body }) => body)).toEqual([
      { shown: true },
      { shown: false },
    ]);
  });

  it('are removed there, and their history stays', async () => {
    const removal = { author_id: 'u1', author_name: 'Ada', removed_at: '2026-11-28T11:00:00Z', decision_count: 4 };
    stage.server.on('POST /api/public/review-rules/r1/remove', () => {
      const removed = { ...rule, status: 'removed', removals: [removal], applied_count: 0 };
      stage.server.on(`GET ${RULES}`, { json: { data: [removed], count: 1 } });
      stage.all = stage.all.map(({ rule: _, ...each }) => each);
      return { json: { data: removed } };
    });
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    await user.click(await dialog.findByRole('button', { name: 'Remove rule' }));
    expect(await dialog.findByText(/^Removed by Ada/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByText('Proposal 1 of 3')).toBeTruthy());
  });

  it('suggest a corrected label and land use, which accepting takes', async () => {
    const corrected = { corrected_label: 'OAK ST. CLEANERS', corrected_land_use: 'gas_station' };
    stage.all = [proposal('a2', 'OAK ST.', { rule: { rule_id: 'r2', action: 'correct', ...corrected } })];
    const { user } = open();
    await shows('OAK ST.');
    expect(screen.getByText('Corrected by a rule: OAK ST. CLEANERS')).toBeTruthy();
    expect(screen.getByText('gas_station')).toBeTruthy();
    await user.keyboard('a');
    await sent([['a2', 'accept']]);
    expect(await bodyOf(0)).toMatchObject({ content: 'OAK ST. CLEANERS' });
  });
});
