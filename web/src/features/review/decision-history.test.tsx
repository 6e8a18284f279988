import { screen } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import type { SheetContext } from '../../viewer/sheet/sheet-context.js';
import { DecisionHistory } from './decision-history.js';

const decided = '2026-03-01T12:00:00.000Z';
const proposal = {
  key: 'a1',
  id: 'a1',
  author_type: 'ai_agent',
  author_name: 'Spotter 1',
  content: 'GAS HOLDER',
  decisions: [
    { verdict: 'accepted', reason: null, copy_id: 'a2', author_id: 'ada', author_name: 'Ada', decided_at: decided },
  ],
} as unknown as Annotation & { key: string };
const copy = {
  ...proposal,
  key: 'a2',
  id: 'a2',
  author_type: 'human',
  author_name: 'Ada',
  derived_from: 'a1',
  decisions: [],
};
const record = (id: string, status: string, at: string, more: object = {}) => ({
  ...{ id, mention_id: 'm1', source_annotation_id: 'a2', status, created_at: at },
  ...{ author: { id: 'ben', author_type: 'human', display_name: 'Ben' }, narrative: 'Two holders.' },
  ...{ confidence: 10, use_type: 'confirmed' },
  ...more,
});
const shows = (selected: object) =>
  renderScreen(
    <DecisionHistory
      sheetContext={{ selected, annotations: [proposal, copy], select: () => undefined } as unknown as SheetContext}
    />,
  );
const entries = async () =>
  (await screen.findAllByRole('listitem')).map(({ firstChild }) => firstChild?.textContent ?? '');

describe('the decisions about an annotation', () => {
  beforeEach(() => {
    const server = fakeServer();
    server.on('GET /api/public/mention-history', {
      json: {
        data: [
          record('h3', 'rejected', '2026-03-03T12:00:00.000Z', { narrative: 'It is a cistern.' }),
          record('h2', 'superseded', decided),
        ],
      },
    });
  });

  it('include later records of the finding: the same history as in Insights (OP-29)', async () => {
    shows(copy);
    await screen.findByText(/Ben rejected the finding/);
    expect(await entries()).toEqual(['Ben rejected the finding: It is a cistern.', 'Ada accepted it']);
  });

  it("are only people's where a person created it", async () => {
    shows({ ...copy, derived_from: null });
    await screen.findByText(/Ben rejected the finding/);
    expect(await entries()).toEqual([
      'Ben rejected the finding: It is a cistern.',
      'Ben described it: confirmed, 10/10',
    ]);
  });

  it('show what could not be read, and retry', async () => {
    const server = fakeServer();
    server.on('GET /api/public/mention-history', { status: 503, json: { error: 'Features are away.' } });
    const { user } = shows({ ...copy, derived_from: null });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded. Features are away.');
    server.on('GET /api/public/mention-history', { json: { data: [record('h2', 'active', decided)] } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await entries()).toEqual(['Ben described it: confirmed, 10/10']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are those of the proposal', async () => {
    shows(proposal);
    expect(await entries()).toEqual(['Ada accepted it']);
  });
});
