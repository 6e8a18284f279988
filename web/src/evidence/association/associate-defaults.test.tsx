import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { annotation } from '../../testing/annotation.js';
import {
  ASSOCIATION,
  LAND_USES,
  associationServer,
  field,
  fill,
  gasWorks,
  mention,
  openDialog,
  paste,
  save,
} from '../../testing/association.js';
import { project } from '../../testing/fixtures.js';
import { ProjectContext, type Project } from '../../lib/project/project-context.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { CORNERS, georeferenceOf, placeOfPixel } from '../../testing/georeference.js';
import { renderScreen } from '../../testing/render.js';
import type { ShownAnnotation } from '../annotation-records.js';
import { AssociateDialog } from './associate-dialog.js';

let server: FakeServer;
const onClose = jest.fn();

beforeEach(() => {
  onClose.mockClear();
  server = associationServer();
});

function open(shown: ShownAnnotation = annotation, mayEdit = true, located?: Project) {
  const dialog = <AssociateDialog projectId="proj" annotation={shown} mayEdit={mayEdit} onClose={onClose} />;
  const role = { role: 'editor', canEdit: true, canManage: false } as const;
  return openDialog(located ? <ProjectContext value={{ project: located, ...role }}>{dialog}</ProjectContext> : dialog);
}

