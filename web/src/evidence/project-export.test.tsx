import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeServer } from '../testing/fake-server.js';
import type { FakeServer } from '../testing/fake-server.js';
import { project } from '../testing/fixtures.js';
import { renderProjectScreen } from '../testing/project-screen.js';
import { signedIn } from '../testing/sign-in.js';
import { ExportMenu } from '../components/export-menu.js';
import { evidenceExports } from './project-export.js';

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

describe('the export of a project', () => {
  it('downloads an export under the name the server gives it, with the bearer token', async () => {
    const saved: { name: string; href: string }[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, href: this.href });
    });
    URL.createObjectURL = () => 'blob:symbio/1';
    URL.revokeObjectURL = () => undefined;
    server.on(`GET /api/projects/${project.id}/export`, {
      text: '{}',
      headers: { 'content-disposition': 'attachment; filename="harlan-mentions.kml"' },
    });
    const { user } = renderProjectScreen(<ExportMenu entries={evidenceExports(project.id)} />);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mentions as KML' }));
    expect(await screen.findByText('harlan-mentions.kml is in your downloads.')).toBeTruthy();
    expect(saved).toEqual([{ name: 'harlan-mentions.kml', href: 'blob:symbio/1' }]);
    const [asked] = server.requestsOf(`GET /api/projects/${project.id}/export`);
    expect([asked?.query.get('what'), asked?.query.get('format')]).toEqual(['mentions', 'kml']);
    expect(asked?.authorization).toMatch(/^Bearer /);
    click.mockRestore();
  });

  it('downloads the Excel workbook', async () => {
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:symbio/2';
    URL.revokeObjectURL = () => undefined;
    server.on(`GET /api/projects/${project.id}/workbook`, {
      text: 'PK',
      headers: { 'content-disposition': 'attachment; filename="harlan-evidence.xlsx"' },
    });
    const { user } = renderProjectScreen(<ExportMenu entries={evidenceExports(project.id)} />);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Excel workbook/ }));
    expect(await screen.findByText('harlan-evidence.xlsx is in your downloads.')).toBeTruthy();
    click.mockRestore();
  });

  it('says in a sentence why nothing was exported', async () => {
    server.on(`GET /api/projects/${project.id}/export`, {
      status: 503,
      json: { error: 'Features are away right now.' },
    });
    const { user } = renderProjectScreen(<ExportMenu entries={evidenceExports(project.id)} />);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Annotations as CSV' }));
    expect(await screen.findByText('Features are away right now.')).toBeTruthy();
  });
});
