import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { hit } from '../../testing/records.js';
import { signedIn } from '../../testing/sign-in.js';
import { HitProposals } from './hit-proposals.js';
import { ProposalsView } from './proposals-view.js';
import { RulesView } from './rules-view.js';

const permit = {
  ...hit,
  ...{ id: 'h2', list: 'RCRA-SQG', name: 'KENT GARAGE', status: 'Active', distance_ft: 900, direction: 'NE' },
  on_property: 'off',
};
const HITS = [hit, permit];
const titles = new Map([['RCRA-SQG', 'Small generators']]);
const RULES = `/api/public/projects/${project.id}/record-rules`;
const rule = {
  ...{ id: 'r1', project_id: project.id, disposition: 'not_relevant', reason_codes: ['distance'], reason: 'Far.' },
  filter: { lists: ['RCRA-SQG'], statuses: ['Active'], directions: ['NE'], min_distance_m: 201.168 },
  ...{ hit_ids: [], hit_count: 3, by_id: 'u1', by_name: 'Ada', created_at: '2026-11-28T10:00:00Z' },
  ...{ undone_at: null, undone_by_name: null },
};
const proposal = (number: number, hitId = 'h2') => ({
  ...{ id: `p${number}`, project_id: project.id, hit_id: hitId, disposition: 'not_relevant' },
  ...{ reason_codes: ['distance'], reason: 'Beyond the river.', state: 'proposed', by_id: 'a1', by_name: 'Robot' },
  ...{ created_at: '2026-11-28T10:00:00Z', decided_by_id: null, decided_by_name: null, decided_at: null },
});

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

const bodiesOf = (route: string) => server.requestsOf(route).map(({ body }) => body);

describe('rules about records (decision 137)', () => {
  const view = () => renderProjectScreen(<RulesView projectId={project.id} canEdit hits={HITS} titles={titles} />);

  it('filter undecided records, show every one that they take, and take exactly those', async () => {
    server.on(`GET ${RULES}`, { json: { data: [], count: 0 } });
    server.on('POST /api/public/record-hits/bulk', {
      json: { data: { id: 'r1', hit_ids: ['h2'] }, excluded: [] },
    });
    const { user } = view();
    await user.click(await screen.findByRole('button', { name: 'New rule...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Not relevant by a rule' }));
    await user.click(dialog.getByRole('combobox', { name: 'Lists' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Small generators' }));
    await user.keyboard('{Escape}');
    await user.type(dialog.getByRole('spinbutton', { name: /^From/ }), '660');
    await user.click(dialog.getByRole('checkbox', { name: 'Distance' }));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect((await dialog.findByRole('status')).textContent).toContain('1 record is decided, 0 left alone.');
    const rows = within(dialog.getByRole('table', { name: 'Records to decide' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('KENT GARAGE')]);
    await user.click(dialog.getByRole('button', { name: 'Decide 1 record' }));
    await screen.findByText('1 record not relevant');
    const filter = { lists: ['RCRA-SQG'], min_distance_m: expect.closeTo(201.168, 3) as number };
    expect(bodiesOf('POST /api/public/record-hits/bulk')).toMatchObject([
      { filter, dry_run: true },
      { filter, ids: ['h2'] },
    ]);
  });

  it('are listed with the records that they decide, and undone', async () => {
    const undone = { ...rule, id: 'r2', filter: null, undone_at: '2026-11-28T11:00:00Z', undone_by_name: 'Ben' };
    server.on(`GET ${RULES}`, { json: { data: [rule, undone], count: 2 } });
    server.on('POST /api/public/record-rules/r1/undo', { json: { data: undone } });
    const disposition = {
      ...{ kind: 'not_relevant' as const, reason_codes: [], reason: null, duplicate_of_id: null, rule_id: 'r1' },
      ...{ proposal_id: null, changes: [], by_id: 'u1', by_name: 'Ada', at: null },
    };
    const { user } = renderProjectScreen(
      <RulesView projectId={project.id} canEdit hits={[hit, { ...permit, disposition }]} titles={titles} />,
    );
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('Small generators; from 660 ft; status Active; NE');
    expect(first?.textContent).toContain('It took 3 records and still decides 1.');
    expect(second?.textContent).toContain('Undone by Ben');
    await user.click(screen.getByRole('button', { name: 'Show records' }));
    expect(screen.getByRole('table', { name: 'Records of the rule' }).textContent).toContain('KENT GARAGE');
    await user.click(screen.getByRole('button', { name: 'Undo rule' }));
    await screen.findByText('Rule undone');
  });
});

describe('proposals of agents about records (decision 137)', () => {
  const view = () =>
    renderProjectScreen(
      <ProposalsView projectId={project.id} canEdit hits={HITS} titles={titles} onOpen={() => undefined} />,
    );

  it('are accepted by a person, and undone', async () => {
    server.on('GET /api/public/record-proposals', { json: { data: [proposal(1)], count: 1 } });
    server.on('POST /api/public/record-proposals/p1/decide', { json: { data: proposal(1) } });
    server.on('PUT /api/public/record-hits/h2/disposition', { json: { data: permit } });
    const { user } = view();
    await screen.findByText('Not relevant: Distance. Beyond the river.');
    await user.click(screen.getByRole('checkbox', { name: 'Select KENT GARAGE' }));
    await user.click(screen.getByRole('button', { name: 'Accept 1' }));
    await user.click(await screen.findByText('Undo'));
    expect(bodiesOf('POST /api/public/record-proposals/p1/decide')).toEqual([{ accept: true }]);
    await waitFor(() =>
      expect(bodiesOf('PUT /api/public/record-hits/h2/disposition')).toMatchObject([{ disposition: 'undecided' }]),
    );
  });

  it('are decided at most 50 at once', async () => {
    const many = Array.from({ length: 51 }, (_, at) => proposal(at));
    server.on('GET /api/public/record-proposals', { json: { data: many, count: 51 } });
    const { user } = view();
    await user.click(await screen.findByRole('button', { name: 'Select first 50' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept 50' }).disabled).toBe(false);
    await user.click(screen.getAllByRole('checkbox').at(-1) as HTMLElement);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept 51' }).disabled).toBe(true);
    expect(screen.getByText('Select at most 50.')).toBeTruthy();
  });

  it('are rejected in the drawer of their record, with the reason of a refusal', async () => {
    server.on('GET /api/public/record-proposals', { json: { data: [proposal(1), proposal(2, 'h1')], count: 2 } });
    server.on('POST /api/public/record-proposals/p1/decide', {
      status: 409,
      json: { error: 'This proposal is decided already.', code: 'proposal_decided' },
    });
    const { user } = renderProjectScreen(<HitProposals hit={permit} />);
    expect(await screen.findAllByRole('region', { name: 'Proposal of Robot' })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('This proposal is decided already.')).toBeTruthy();
    expect(bodiesOf('POST /api/public/record-proposals/p1/decide')).toEqual([{ accept: false }]);
  });
});
