import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { feature, loose, record, serverWithFindings, unfoldedHistory } from '../../testing/findings.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';

jest.unstable_mockModule('./sheet-excerpt.js', () => import('../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('./insights-page.js');

withoutLayout();

describe('a long list of mentions', () => {
  const many = Array.from({ length: 200 }, (_, at) => at);
  /** Of the header and of the spacer rows. */
  const columns = async () => {
    const table = await screen.findByRole('table', { name: 'Mentions' });
    const gaps = [...table.querySelectorAll<HTMLTableCellElement>('tr[aria-hidden] td')];
    expect(gaps.length).toBeGreaterThan(0);
    return { heads: within(table).getAllByRole('columnheader').length, gaps: new Set(gaps.map((gap) => gap.colSpan)) };
  };

  it('has no invisible column, for a feature (FEAT-22)', async () => {
    const server = await serverWithFindings();
    server.on('GET /api/public/mention-history', {
      json: { data: many.map((at) => record({ id: `h${at}`, mention_id: `m${at}` })), count: 200 },
    });
    renderProjectScreen(<InsightsPage />);
    await unfoldedHistory();
    expect(await columns()).toEqual({ heads: 5, gaps: new Set([5]) });
  });

  it.each([
    ['owner', 6],
    ['viewer', 5],
  ] as const)('has no invisible column, without a feature, %s (FEAT-22)', async (role, count) => {
    const server = await serverWithFindings();
    server.on(`GET /api/projects/${project.id}/unassociated-mentions`, {
      json: { data: many.map((at) => ({ ...loose, id: `m${at}` })) },
    });
    const { user } = renderProjectScreen(<InsightsPage />, role);
    await user.click(await screen.findByRole('button', { name: 'Unassociated Mentions' }));
    await screen.findAllByText('The sheet reads COAL YARD.');
    expect(await columns()).toEqual({ heads: count, gaps: new Set([count]) });
  });
});

describe('merging a feature with its neighbours', () => {
  const most = /At most 21 features can be merged at once: this one and the 20 nearest are offered\./;
  /** @param count features within 50 m, at increasing distance */
  const offered = async (count: number) => {
    const server = await serverWithFindings();
    const around = Array.from({ length: count }, (_, at) =>
      feature(`n${at}`, `Tank ${at}`, `(-73.99,40.7000${10 + at})`),
    );
    server.on('GET /api/public/features', {
      // farthest first
      json: { data: [feature('f1', 'Filling Station', '(-73.99,40.7)'), ...around.reverse()] },
    });
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Merge...' }));
    const radios = within(await screen.findByRole('dialog')).getAllByRole('radio');
    return radios.map((radio) => within(radio.parentElement as HTMLElement).getByText(/^(Filling|Tank)/).textContent);
  };

  it('offers the nearest ones up to the limit, and says so', async () => {
    const names = await offered(23);
    expect(names).toHaveLength(21);
    expect(names).toContain('Tank 19');
    expect(names).not.toContain('Tank 20');
    expect(screen.getByText(most)).toBeTruthy();
  });

  it('offers all of them within the limit', async () => {
    expect(await offered(20)).toHaveLength(21);
    expect(screen.queryByText(most)).toBeNull();
  });
});
