import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import { CornerFields } from './corner-fields.js';

const points = [
  { x: 100, y: 100 },
  { x: 300, y: 100 },
  { x: 300, y: 300 },
  { x: 100, y: 300 },
];
const onChange = jest.fn();
const open = () => renderScreen(<CornerFields coordinates={{ points }} onChange={onChange} />);

beforeEach(() => onChange.mockClear());

describe('the corners of a polygon in numbers', () => {
  it('are moved, added and removed one by one, by keyboard alone', async () => {
    const { user } = open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Corner' }), '3 of 4');
    const left = screen.getByRole('textbox', { name: 'From left, px' });
    await user.clear(left);
    await user.type(left, '350{Enter}');
    await user.click(screen.getByRole('button', { name: 'Add after it' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Corner' }), '2 of 4');
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(onChange.mock.calls).toEqual([
      [{ points: [points[0], points[1], { x: 350, y: 300 }, points[3]] }],
      [{ points: [points[0], points[1], points[2], { x: 200, y: 300 }, points[3]] }],
      [{ points: [points[0], points[2], points[3]] }],
    ]);
  });

  it('are rejected with a message if edges would cross', async () => {
    const { user } = open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Corner' }), '3 of 4');
    const top = screen.getByRole('textbox', { name: 'From top, px' });
    await user.clear(top);
    await user.type(top, '-50{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('The edges of a polygon must not cross.');
    expect(onChange).not.toHaveBeenCalled();
  });
});
