import { fireEvent, screen } from '@testing-library/react';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { clearUndoSteps } from '../../../lib/edits/undo.js';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { renderScreen } from '../../../testing/render.js';
import { useMeasuring } from './use-measuring.js';

const PUT = 'PUT /api/pages/p1/ground-scale';
const page = {
  id: 'p1',
  document_id: 'd1',
  page_number: 4,
  ground_scale: { feet_per_pixel: 0.5, by_name: 'Ben Ito' },
} as DocumentPage;

function Screen() {
  const { measure, panel } = useMeasuring(page, true);
  return (
    <>
      <button onClick={() => measure({ from: { x: 0, y: 0 }, to: { x: 100, y: 0 } })}>Draw a line</button>
      {panel}
    </>
  );
}

let server: FakeServer;
beforeEach(() => {
  clearUndoSteps();
  server = fakeServer();
});

it('undoing a scale can be retried after the server was unavailable', async () => {
  server.on(PUT, { json: { data: {} } });
  const { user } = renderScreen(<Screen />);
  await user.click(screen.getByRole('button', { name: 'Draw a line' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '100' } });
  await user.click(screen.getByRole('button', { name: /^(Set|Save)/ }));
  await screen.findByText('The scale of this sheet is set');
  server.on(PUT, { status: 503, json: { error: 'The document service is down.' } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Could not be undone: scale of page 4')).toBeTruthy();
  expect(screen.getByText('The document service is down.')).toBeTruthy();
  server.on(PUT, { json: { data: {} } });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: scale of page 4')).toBeTruthy();
  expect(server.requestsOf(PUT).map(({ body }) => body)).toEqual([
    { feet_per_pixel: 1 },
    { feet_per_pixel: 0.5 },
    { feet_per_pixel: 0.5 },
  ]);
});
