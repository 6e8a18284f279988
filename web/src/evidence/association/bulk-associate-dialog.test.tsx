import { screen } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderScreen } from '../../testing/render.js';
import { BulkAssociateDialog } from './bulk-associate-dialog.js';

describe('associating several findings', () => {
  it('says that the features could not be read, not that there are none, and reads them again (FEAT-27)', async () => {
    const server = fakeServer();
    server.on('GET /api/public/features', { status: 503, json: { error: 'The features are away.' } });
    const view = renderScreen(
      <BulkAssociateDialog
        projectId={project.id}
        count={2}
        proposed={0}
        onAssociate={() => undefined}
        onClose={() => undefined}
      />,
    );
    expect(await screen.findByText('The features are away.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Associate' }).disabled).toBe(true);
    server.on('GET /api/public/features', {
      json: { data: [{ id: 'f1', name: 'Gas works', land_use: [], coordinate: null }], count: 1 },
    });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    await view.user.click(await screen.findByRole('combobox', { name: /^Feature/ }));
    expect(await screen.findByRole('option', { name: 'Gas works' })).toBeTruthy();
  });
});
