import { screen, waitFor } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { ReportTemplatePage } from './report-template-page.js';
import { TemplateSheet } from './template-sheet.js';

const INSTALLATION = '/api/report-template';
const PROJECT = `/api/projects/${project.id}/report-template`;
const template = {
  ...{ file_name: 'firm.docx', bytes: 9, sha256: 'a', tags: ['findings', 'evidence'] },
  ...{ by_id: 'u', by_name: 'Ada Marsh', at: '2026-11-28T09:00:00.000Z' },
};
const templates = (values: object) => ({
  json: { data: { of_project: null, of_installation: null, known_tags: ['client', 'findings'], ...values } },
});
const SENTENCE = 'The template has tags that Symbio does not know: {{client_nmae}}.';

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

it('a template is added, listed with its tags, and removed', async () => {
  server.on(`GET ${INSTALLATION}`, templates({}));
  server.on(`POST ${INSTALLATION}`, templates({ of_installation: template }));
  server.on(`DELETE ${INSTALLATION}`, { json: { success: true } });
  const { user } = renderScreen(<ReportTemplatePage />);
  expect(await screen.findByText('There is no template. The Word file has the layout of Symbio.')).toBeTruthy();
  expect(screen.getByText(/Tags that it may have: {{client}}, {{findings}}\./)).toBeTruthy();
  server.on(`GET ${INSTALLATION}`, templates({ of_installation: template }));
  await user.upload(screen.getByLabelText('Choose a Word template'), new File(['x'], 'firm.docx'));
  expect(await screen.findByText('Filled in: {{findings}}, {{evidence}}')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove Template' }));
  await waitFor(() => expect(server.requestsOf(`DELETE ${INSTALLATION}`)).toHaveLength(1));
});

it('says why a template is refused', async () => {
  server.on(`GET ${PROJECT}`, templates({ of_installation: template }));
  server.on(`POST ${PROJECT}`, {
    status: 400,
    json: { error: SENTENCE, code: 'invalid_fields', request_id: 'r', fields: { files: SENTENCE } },
  });
  const { user } = renderProjectScreen(<TemplateSheet projectId={project.id} canChange />);
  expect(await screen.findByText('This project uses the template of all projects: firm.docx.')).toBeTruthy();
  await user.upload(screen.getByLabelText('Choose a Word template'), new File(['x'], 'firm.docx'));
  expect((await screen.findByRole('alert')).textContent).toBe(SENTENCE);
});

it('of the installation can only be read by an administrator of a firm (decision 0158)', async () => {
  server.on('GET /api/me', { json: { data: { ...me, organization_id: 'o-1' } } });
  server.on(`GET ${INSTALLATION}`, templates({ of_installation: template }));
  renderScreen(<ReportTemplatePage />);
  expect(await screen.findByText('firm.docx')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Template$/ })).toBeNull();
});

it('can only be read by those who may not change it', async () => {
  server.on(`GET ${PROJECT}`, templates({ of_project: template }));
  renderProjectScreen(<TemplateSheet projectId={project.id} canChange={false} />);
  expect(await screen.findByText('firm.docx')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
