import { screen, within } from '@testing-library/react';
import type { Annotation } from '../../evidence/annotation-records.js';
import { renderScreen } from '../../testing/render.js';
import type { TimeSheet } from './time-sheet.js';
import { YearRail } from './year-rail.js';

const sheet = (id: string, year: number, subtitle: string): TimeSheet => ({
  page: { id, page_number: 1, thumbnail_url: null } as TimeSheet['page'],
  sheet: {} as TimeSheet['sheet'],
  documentTitle: 'Sanborn',
  year,
  label: `Year ${year}`,
  subtitle,
});
const [first, second, other] = [
  sheet('p1', 1896, 'Sheet 12 · Page 3'),
  sheet('p2', 1924, 'Page 1'),
  sheet('p3', 1950, ''),
] as const;
const sighting = { sheet: first, annotation: {} as Annotation };

const rail = (sheets: readonly [TimeSheet, TimeSheet]) =>
  renderScreen(
    <YearRail
      sheets={[first, second, other]}
      first={sheets[0]}
      second={sheets[1]}
      side={1}
      marks={[sighting, sighting]}
      featureName="Gas tank"
      onChoose={() => undefined}
    />,
  );

describe('The rail of years', () => {
  it('has buttons whose names contain their visible text (WCAG 2.5.3)', () => {
    rail([first, second]);
    const buttons = screen.getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Sheet 12 · Page 3', 'Page 1', '']);
    for (const button of buttons) expect(button.getAttribute('aria-label')).toContain(button.textContent);
  });

  it('describes the overlays of the pictures: number of sightings, and where a sheet is shown', () => {
    const { container } = rail([first, second]);
    const marks = within(container).getAllByTestId('sighting-mark');
    expect(marks.map(({ textContent }) => textContent)).toEqual(['2']);
    screen.getByRole('button', {
      name: 'Year 1896, Sheet 12 · Page 3, Sanborn, Gas tank seen 2 times, shown as A: show as B',
      pressed: true,
    });
    screen.getByRole('button', { name: 'Year 1924, Page 1, Sanborn, shown as B: show as B', pressed: true });
    screen.getByRole('button', { name: 'Year 1950, Sanborn: show as B', pressed: false });
  });

  it('describes a sheet compared with itself as both', () => {
    rail([first, first]);
    screen.getByRole('button', { name: /, shown as A and B: show as B$/ });
  });
});
