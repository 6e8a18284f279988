import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { hit } from '../../testing/records.js';
import { signedIn } from '../../testing/sign-in.js';
import { api } from '../../lib/http/api.js';
import { DecisionBar } from './decision-bar.js';
import { useListHitsQuery } from './records-api.js';
import { kindOf } from './use-decisions.js';

const other = { ...hit, id: 'h2', name: 'KENT GARAGE', suggests_adjoining: true };
const HITS = [hit, other];

function Screen() {
  const [id, setId] = useState('h1');
  return (
    <>
      <p>{`Selected: ${id}`}</p>
      <DecisionBar projectId={project.id} hits={HITS} selected={HITS.find((each) => each.id === id)} onSelect={setId} />
    </>
  );
}

function Shown() {
  const { data = [] } = useListHitsQuery({ projectId: project.id, searchId: 's1' });
  return <p>{`Shown: ${data.map(kindOf).join(', ')}`}</p>;
}

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

const bodiesOf = (route: string) => server.requestsOf(route).map(({ body }) => body);

describe('decisions about records', () => {
  it('are made by keys, and undone', async () => {
    server.on('PUT /api/public/record-hits/h2/disposition', { json: { data: other } });
    server.on('PUT /api/public/record-hits/h2/adjoining', { json: { data: other } });
    renderProjectScreen(<Screen />);
    fireEvent.keyDown(window, { key: 'j' });
    expect(screen.getByText('Selected: h2')).toBeTruthy();
    fireEvent.keyDown(window, { key: 'r' });
    await screen.findByText('Undo');
    fireEvent.keyDown(window, { key: 'u' });
    await waitFor(() =>
      expect(bodiesOf('PUT /api/public/record-hits/h2/disposition')).toEqual([
        { disposition: 'relevant', reason_codes: [], reason: '' },
        { disposition: 'undecided', reason_codes: [], reason: '' },
      ]),
    );
    fireEvent.keyDown(window, { key: 'a' });
    await waitFor(() =>
      expect(bodiesOf('PUT /api/public/record-hits/h2/adjoining')).toEqual([{ is_adjoining: false }]),
    );
  });

  it('stay shown when an older answer with all records arrives after them', async () => {
    const decided = { ...other, disposition: { kind: 'relevant', changes: [] } };
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let isOlder = false;
    let stored: object = other;
    server.on('GET /api/public/record-hits', async () => {
      const answer = { json: { data: [stored], count: 1 } };
      if (isOlder) await arrived;
      return answer;
    });
    server.on('PUT /api/public/record-hits/h2/disposition', () => {
      stored = decided;
      return { json: { data: decided } };
    });
    const { store } = renderProjectScreen(
      <>
        <Screen />
        <Shown />
      </>,
    );
    await screen.findByText('Shown: undecided');
    isOlder = true;
    store.dispatch(api.util.invalidateTags(['RecordSearch']));
    await waitFor(() => expect(server.requestsOf('GET /api/public/record-hits')).toHaveLength(2));
    fireEvent.keyDown(window, { key: 'j' });
    fireEvent.keyDown(window, { key: 'r' });
    await screen.findByText('Shown: relevant');
    arrive();
    await waitFor(() => expect(server.requestsOf('GET /api/public/record-hits')).toHaveLength(3));
    await screen.findByText('Shown: relevant');
  });

  it('that a record is not relevant need a reason that the rules accept', async () => {
    server.on('PUT /api/public/record-hits/h1/disposition', {
      status: 400,
      json: { error: 'Invalid', code: 'invalid', fields: { reason: 'Closed alone is no reason.' } },
    });
    const { user } = renderProjectScreen(<Screen />);
    fireEvent.keyDown(window, { key: 'n' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Not relevant: CORNER STATION' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Status, such as closed' }));
    await user.click(dialog.getByRole('button', { name: 'Not relevant' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Closed alone is no reason.');
  });

  it('about many records are previewed, made for exactly those, and undone as one', async () => {
    server.on('POST /api/public/record-hits/bulk', ({ body }) => ({
      json: {
        data: { id: (body as { id: string }).id, hit_ids: ['h2'] },
        excluded: [{ hit_id: 'h1', reason: 'On or next to the property: decide it by itself.' }],
      },
    }));
    const { user } = renderProjectScreen(<Screen />);
    await user.click(screen.getByRole('button', { name: 'Decide shown (2)...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Not relevant: 2 undecided records' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Distance' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Also lists of releases' }));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect((await dialog.findByRole('status')).textContent).toContain('1 record is decided, 1 left alone.');
    await user.click(dialog.getByRole('button', { name: 'Decide 1 record' }));
    await screen.findByText('1 record not relevant');
    const bodies = bodiesOf('POST /api/public/record-hits/bulk');
    expect(bodies).toMatchObject([
      { ids: ['h1', 'h2'], dry_run: true },
      { ids: ['h2'], reason_codes: ['distance'], include_close: false, include_releases: true },
    ]);
    const { id } = bodies[0] as { id: string };
    server.on(`POST /api/public/record-rules/${id}/undo`, { json: { data: { id } } });
    await user.click(screen.getByText('Undo'));
    await waitFor(() => expect(server.requestsOf(`POST /api/public/record-rules/${id}/undo`)).toHaveLength(1));
  });
});