describe('what the associate dialog starts from and asks about', () => {
  it('starts at the property’s place, says where it comes from, and asks about a far one before saving (D-71)', async () => {
    const located = { ...project, property_location: { coordinate: '(-73.94,40.79)', origin: 'zip' as const } };
    const { user } = await open(annotation, true, located);
    expect([field(/^Latitude/).value, field(/^Longitude/).value]).toEqual(['40.79', '-73.94']);
    const origin = 'From the property’s ZIP code 94607. Correct them if you know better.';
    expect(screen.getByText(origin)).toBeTruthy();
    await user.type(field(/^Feature Name/), 'Gas works');
    await user.selectOptions(field(/^Land Use/), 'gas_station');
    await user.clear(field(/^Longitude/));
    await user.type(field(/^Longitude/), '73.94');
    expect(screen.queryByText(origin)).toBeNull();
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain('40.79° N, 73.94° E is');
    expect(screen.getByRole('alert').textContent).toContain('km from the property.');
    expect(server.requestsOf(ASSOCIATION)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use 40.79° N, 73.94° W' }));
    expect(field(/^Longitude/).value).toBe('-73.94');
    fireEvent.change(field(/^Longitude/), { target: { value: '-80' } });
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Save it there' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.requestsOf(ASSOCIATION)[0]?.body).toMatchObject({ feature: { coordinate: '(-80,40.79)' } });
  });

  it('starts at the annotation’s place on the sheet, before the property’s (D-71)', async () => {
    const located = { ...project, property_location: { coordinate: '(-73.94,40.79)', origin: 'zip' as const } };
    const page = {
      id: 'p1',
      page_number: 3,
      metadata: { year: 1896 },
      title_block: { sheet_number: { value: '169' } },
    };
    server.on('GET /api/documents/d1/pages', { json: { data: [page] } });
    server.on('GET /api/public/document-pages/p1/georeference', { json: { data: georeferenceOf('p1', CORNERS) } });
    await open(annotation, true, located);
    const { latitude, longitude } = placeOfPixel({ x: 1, y: 1 });
    expect(Number(field(/^Latitude/).value)).toBeCloseTo(latitude, 6);
    expect(Number(field(/^Longitude/).value)).toBeCloseTo(longitude, 6);
    expect(screen.getByText('From sheet 169 (1896), within 6 ft. Correct them if you know better.')).toBeTruthy();
  });

  it('advises to place a sheet that has no place, but no other page', async () => {
    const located = { ...project, property_location: { coordinate: '(-73.94,40.79)', origin: 'zip' as const } };
    const advice = /^Place the sheet on the map first/;
    const kind = (page_type: string) =>
      server.on('GET /api/documents/d1/pages', {
        json: { data: [{ id: 'p1', page_number: 1, metadata: { page_type } }] },
      });
    server.on('GET /api/public/document-pages/p1/georeference', { json: { data: georeferenceOf('p1', []) } });
    kind('sanborn_map');
    const { unmount } = await open(annotation, true, located);
    expect(screen.getByText(advice)).toBeTruthy();
    unmount();
    kind('text');
    await open(annotation, true, located);
    expect(screen.queryByText(advice)).toBeNull();
  });

  it('asks about a pasted place that is near with another order (D-71)', async () => {
    const { user } = await open();
    paste(/^Latitude/, '-73.9620, 40.7105');
    expect(screen.getByRole('alert').textContent).toContain('can be read in more than one way');
    await user.click(screen.getByRole('button', { name: '40.7105° N, 73.962° W' }));
    expect([field(/^Latitude/).value, field(/^Longitude/).value]).toEqual(['40.7105', '-73.962']);
  });

  it('asks for the relation to the property, and sends it with direction and distance', async () => {
    const view = await open();
    await view.user.click(screen.getByRole('radio', { name: 'Adjoining' }));
    await view.user.selectOptions(field(/^Direction/), 'NW');
    await view.user.type(field(/^Distance/), '120');
    await fill(view);
    await view.user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.requestsOf(ASSOCIATION)[0]?.body).toMatchObject({
      feature: { relation: 'adjoining', direction: 'NW', distance_ft: 120 },
    });
  });

  it('offers features whose outline is on the same place of the sheet, before a new one is described', async () => {
    server.on('GET /api/public/mentions', ({ query }) => ({
      json: { data: query.get('annotation_id') ? [] : [{ ...mention, source_annotation_id: 'a2' }] },
    }));
    server.on('GET /api/public/annotations', { json: { data: [annotation, { ...annotation, id: 'a2' }] } });
    const { user } = await open();
    const offered = await screen.findByRole('group', { name: 'Features that this may be' });
    expect(offered.textContent).toContain('Old Gas Works, its outline on this sheet contains this one');
    await user.click(within(offered).getByRole('button', { name: 'Link to it: Old Gas Works' }));
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.requestsOf(ASSOCIATION)[0]?.body).toMatchObject({ feature_id: 'f1' });
  });

  it('suggests land uses by the words of the label (FEAT-04)', async () => {
    server.on('GET /api/land-uses', ({ query }) => ({
      json: { data: query.has('suggested_by') ? LAND_USES.slice(1) : LAND_USES },
    }));
    const { user } = await open({ ...annotation, content: 'FILLING STA.' });
    await user.click(await screen.findByRole('button', { name: 'Gas station' }));
    expect(field(/^Land Use/).value).toBe('gas_station');
    const [asked] = server.requestsOf('GET /api/land-uses').filter(({ query }) => query.has('suggested_by'));
    expect(asked?.query.get('suggested_by')).toContain('FILLING STA.');
  });

  it('dates the use of an old sheet as history, and lets the user say how sure they are (D-72)', async () => {
    server.on('GET /api/documents/d1/pages', { json: { data: [{ id: 'p1', metadata: { year: 1896 } }] } });
    const view = await open();
    expect(field(/^Use Type/).value).toBe('historical');
    expect(field(/^Confidence/).value).toBe('10');
    fireEvent.change(field(/^Confidence/), { target: { value: '7.5' } });
    await fill(view);
    await view.user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.requestsOf(ASSOCIATION)[0]?.body).toMatchObject({ use_type: 'historical', confidence: 7.5 });
  });

  it('accepts a proposal when it is saved, not before, and keeps its confidence (D-72)', async () => {
    const proposed = { ...mention, feature_of_interest_id: null, current_use_type: 'suspected', current_confidence: 6 };
    server.on('GET /api/public/mentions', { json: { data: [proposed] } });
    server.on('PUT /api/annotations/copy/association', { json: { data: { feature: gasWorks, mention } } });
    const accept = jest.fn(() => Promise.resolve('copy'));
    const onLinked = jest.fn();
    const { user } = renderScreen(
      <AssociateDialog
        projectId="proj"
        annotation={annotation}
        mayEdit
        proposal={{ accept, onLinked }}
        onClose={onClose}
      />,
    );
    await screen.findByLabelText(/^Feature Name/);
    await user.type(field(/^Feature Name/), 'Gas works');
    await user.type(field(/^Latitude/), '40.71');
    await user.type(field(/^Longitude/), '-74.01');
    await user.selectOptions(field(/^Land Use/), 'gas_station');
    expect([field(/^Confidence/).value, field(/^Use Type/).value]).toEqual(['6', 'confirmed']);
    expect(accept).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onLinked).toHaveBeenCalledTimes(1);
    expect(server.requestsOf('PUT /api/annotations/copy/association')[0]?.body).toMatchObject({
      mention_id: 'm1',
      confidence: 6,
    });
  });
});
