/** What tests of the associate dialog share: one feature, one mention, and a server with both. */
import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Feature, Mention } from '../evidence/evidence-api.js';
import { fakeServer, type FakeServer } from './fake-server.js';
import { renderScreen } from './render.js';

export const gasWorks: Feature = {
  id: 'f1',
  project_id: 'proj',
  name: 'Old Gas Works',
  land_use: ['manufactured_gas_plant'],
  coordinate: '(-73.99,40.7)',
  author_id: 'me',
  created_at: '',
  updated_at: 't1',
};
export const mention = {
  id: 'm1',
  feature_of_interest_id: 'f1',
  source_annotation_id: 'a1',
  current_narrative: 'Gas holder on the 1887 sheet.',
  current_use_type: 'historical',
} as Mention;

export const LAND_USES = [
  {
    value: 'manufactured_gas_plant',
    label: 'Manufactured gas plant',
    typical_contaminants: 'Coal tar, cyanide',
    frequency_note: 'One per town',
  },
  { value: 'gas_station', label: 'Gas station', typical_contaminants: 'BTEX', frequency_note: 'Common' },
];

export const ASSOCIATION = 'PUT /api/annotations/a1/association';

export function associationServer(): FakeServer {
  // jsdom has no scrolling
  Element.prototype.scrollIntoView = () => undefined;
  const server = fakeServer();
  server.on('GET /api/public/mentions', { json: { data: [], count: 0 } });
  server.on('GET /api/public/features', ({ query }) => ({
    json: { data: query.get('near') ? [{ ...gasWorks, distance_m: 27.6 }] : [gasWorks] },
  }));
  server.on('GET /api/land-uses', { json: { data: LAND_USES } });
  server.on(ASSOCIATION, { json: { data: { feature: gasWorks, mention } } });
  return server;
}

export async function openDialog(dialog: ReactElement) {
  const view = renderScreen(dialog);
  await screen.findByLabelText(/^Feature Name/);
  await screen.findByRole('option', { name: 'Gas station' });
  return view;
}

export const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

export async function fill({ user }: Awaited<ReturnType<typeof openDialog>>, name = 'Filling station') {
  await user.type(field(/^Feature Name/), name);
  await user.type(field(/^Latitude/), '40.71');
  await user.type(field(/^Longitude/), '-74.01');
  await user.selectOptions(field(/^Land Use/), 'gas_station');
  await user.type(field(/^Narrative/), 'Pumps at the corner.');
}

export const paste = (into: RegExp, text: string) =>
  fireEvent.paste(field(into), { clipboardData: { getData: () => text } });
export const save = () => screen.getByRole('button', { name: 'Save' });
