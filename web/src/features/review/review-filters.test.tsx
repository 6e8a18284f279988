import { screen, waitFor, within } from '@testing-library/react';
import { decisions, open, prepareStage, proposal, sent, shape, shows, stage } from './review-stage.js';

prepareStage();

const choose = (label: string) => screen.getByRole('combobox', { name: label });

describe('the filters of the review', () => {
  it('keep to a land use, and count only what matches', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.selectOptions(choose('Land use of proposals'), 'manufacturing');
    await shows('FACTORY');
    expect(screen.getByText('Proposal 1 of 1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await user.click(await screen.findByRole('button', { name: 'Show all proposals' }));
    await shows('DRY CLEANERS');
    await sent([['a4', 'accept']]);
  });

  it('keep to the sheet or document being viewed', async () => {
    const { user } = open();
    await shows('DRY CLEANERS');
    await user.selectOptions(choose('Sheets of proposals'), 'This sheet (3)');
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    await shows('FACTORY');
    await user.selectOptions(choose('Sheets of proposals'), 'This document (4)');
    await waitFor(() => expect(screen.getByText(/^Proposal \d of 4$/)).toBeTruthy());
    expect(decisions()).toEqual([]);
  });
});

describe('proposals about one place', () => {
  it('are accepted together and undone together', async () => {
    stage.all = [...stage.all, proposal('a5', 'DYE HOUSE', { coordinates: { ...shape, centerX: 102 } })];
    const { user } = open();
    await shows('DRY CLEANERS');
    const group = screen.getByRole('group', { name: 'Proposals about this place' });
    expect(
      within(group)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['DRY CLEANERS, 8/10', 'DYE HOUSE']);
    await user.click(within(group).getByRole('button', { name: 'Accept 2' }));
    await shows('GAS TANK');
    await sent([
      ['a2', 'accept'],
      ['a5', 'accept'],
    ]);
    expect(screen.getByText('Proposal 3 of 5')).toBeTruthy();
    await user.keyboard('u');
    await waitFor(() => expect(decisions()).toHaveLength(4));
    expect(decisions().slice(2).sort()).toEqual([
      ['a2', 'undo'],
      ['a5', 'undo'],
    ]);
    await waitFor(() => expect(screen.getByText(/^Proposal [12] of 5$/)).toBeTruthy());
  });
});
