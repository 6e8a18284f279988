import { screen, within } from '@testing-library/react';
import { Toolbar } from '@fluentui/react-components';
import { renderScreen } from '../../testing/render.js';
import { LegendButton } from './legend-button.js';

it('shows colors, abbreviations and their sources', async () => {
  const { user } = renderScreen(
    <Toolbar aria-label="Sheet">
      <LegendButton disabled={false} />
    </Toolbar>,
  );
  await user.click(screen.getByRole('button', { name: 'Legend' }));
  const legend = within(await screen.findByRole('dialog', { name: 'Sanborn legend' }));
  const meaningOf = (term: string) => legend.getByText(term).nextElementSibling?.textContent;
  expect([meaningOf('Yellow'), meaningOf('G.T.')]).toEqual(['Frame (wood)', 'gasoline tank']);
  expect(legend.getByRole('link', { name: /^Sanborn Keys & Colors/ }).getAttribute('href')).toMatch(/loc\.gov/);
});
