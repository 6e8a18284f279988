import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { feature, serverWithFindings } from '../../testing/findings.js';
import { renderProjectScreen } from '../../testing/project-screen.js';

jest.unstable_mockModule('./sheet-excerpt.js', () => import('../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('./insights-page.js');

describe('merging a feature with those around it', () => {
  const most = /At most 21 features can be merged at once: this one and the 20 nearest are offered\./;
  /** @param count features within 50 m of the chosen one, each some centimetres farther away than the one before */
  const offered = async (count: number) => {
    const server = await serverWithFindings();
    const around = Array.from({ length: count }, (_, at) =>
      feature(`n${at}`, `Tank ${at}`, `(-73.99,40.7000${10 + at})`),
    );
    server.on('GET /api/public/features', {
      // the nearest last
      json: { data: [feature('f1', 'Filling Station', '(-73.99,40.7)'), ...around.reverse()] },
    });
    const { user } = renderProjectScreen(<InsightsPage />);
    await user.click(await screen.findByRole('button', { name: 'Merge...' }));
    const radios = within(await screen.findByRole('dialog')).getAllByRole('radio');
    return radios.map((radio) => within(radio.parentElement as HTMLElement).getByText(/^(Filling|Tank)/).textContent);
  };

  it('offers the nearest, as many as can be merged at once, and says so', async () => {
    const names = await offered(23);
    expect(names).toHaveLength(21);
    expect(names).toContain('Tank 19');
    expect(names).not.toContain('Tank 20');
    expect(screen.getByText(most)).toBeTruthy();
  });

  it('offers all of them where that many can be merged', async () => {
    expect(await offered(20)).toHaveLength(21);
    expect(screen.queryByText(most)).toBeNull();
  });
});
