import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import { MeasurePanel } from './measure-panel.js';

const line = { from: { x: 0, y: 0 }, to: { x: 300, y: 400 } };
const onScale = jest.fn();
const open = (more: Partial<Parameters<typeof MeasurePanel>[0]> = {}) =>
  renderScreen(<MeasurePanel line={line} scale={null} isMeasured={false} mayEdit onScale={onScale} {...more} />);

beforeEach(() => onScale.mockClear());

describe('measuring a sheet', () => {
  it('says why the scale is not established and how to establish it, and takes a line of a known length', async () => {
    const { user } = open({ why: 'By the file, its paper measures 7.3 × 10.3 inches.' });
    expect(screen.getByRole('status').textContent).toBe('500 px');
    expect(screen.getByTestId('measuring').textContent).toContain('Scale not established');
    expect(screen.getByText('By the file, its paper measures 7.3 × 10.3 inches.')).toBeTruthy();
    expect(screen.getByText(/Click both ends of the scale bar/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Length of this line in feet' }), 'long{Enter}');
    expect(screen.getByText('A length in feet, like 100')).toBeTruthy();
    await user.clear(screen.getByRole('textbox'));
    await user.type(screen.getByRole('textbox'), '100{Enter}');
    expect(onScale.mock.calls).toEqual([[0.2]]);
  });

  it('shows feet with their source, and removes a measured scale', async () => {
    const { user } = open({
      scale: { feetPerPixel: 0.2, ground: 'as Erin Editor measured it here' },
      isMeasured: true,
    });
    expect(screen.getByRole('status').textContent).toBe('about 100 ft (500 px)');
    expect(screen.getByText('In feet as Erin Editor measured it here.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove the measured scale' }));
    expect(onScale.mock.calls).toEqual([[null]]);
  });

  it('lets read-only users measure, and nothing else (OP-09)', () => {
    open({ mayEdit: false, isMeasured: true });
    expect(screen.getByRole('status').textContent).toBe('500 px');
    expect([screen.queryByRole('textbox'), screen.queryByRole('button')]).toEqual([null, null]);
    expect(screen.getByText(/Editors of the project can establish the scale/)).toBeTruthy();
  });
});
