import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { annotation } from '../../testing/annotation.js';
import {
  ASSOCIATION,
  associationServer,
  field,
  fill,
  gasWorks,
  mention,
  openDialog,
  paste,
  save,
} from '../../testing/association.js';
import { heldAnswer } from '../../testing/fake-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { undoLast } from '../../lib/edits/undo.js';
import type { ShownAnnotation } from '../annotation-records.js';
import { AssociateDialog } from './associate-dialog.js';

let server: FakeServer;
const onClose = jest.fn();

beforeEach(() => {
  onClose.mockClear();
  server = associationServer();
});

const open = (shown: ShownAnnotation = annotation, mayEdit = true) =>
  openDialog(<AssociateDialog projectId="proj" annotation={shown} mayEdit={mayEdit} onClose={onClose} />);

describe('the dialog that associates an annotation with a feature', () => {
  it('shows that a copy of a proposal must be accepted first, instead of loading forever (FEAT-16)', async () => {
    renderScreen(
      <AssociateDialog
        projectId="proj"
        annotation={{ ...annotation, id: 'temp-a1', derived_from: 'proposal' }}
        mayEdit
        onClose={onClose}
      />,
    );
    expect(await screen.findByText(/^Accept your copy of the proposal first/)).toBeTruthy();
    expect(screen.queryByText('Loading annotation data...')).toBeNull();
  });

  it('shows that it loads (FEAT-01, FEAT-16)', async () => {
    renderScreen(<AssociateDialog projectId="proj" annotation={annotation} mayEdit onClose={onClose} />);
    expect(screen.getByText('Associate with Feature')).toBeTruthy();
    expect(screen.getByText('Loading annotation data...')).toBeTruthy();
    await screen.findByLabelText(/^Feature Name/);
  });

  it('has the fields of the specification (FEAT-02 to FEAT-06)', async () => {
    await open();
    expect(field(/^Feature Name/).placeholder).toBe('e.g. Former Gas Station, Warehouse Building');
    expect(field(/^Narrative/).getAttribute('rows')).toBe('4');
    const landUse = field(/^Land Use/);
    expect(within(landUse).getAllByRole('option')[0]?.textContent).toBe('Select a land use...');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(save()).toBeTruthy();
  });

  it('reports missing fields, sends nothing, and clears an error when its field is edited (FEAT-07 to FEAT-13)', async () => {
    const { user } = await open();
    await user.click(save());
    for (const message of [
      'Feature name is required',
      'Latitude is required',
      'Longitude is required',
      'Land use selection is required',
    ])
      expect(screen.getByText(message)).toBeTruthy();
    await user.type(field(/^Latitude/), '95');
    expect(screen.queryByText('Latitude is required')).toBeNull();
    expect(screen.getByText('Longitude is required')).toBeTruthy();
    await user.click(save());
    expect(screen.getByText('Latitude must be between -90 and 90')).toBeTruthy();
    expect(server.requestsOf(ASSOCIATION)).toEqual([]);
  });

  it('creates the feature and the mention, confirms and closes (FEAT-17, FEAT-18, FEAT-19)', async () => {
    const view = await open();
    await fill(view);
    await view.user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.requestsOf(ASSOCIATION)[0]?.body).toMatchObject({
      feature: { name: 'Filling station', land_use: ['gas_station'], coordinate: '(-74.01,40.71)' },
      narrative: 'Pumps at the corner.',
      confidence: 10,
      use_type: 'confirmed',
    });
    expect(await screen.findByText('Feature Associated')).toBeTruthy();
    expect(screen.getByText('Annotation has been successfully associated with a feature.')).toBeTruthy();
  });

  it.each([
    ['goes with it', [], []],
    ['stays where others name it by now', [{ ...mention, id: 'm2' }], ['other']],
  ])('can be undone: the feature that it created %s (OP-27)', async (_, others, kept) => {
    server.on('DELETE /api/public/mentions', { json: { data: {} } });
    server.on('DELETE /api/public/features', { json: { data: {} } });
    server.on('GET /api/public/mentions', ({ query }) => ({
      json: { data: query.get('feature_id') ? [mention, ...others] : [] },
    }));
    const view = await open();
    await fill(view);
    await view.user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    act(() => expect(undoLast()).toBe(true));
    expect(await screen.findByText('Undone: association with “Old Gas Works”')).toBeTruthy();
    const removed = (what: string) =>
      server.requestsOf(`DELETE /api/public/${what}`).map(({ query }) => query.get('id'));
    expect(removed('mentions')).toEqual(['m1']);
    expect(removed('features')).toEqual(kept.length > 0 ? [] : ['f1']);
    expect(screen.queryAllByText('The feature stays because other mentions now use it.')).toHaveLength(kept.length);
  });

  it('keeps the form if saving fails, and a retry creates nothing twice', async () => {
    const view = await open();
    let fails = true;
    server.on(ASSOCIATION, () =>
      fails
        ? { status: 503, json: { error: 'The feature service is down.' } }
        : { json: { data: { feature: gasWorks, mention } } },
    );
    await fill(view);
    await view.user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain('The feature service is down.');
    expect(onClose).not.toHaveBeenCalled();
    expect([field(/^Feature Name/).value, field(/^Narrative/).value]).toEqual([
      'Filling station',
      'Pumps at the corner.',
    ]);
    fails = false;
    await view.user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const sent = server.requestsOf(ASSOCIATION).map(({ body }) => body);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('suggests features of the project by name and uses one on click (OP-27)', async () => {
    const { user } = await open();
    await user.type(field(/^Feature Name/), 'gas');
    await user.click(await screen.findByRole('button', { name: 'Old Gas Works' }));
    expect([field(/^Feature Name/).value, field(/^Latitude/).value, field(/^Land Use/).value]).toEqual([
      'Old Gas Works',
      '40.7',
      'manufactured_gas_plant',
    ]);
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const sent = server.requestsOf(ASSOCIATION)[0]?.body;
    expect(sent).toMatchObject({ feature_id: 'f1' });
    expect(sent).not.toHaveProperty('feature');
  });

  it('lists features within 50 m with their distance and uses one on click (OP-30, FEAT-28)', async () => {
    const { user } = await open();
    // set in one step, independent of machine speed
    for (const [name, value] of [
      [/^Latitude/, '40.7001'],
      [/^Longitude/, '-73.9901'],
    ] as const)
      fireEvent.change(field(name), { target: { value } });
    const use = await screen.findByRole('button', { name: 'Use instead: Old Gas Works' });
    expect(screen.getByRole('region', { name: 'Nearby features' }).textContent).toContain('Old Gas Works, 28 m');
    const asked = server.requestsOf('GET /api/public/features').find(({ query }) => query.get('near'));
    expect([asked?.query.get('near'), asked?.query.get('radius')]).toEqual(['-73.9901,40.7001', '50']);
    await user.click(use);
    expect(field(/^Feature Name/).value).toBe('Old Gas Works');
  });

  it.each([
    ['40.7128, -74.006', /^Longitude/, ['40.7128', '-74.006']],
    ['40.7128, -74.006', /^Latitude/, ['40.7128', '-74.006']],
    [`74°0'21"W 40°42'51.4"N`, /^Latitude/, ['40.7142778', '-74.0058333']],
  ])('fills both coordinates from %s pasted into one field (FEAT-03)', async (text, into, expected) => {
    await open();
    paste(into, text);
    expect([field(/^Latitude/).value, field(/^Longitude/).value]).toEqual(expected);
  });

  it('asks about an ambiguous pasted place, and changes nothing until it is answered', async () => {
    const { user } = await open();
    await user.type(field(/^Latitude/), '1');
    paste(/^Latitude/, '(-73.99,40.7)');
    expect(screen.getByRole('alert').textContent).toContain('can be read in more than one way');
    expect([field(/^Latitude/).value, field(/^Longitude/).value]).toEqual(['1', '']);
    await user.click(screen.getByRole('button', { name: '40.7° N, 73.99° W' }));
    expect([field(/^Latitude/).value, field(/^Longitude/).value]).toEqual(['40.7', '-73.99']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('starts from the land use that the agent suggests, and names its source (FEAT-04)', async () => {
    server.on('GET /api/public/mentions', {
      json: { data: [{ ...mention, feature_of_interest_id: null, suggested_land_use: 'gas_station' }] },
    });
    const { user } = await open();
    expect(field(/^Land Use/).value).toBe('gas_station');
    expect(screen.getByText('Suggested by the agent that found it.')).toBeTruthy();
    await user.selectOptions(field(/^Land Use/), 'manufactured_gas_plant');
    expect(screen.queryByText('Suggested by the agent that found it.')).toBeNull();
  });

  it('restores the input that a feature replaced', async () => {
    const { user } = await open();
    await user.type(field(/^Feature Name/), 'gas');
    await user.click(await screen.findByRole('button', { name: 'Old Gas Works' }));
    await user.type(field(/^Narrative/), 'Seen.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect([field(/^Feature Name/).value, field(/^Latitude/).value, field(/^Narrative/).value]).toEqual([
      'gas',
      '',
      'Seen.',
    ]);
  });

  it('asks before a key discards input; a click on the backdrop is ignored', async () => {
    const { user } = await open();
    await user.type(field(/^Feature Name/), 'Mill');
    fireEvent.click(document.querySelector('.fui-DialogSurface__backdrop') as HTMLElement);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    expect((await screen.findByRole('alert')).textContent).toContain('Your changes are not saved.');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(field(/^Feature Name/).value).toBe('Mill');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('restores input that could not be saved when the session ended', async () => {
    server.on(ASSOCIATION, { status: 503, json: { error: 'The feature service is down.' } });
    const view = await open();
    await fill(view, 'Filling station');
    await view.user.click(save());
    await screen.findByRole('alert');
    view.unmount();
    const again = await open();
    expect([field(/^Feature Name/).value, field(/^Narrative/).value]).toEqual([
      'Filling station',
      'Pumps at the corner.',
    ]);
    await again.user.click(screen.getByRole('button', { name: 'Cancel' }));
    again.unmount();
    await open();
    expect(field(/^Feature Name/).value).toBe('');
  });

  it('says when nearby features cannot be loaded', async () => {
    server.on('GET /api/public/features', ({ query }) =>
      query.get('near') ? { status: 503, json: { error: 'down' } } : { json: { data: [gasWorks] } },
    );
    await open();
    paste(/^Latitude/, '40.7, -73.99');
    expect(await screen.findByText('Whether there are features within 50 m could not be checked.')).toBeTruthy();
  });

  it('shows help about the selected land use (OP-26)', async () => {
    const { user } = await open();
    await user.selectOptions(field(/^Land Use/), 'manufactured_gas_plant');
    expect(screen.getByText('Coal tar, cyanide')).toBeTruthy();
    expect(screen.getByText('One per town')).toBeTruthy();
  });

  it('updates the mention an annotation has already (FEAT-06, OP-27)', async () => {
    server.on('GET /api/public/mentions', { json: { data: [mention], count: 1 } });
    const { user } = await open();
    expect([field(/^Feature Name/).value, field(/^Narrative/).value]).toEqual([
      'Old Gas Works',
      'Gas holder on the 1887 sheet.',
    ]);
    await user.type(field(/^Narrative/), ' Gone by 1901.');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.requestsOf(ASSOCIATION).map(({ body }) => body)).toEqual([
      {
        mention_id: 'm1',
        feature_id: 'f1',
        narrative: 'Gas holder on the 1887 sheet. Gone by 1901.',
        confidence: 10,
        use_type: 'historical',
      },
    ]);
  });

  it.each([
    ['Change it for all 2 mentions', { feature_id: 'f1', feature: { name: 'Holder of 1890' }, updated_at: 't1' }],
    ['Make a new feature', { feature: { id: expect.any(String) as string, name: 'Holder of 1890' } }],
  ])('asks about the scope of a change to a shared feature: %s (OP-27)', async (choice, expected) => {
    server.on('GET /api/public/mentions', ({ query }) => ({
      json: { data: query.get('annotation_id') ? [mention] : [mention, { ...mention, id: 'm2' }] },
    }));
    const { user } = await open();
    await user.clear(field(/^Feature Name/));
    await user.type(field(/^Feature Name/), 'Holder of 1890');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const asked = await screen.findByRole('alert');
    expect(asked.textContent).toContain('“Old Gas Works” is the feature of 2 mentions.');
    expect(server.requestsOf(ASSOCIATION)).toEqual([]);
    // editing again withdraws the question
    await user.type(field(/^Narrative/), '.');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.click(await screen.findByRole('button', { name: choice }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [{ body } = { body: null }] = server.requestsOf(ASSOCIATION);
    expect(body).toMatchObject({ mention_id: 'm1', ...expected });
    expect((body as { feature_id?: string }).feature_id).toBe('feature_id' in expected ? 'f1' : undefined);
  });

  it('waits for the saved mention when reopened immediately: an annotation has one mention (OP-27)', async () => {
    function Twice() {
      const [isOpen, setOpen] = useState(true);
      return isOpen ? (
        <AssociateDialog projectId="proj" annotation={annotation} mayEdit onClose={() => setOpen(false)} />
      ) : (
        <button onClick={() => setOpen(true)}>Once more</button>
      );
    }
    const view = renderScreen(<Twice />);
    await screen.findByRole('option', { name: 'Gas station' });
    await fill(view);
    // the window knows only that there is no mention
    const { handler, answer } = heldAnswer();
    server.on('GET /api/public/mentions', handler);
    await view.user.click(save());
    await view.user.click(await screen.findByRole('button', { name: 'Once more' }));
    expect(screen.getByText('Loading annotation data...')).toBeTruthy();
    answer({ json: { data: [mention], count: 1 } });
    expect(await screen.findByRole('button', { name: 'Update' })).toBeTruthy();
    expect(field(/^Feature Name/).value).toBe('Old Gas Works');
  });

  it('says when the mention cannot be loaded, and retries (ERR-01)', async () => {
    let fails = true;
    server.on('GET /api/public/mentions', () =>
      fails ? { status: 503, json: { error: 'The feature service is down.' } } : { json: { data: [mention] } },
    );
    const { user } = renderScreen(
      <AssociateDialog projectId="proj" annotation={annotation} mayEdit onClose={onClose} />,
    );
    expect(await screen.findByText('The feature service is down.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Update' })).toBeTruthy();
  });

  it('names a new feature after the annotation’s label', async () => {
    await open({ ...annotation, content: 'PURIFYING HOUSE' });
    expect(field(/^Feature Name/).value).toBe('PURIFYING HOUSE');
  });

  it('is read-only for an annotation of an AI agent, and says so (FEAT-14, FEAT-15)', async () => {
    server.on('GET /api/public/mentions', { json: { data: [mention], count: 1 } });
    await open({ ...annotation, author_type: 'ai_agent' });
    expect(screen.getByText('Read-only Mode')).toBeTruthy();
    expect(
      screen.getByText(
        /This annotation was created by an AI agent and cannot be edited. You can view the existing feature association but cannot make changes./,
      ),
    ).toBeTruthy();
    expect(field(/^Feature Name/).readOnly).toBe(true);
    expect(field(/^Land Use/).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^(Save|Update)$/ })).toBeNull();
  });

  it('offers no saving to read-only users (OP-09)', async () => {
    server.on('GET /api/public/mentions', { json: { data: [mention], count: 1 } });
    await open(annotation, false);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByText('Read-only Mode')).toBeNull();
  });

  it('shows them the facts of an unlinked annotation instead of an empty form (OP-09)', async () => {
    const decision = { verdict: 'undone' as const, copy_id: null, author_id: 'u2', author_name: 'Ben Ito' };
    const decisions = [{ ...decision, reason: null, decided_at: '2026-11-23T08:00:00.000Z' }];
    const shown = {
      ...annotation,
      content: 'GAS HOLDER',
      author_name: 'Ada Marsh',
      decisions,
      updated_at: '2026-11-23T09:00:00.000Z',
    };
    const { user } = renderScreen(
      <AssociateDialog projectId="proj" annotation={shown} mayEdit={false} onClose={onClose} />,
    );
    const history = within(await screen.findByRole('list', { name: 'History of this annotation' }));
    const entries = history.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries[0]).toContain('Ada Marsh marked it, ');
    expect(entries[1]).toContain('Ben Ito undid the decision, ');
    expect(entries[2]).toContain('Changed last, ');
    const dialog = screen.getByRole('dialog', { name: 'Associate with Feature' });
    for (const words of ['GAS HOLDER', 'Linked to none yet.']) expect(dialog.textContent).toContain(words);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
