import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { withoutLayout } from '../testing/no-layout.js';
import { MAX_UNVIRTUALIZED, ItemGap, useBoxList, usePageList, type LongList } from './long-list.js';

withoutLayout();

const ROW_HEIGHT = 40;
const keysOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `row ${index}`);
const MANY = keysOf(5_000);

function items(list: LongList, keys: readonly string[]) {
  return list.parts.map((part) =>
    'gap' in part ? (
      <ItemGap key={part.key} height={part.gap} />
    ) : (
      <li
        key={keys[part.index]}
        ref={list.measure}
        data-index={part.index}
        aria-setsize={keys.length}
        aria-posinset={part.index + 1}
      >
        <button type="button">{keys[part.index]}</button>
      </li>
    ),
  );
}

function OnPage({ keys }: { keys: readonly string[] }) {
  const ref = useRef<HTMLUListElement>(null);
  return <ul ref={ref}>{items(usePageList(ref, { keys, rowHeight: ROW_HEIGHT }), keys)}</ul>;
}

function InBox({ keys, kept }: { keys: readonly string[]; kept?: number }) {
  const ref = useRef<HTMLUListElement>(null);
  const list = useBoxList(ref, ref, { keys, rowHeight: ROW_HEIGHT, ...(kept !== undefined && { kept }) });
  return (
    <ul ref={ref} data-testid="box">
      {items(list, keys)}
    </ul>
  );
}

const drawn = () => screen.getAllByRole('listitem').map((item) => Number(item.dataset.index));

/** CSS pixels. */
const heights = () =>
  [...document.querySelectorAll('li')].reduce(
    (sum, item) => sum + (item.dataset.index === undefined ? Number.parseFloat(item.style.height) : ROW_HEIGHT),
    0,
  );

function scrollPage(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}

function scrollBox(y: number): void {
  const box = screen.getByTestId('box');
  box.scrollTop = y;
  fireEvent.scroll(box);
}

afterEach(() => scrollPage(0));

describe('a list that scrolls with the page', () => {
  it('is drawn whole as long as it is short', () => {
    render(<OnPage keys={keysOf(MAX_UNVIRTUALIZED)} />);
    expect(drawn()).toHaveLength(MAX_UNVIRTUALIZED);
  });

  it('has few of its rows in the page, and room for the others', () => {
    render(<OnPage keys={MANY} />);
    expect(drawn()[0]).toBe(0);
    expect(drawn().length).toBeLessThan(50);
    expect(heights()).toBe(MANY.length * ROW_HEIGHT);
    expect(screen.getAllByRole('listitem')[3]?.getAttribute('aria-setsize')).toBe('5000');
  });

  it('reaches every row by scrolling', () => {
    render(<OnPage keys={MANY} />);
    const seen = new Set<number>();
    for (let top = 0; top < MANY.length * ROW_HEIGHT; top += 700) {
      scrollPage(top);
      for (const index of drawn()) seen.add(index);
      expect(drawn().length).toBeLessThan(50);
      expect(heights()).toBe(MANY.length * ROW_HEIGHT);
    }
    expect(seen.size).toBe(MANY.length);
  });

  it('keeps the focused row and its neighbours', () => {
    render(<OnPage keys={MANY} />);
    const button = screen.getByRole('button', { name: 'row 5' });
    act(() => button.focus());
    scrollPage(2_000 * ROW_HEIGHT);
    expect(document.activeElement).toBe(button);
    expect(drawn().slice(0, 3)).toEqual([4, 5, 6]);
    expect(drawn().at(-1)).toBeGreaterThan(1_990);
    expect(heights()).toBe(MANY.length * ROW_HEIGHT);
  });

  it('follows its rows when others come in above them', () => {
    const { rerender } = render(<OnPage keys={MANY} />);
    const button = screen.getByRole('button', { name: 'row 5' });
    act(() => button.focus());
    scrollPage(2_000 * ROW_HEIGHT);
    rerender(<OnPage keys={['new', ...MANY]} />);
    expect(document.activeElement).toBe(button);
    expect(button.closest('li')?.dataset.index).toBe('6');
  });

  it('is printed with all its rows', () => {
    render(<OnPage keys={MANY} />);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawn()).toHaveLength(MANY.length);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawn().length).toBeLessThan(50);
  });
});

describe('a list that scrolls in a box', () => {
  it('renders few of its rows, and reaches the last one', () => {
    render(<InBox keys={MANY} />);
    expect(drawn().length).toBeLessThan(50);
    scrollBox(MANY.length * ROW_HEIGHT - 800);
    expect(drawn().length).toBeLessThan(50);
    expect(drawn().at(-1)).toBe(MANY.length - 1);
  });

  it('keeps the requested row', () => {
    render(<InBox keys={MANY} kept={4_000} />);
    expect(drawn().at(-1)).toBe(4_000);
    expect(heights()).toBe(MANY.length * ROW_HEIGHT);
  });
});
