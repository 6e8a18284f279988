import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '../../lib/http/api.js';
import { project } from '../../testing/fixtures.js';
import { bodyOf, decisionOf, open, prepareStage, proposal, sent, shows, stage } from './review-stage.js';

const RULES = `/api/public/projects/${project.id}/review-rules`;
const rule = {
  ...{ id: 'r1', project_id: project.id, document_id: 'd1', label: 'OAK ST.', land_use: 'dry_cleaner' },
  ...{ action: 'suppress', corrected_label: null, corrected_land_use: null, status: 'active', decision_count: 4 },
  ...{ reason: 'Rejected 4 times in one document: OAK ST.', evidence: [], applied_count: 2, removals: [] },
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
      proposal('a6', 'OAK ST.', { ...suppressed, document_page_id: 'p2' }),
    ];
    stage.server.on(`GET ${RULES}`, { json: { data: [rule], count: 1 } });
    stage.server.on('GET /api/documents/d1', { json: { data: { id: 'd1', title: 'Sanborn 1905' } } });
    const pages = [1, 2].map((number) => ({ id: `p${number}`, page_number: number, metadata: null }));
    stage.server.on('GET /api/documents/d1/pages', { json: { data: pages } });
    stage.server.on('GET /api/land-uses', {
      json: { data: [{ value: 'tannery_leather_works', label: 'Tannery or leather works' }] },
    });
  });

  it('hide proposals from the review, which counts them and shows the reason', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    expect(screen.getByText('Proposal 1 of 1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    expect(dialog.getByText(/^A rule is made when people reject or correct the same label several times/)).toBeTruthy();
    expect(await dialog.findByText('Rejected 4 times in “Sanborn 1905”: OAK ST.')).toBeTruthy();
    await user.click(dialog.getByText('2 proposals hidden by this rule'));
    for (const page of ['Page 1', 'Page 2'])
      expect(await dialog.findByText(`OAK ST., Sanborn 1905, ${page}`, { exact: false })).toBeTruthy();
  });

  it('leave each hidden proposal to be reviewed on its own', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    await user.click(await dialog.findByText('2 proposals hidden by this rule'));
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
    await user.click(await dialog.findByText('2 proposals hidden by this rule'));
    await user.click(dialog.getAllByRole('button', { name: 'Show again' })[0]!);
    expect(await dialog.findByText('1 proposal hidden by this rule')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByText('Proposal 1 of 2')).toBeTruthy());
    const toast = await waitFor(() => {
      const found = screen.getAllByRole('status').find((each) => each.textContent.includes('Proposal shown again'));
      return within(found!).getByRole('button', { name: 'Undo' });
    });
    await user.click(toast);
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

  it('name the land use they correct, and the wider rule that replaced one', async () => {
    const evidence = [{ annotation_id: 'a9', document_id: 'd1', decided_at: rule.created_at }];
    const correct = {
      ...{ ...rule, id: 'r2', action: 'correct', label: 'FOUNDRY', decision_count: 2, document_id: null, evidence },
      corrected_land_use: 'tannery_leather_works',
    };
    const withdrawn = { ...correct, id: 'r3', document_id: 'd1', status: 'withdrawn', applied_count: 0 };
    const alone = { ...withdrawn, id: 'r4', label: 'KILN', evidence: [] };
    stage.server.on(`GET ${RULES}`, { json: { data: [correct, withdrawn, alone], count: 3 } });
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.click(screen.getByRole('button', { name: '2 proposals hidden by rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules from decisions' }));
    const corrected = 'FOUNDRY to Tannery or leather works';
    expect(await dialog.findByText(`Corrected 2 times in this project: ${corrected}`)).toBeTruthy();
    expect(await dialog.findByText(`Corrected 2 times in “Sanborn 1905”: ${corrected}`)).toBeTruthy();
    expect(dialog.getByText(/^A rule for the whole project applies instead/)).toBeTruthy();
    expect(dialog.getByText(/^Its decisions no longer suffice/)).toBeTruthy();
  });

  it('are announced when own rejections make one: the hidden proposal is left, and Show opens the rules', async () => {
    stage.all = [proposal('c1', 'COAL'), proposal('c2', 'COAL'), proposal('c3', 'COAL')];
    const { user, store } = open();
    await shows('COAL');
    stage.server.on('POST /api/annotations/c1/review', () => {
      const decided = { ...stage.all[0]!, decisions: [decisionOf('rejected', { reason: 'Misread' })] };
      stage.all = [decided, ...stage.all.slice(1).map((each) => ({ ...each, ...suppressed }))];
      return { json: { data: { annotation: decided, copy: null } } };
    });
    await user.keyboard('r1');
    await sent([['c1', 'reject']]);
    // the event of the rule
    act(() => void store.dispatch(api.util.invalidateTags(['Annotation'])));
    const toast = await screen.findByText('2 more proposals hidden by a rule');
    expect(screen.getByText('The rule follows from rejections of “COAL”.')).toBeTruthy();
    expect(screen.queryByText('Decided by another user')).toBeNull();
    expect(screen.getByText('Everything is decided.', { selector: ':not([role=status])' })).toBeTruthy();
    expect(stage.shownDesk.selected).toBeNull();
    expect(screen.getByTestId('review-status').textContent).toMatch(/Everything is decided\.\s*$/);
    await user.click(within(toast.closest<HTMLElement>('[role="status"], .fui-Toast')!).getByText('Show'));
    expect(await screen.findByRole('dialog', { name: 'Rules from decisions' })).toBeTruthy();
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
