import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Picture } from './picture.js';

let requested: HTMLImageElement[];

beforeEach(() => {
  requested = [];
  jest.useFakeTimers();
  jest.spyOn(window, 'Image').mockImplementation(() => {
    const picture = document.createElement('img');
    requested.push(picture);
    return picture;
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const show = () => render(<Picture src="/thumbnail.jpg" alt="Sheet 1" fallback={<span>No picture</span>} />);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('a picture that fails to load', () => {
  it('is requested again after a pause and shown once it is loaded', () => {
    show();
    fireEvent.error(screen.getByRole('img', { name: 'Sheet 1' }));
    expect(screen.getByText('No picture')).toBeTruthy();
    pass(2_000);
    expect(requested.map((picture) => picture.getAttribute('src'))).toEqual(['/thumbnail.jpg']);
    act(() => void fireEvent.error(requested[0] as HTMLImageElement));
    pass(5_000);
    expect(requested).toHaveLength(2);
    act(() => void fireEvent.load(requested[1] as HTMLImageElement));
    expect(screen.getByRole('img', { name: 'Sheet 1' }).getAttribute('src')).toBe('/thumbnail.jpg');
  });

  it('is requested at once when the network returns', () => {
    show();
    fireEvent.error(screen.getByRole('img', { name: 'Sheet 1' }));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(requested).toHaveLength(1);
  });

  it('is not requested after it was removed', () => {
    const { unmount } = show();
    fireEvent.error(screen.getByRole('img', { name: 'Sheet 1' }));
    unmount();
    window.dispatchEvent(new Event('online'));
    jest.advanceTimersByTime(60_000);
    expect(requested).toEqual([]);
  });
});
