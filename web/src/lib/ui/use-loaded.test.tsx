import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useLoaded } from './use-loaded.js';

let answers: (() => Promise<string>)[];
let asked: number;
const load = (): Promise<string> => {
  asked += 1;
  return answers.shift()?.() ?? Promise.reject(new Error('There is no connection.'));
};
function Part({ isWanted }: { isWanted: boolean }) {
  return <p>{useLoaded(load, isWanted) ?? 'nothing'}</p>;
}

beforeEach(() => {
  asked = 0;
});

describe('a part that the page can do without', () => {
  it('is loaded once, when it is wanted', async () => {
    answers = [() => Promise.resolve('part')];
    const view = render(<Part isWanted={false} />);
    expect(screen.getByText('nothing')).toBeTruthy();
    expect(asked).toBe(0);
    view.rerender(<Part isWanted />);
    expect(await screen.findByText('part')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(asked).toBe(1);
  });

  it('fails silently, and loads once the connection returns', async () => {
    answers = [];
    render(<Part isWanted />);
    await act(() => Promise.resolve());
    expect(screen.getByText('nothing')).toBeTruthy();
    answers = [() => Promise.resolve('part')];
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('part')).toBeTruthy();
    expect(asked).toBe(2);
  });

  it('notifies the caller when it fails, and is retried when wanted again', async () => {
    answers = [];
    const onMissing = jest.fn();
    const Opened = ({ isOpen }: { isOpen: boolean }) => <p>{useLoaded(load, isOpen, onMissing) ?? 'nothing'}</p>;
    const view = render(<Opened isOpen />);
    await waitFor(() => expect(onMissing).toHaveBeenCalledTimes(1));
    view.rerender(<Opened isOpen={false} />);
    answers = [() => Promise.resolve('part')];
    view.rerender(<Opened isOpen />);
    expect(await screen.findByText('part')).toBeTruthy();
    expect(onMissing).toHaveBeenCalledTimes(1);
  });
});
