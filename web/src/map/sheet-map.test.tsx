import { screen } from '@testing-library/react';
import { withoutLayout } from '../testing/no-layout.js';
import { renderScreen } from '../testing/render.js';
import { SheetMap } from './sheet-map.js';

withoutLayout();

it('without WebGL 2 says so and shows a table instead of a blank', async () => {
  renderScreen(
    <SheetMap sheets={[]} layers={[]} markers={[]} label="Map" table={<table aria-label="Placed sheets" />} />,
  );
  expect(await screen.findByText('This browser cannot draw the map (WebGL 2).')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Placed sheets' })).toBeTruthy();
});
