import { jest } from '@jest/globals';
import { MarkLayer } from './layer.js';
import { markOf } from '../adapters/symbio.js';
import type { Mark } from './mark.js';
import { MARK_COLOUR } from './paint.js';

// jsdom has no layout; the browser journeys check the painting
globalThis.ResizeObserver = class {
  observe() {
    // no layout
  }
  unobserve() {
    // no-op
  }
  disconnect() {
    // no-op
  }
};

const mark = (key: string, centerX: number): Mark =>
  markOf({
    id: key,
    key,
    coordinates: { centerX, centerY: 300, radiusX: 50, radiusY: 40, theta: 0 },
    content: `Tank ${key}`,
    author_type: 'human',
  });

describe('the label of the annotation under the pointer', () => {
  let host: HTMLDivElement;
  let layer: MarkLayer;
  const label = (): HTMLElement => {
    const found = host.querySelector<HTMLElement>('[data-testid="hovered-label"]');
    if (!found) throw new Error('the layer has no such label');
    return found;
  };

  beforeEach(() => {
    host = document.createElement('div');
    Object.defineProperties(host, { clientWidth: { value: 0 }, clientHeight: { value: 0 } });
    layer = new MarkLayer(host);
    layer.setTransform({ scale: 1, x: 0, y: 0, rotation: 0 });
    layer.setMarks([mark('a', 200), mark('b', 240)]);
  });
  afterEach(() => layer.destroy());

  it('shows when it has no room on the sheet, in the colour of its author (ANN-09, ANN-10)', () => {
    expect(label().hidden).toBe(true);
    layer.setHovered('b');
    expect([label().hidden, label().textContent]).toEqual([false, 'Tank b']);
    const sample = document.createElement('i');
    sample.style.color = MARK_COLOUR;
    expect(label().style.color).toBe(sample.style.color);
    layer.setHovered(null);
    expect(label().hidden).toBe(true);
  });

  it('explains an abbreviation, also where the label shows, and read words without an annotation', () => {
    layer.setMeaning((text) => (text === 'Tank a' ? 'gasoline tank' : null));
    layer.setHovered('a');
    expect([label().hidden, label().textContent]).toEqual([false, 'Tank a: gasoline tank']);
    layer.setHovered(null);
    expect(label().hidden).toBe(true);
    layer.setHoveredWord({ bounds: { x: 0, y: 0, width: 9, height: 9 }, label: 'D: dwelling' });
    expect([label().hidden, label().textContent]).toEqual([false, 'D: dwelling']);
    layer.setHoveredWord(null);
    expect(label().hidden).toBe(true);
  });

  it('gives way to the label of the selection, which always shows', () => {
    layer.setHovered('b');
    layer.setSelected(['b'], false);
    expect(label().hidden).toBe(true);
    expect(host.querySelector('text')?.textContent).toBe('Tank b');
    layer.setSelected([], false);
    expect(label().hidden).toBe(false);
  });

  it('disappears with its annotation, and when the sheet is zoomed', () => {
    layer.setHovered('b');
    layer.setTransform({ scale: 1, x: 30, y: 0, rotation: 0 });
    expect(label().hidden).toBe(false);
    layer.setTransform({ scale: 2, x: 30, y: 0, rotation: 0 });
    expect(label().hidden).toBe(true);
    layer.setHovered('b');
    layer.setMarks([mark('a', 200)]);
    expect(label().hidden).toBe(true);
  });
});

describe('the marker elements for outside queries', () => {
  afterEach(() => jest.useRealTimers());

  it('are marked as out of place while the sheet moves', () => {
    jest.useFakeTimers();
    const host = document.createElement('div');
    Object.defineProperties(host, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
    const layer = new MarkLayer(host);
    layer.setTransform({ scale: 1, x: 0, y: 0, rotation: 0 });
    layer.setMarks([mark('a', 200)]);
    jest.advanceTimersByTime(200);
    const marker = (): Element | null => host.querySelector('[data-testid="annotation-a"]');
    expect(marker()?.closest('[data-moving]')).toBeNull();
    layer.setTransform({ scale: 1, x: 30, y: 0, rotation: 0 });
    expect(marker()?.closest('[data-moving]')).not.toBeNull();
    jest.advanceTimersByTime(200);
    expect(marker()?.closest('[data-moving]')).toBeNull();
    layer.destroy();
  });
});
