import { project } from '../../testing/fixtures.js';
import { isStageDone } from './stage-progress.js';
import { STAGES } from './stages.js';

const done = (overrides: Partial<typeof project>): string[] =>
  STAGES.filter((stage) => isStageDone({ ...project, ...overrides }, stage)).map(({ path }) => path);

const FULL = { historic: 'full', agency: 'full', user_provided: 'full', pages: 'full' } as const;

describe('stage progress of a project (OP-04)', () => {
  it('follows the dashboard’s cells on every screen', () => {
    expect(done({})).toEqual(['setup']);
    expect(done({ progress: undefined })).toEqual([]);
    expect(
      done({ progress: { setup: 0.5, data: FULL, site_recon: 'completed', insights: 'full', report: 'started' } }),
    ).toEqual(['data-collection', 'site-reconnaissance', 'insights']);
  });

  it('completes Report and Signing only with the project', () => {
    expect(done({ status: 'sign_and_send' })).toEqual(['setup']);
    expect(done({ status: 'completed' })).toEqual(['setup', 'report-generation', 'sign-and-send']);
  });
});
