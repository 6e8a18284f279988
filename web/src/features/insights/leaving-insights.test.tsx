import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ProjectContext, rightsOf } from '../../lib/project/project-context.js';
import { feature, serverWithFindings } from '../../testing/findings.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderRoutes } from '../../testing/render.js';

jest.unstable_mockModule('./sheet-excerpt.js', () => import('../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('./insights-page.js');

withoutLayout();

it('goes to the records although the features arrive while their screen loads', async () => {
  const server = await serverWithFindings();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('GET /api/public/features', async () => {
    await answered;
    return { json: { data: [feature('f1', 'Filling Station', '')] } };
  });
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const insights = (
    <ProjectContext value={{ project, role: 'owner', ...rightsOf('owner') }}>
      <InsightsPage />
    </ProjectContext>
  );
  const { user, path, router } = renderRoutes([
    { path: '/', element: insights },
    { path: '/projects/:id/records', lazy: () => arrived.then(() => ({ Component: () => 'The records' })) },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Records' }));
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  answer();
  await screen.findByTestId('feature-f1');
  await act(async () => {
    arrive();
    await arrived;
  });
  await screen.findByText('The records');
  expect(path()).toBe(`/projects/${project.id}/records`);
});
