import { jest } from '@jest/globals';
import { SheetPointer, type PointerActions } from './pointer.js';

/** jsdom has no pointer events. */
class FakePointerEvent extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly isPrimary: boolean;

  constructor(type: string, init: MouseEventInit & { pointerId?: number; pointerType?: string } = {}) {
    super(type, { bubbles: true, cancelable: true, ...init });
    this.pointerId = init.pointerId ?? 1;
    this.pointerType = init.pointerType ?? 'touch';
    this.isPrimary = this.pointerId === 1;
  }
}

const held = { isTarget: true, draws: false, isHand: false };
let canvas: HTMLElement;
let actions: Record<'onTap' | 'onLongPress' | 'onDrop' | 'onPan' | 'apply', jest.Mock>;
let listening: AbortController;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(window, { PointerEvent: FakePointerEvent });
  Object.assign(globalThis, { PointerEvent: FakePointerEvent });
  Object.assign(held, { isTarget: true, draws: false, isHand: false });
  canvas = document.createElement('div');
  canvas.setPointerCapture = () => undefined;
  // jsdom accepts only its own abort signals
  const add = canvas.addEventListener.bind(canvas);
  canvas.addEventListener = (name: string, listener: EventListenerOrEventListenerObject) => add(name, listener);
  listening = new AbortController();
  actions = {
    onTap: jest.fn(),
    onLongPress: jest.fn(() => held.isTarget),
    onDrop: jest.fn(),
    onPan: jest.fn(),
    apply: jest.fn(),
  };
  const all = {
    ...{ isReady: () => true, isSpaceHeld: () => false, toImage: (point: object) => point, near: () => 0 },
    ...{
      isHand: () => held.isHand,
      onDoubleClick: () => undefined,
      onLeave: () => undefined,
      onCursor: () => undefined,
    },
    pressed: () => (held.draws ? { kind: 'cancel' } : null),
    ...actions,
  };
  new SheetPointer(canvas, canvas, all as unknown as PointerActions, listening.signal);
});
afterEach(() => {
  listening.abort();
  jest.useRealTimers();
});

const send = (type: string, x = 50, y = 50, init: { pointerId?: number; pointerType?: string } = {}) =>
  canvas.dispatchEvent(new FakePointerEvent(type, { clientX: x, clientY: y, ...init }));
const rest = () => jest.advanceTimersByTime(500);

describe('a finger that rests on the sheet', () => {
  it('is a long press, once, and not a tap when it is lifted', () => {
    send('pointerdown');
    send('pointermove', 55, 54);
    rest();
    expect(actions.onLongPress).toHaveBeenCalledTimes(1);
    send('pointerup', 55, 54);
    expect(actions.onTap).not.toHaveBeenCalled();
  });

  it('is a tap when lifted earlier, and if the long press is not handled', () => {
    send('pointerdown');
    jest.advanceTimersByTime(499);
    send('pointerup');
    rest();
    expect(actions.onLongPress).not.toHaveBeenCalled();
    held.isTarget = false;
    send('pointerdown');
    rest();
    send('pointerup');
    expect(actions.onTap).toHaveBeenCalledTimes(2);
  });

  it('is no long press when it pans, or when a second finger follows', () => {
    send('pointerdown');
    send('pointermove', 50, 61);
    rest();
    send('pointerup', 50, 61);
    send('pointerdown');
    send('pointerdown', 90, 90, { pointerId: 2 });
    rest();
    expect(actions.onLongPress).not.toHaveBeenCalled();
  });

  it('abandons its drawing; a mouse has no long press', () => {
    held.draws = true;
    send('pointerdown');
    rest();
    expect(actions.onDrop).toHaveBeenCalledTimes(1);
    send('pointerup');
    actions.onLongPress.mockClear();
    send('pointerdown', 50, 50, { pointerType: 'mouse' });
    rest();
    expect(actions.onLongPress).not.toHaveBeenCalled();
  });

  it('is a long press, once, when the browser reports it first', () => {
    send('pointerdown');
    expect(send('contextmenu', 50, 50, { pointerType: '' })).toBe(false);
    expect(actions.onLongPress).toHaveBeenCalledTimes(1);
    rest();
    expect(actions.onLongPress).toHaveBeenCalledTimes(1);
  });

  it('opens no context menu', () => {
    expect(send('contextmenu')).toBe(false);
    expect(send('contextmenu', 50, 50, { pointerType: 'mouse' })).toBe(true);
  });
});

describe('the hand tool', () => {
  const mouse = { pointerType: 'mouse' };

  it('moves the sheet by dragging and draws nothing (D-67)', () => {
    Object.assign(held, { draws: true, isHand: true });
    send('pointerdown', 50, 50, mouse);
    send('pointermove', 60, 45, mouse);
    send('pointerup', 60, 45, mouse);
    expect(actions.onPan.mock.calls).toEqual([[{ x: 10, y: -5 }], [null]]);
    expect(actions.apply).not.toHaveBeenCalled();
    expect(actions.onTap).not.toHaveBeenCalled();
  });

  it('selects what is clicked', () => {
    held.isHand = true;
    send('pointerdown', 50, 50, mouse);
    send('pointerup', 51, 50, mouse);
    expect(actions.onTap).toHaveBeenCalledTimes(1);
  });

  it('leaves fingers as they are', () => {
    held.isHand = true;
    send('pointerdown');
    send('pointerup');
    expect(actions.onPan).not.toHaveBeenCalled();
    expect(actions.onTap).toHaveBeenCalledTimes(1);
  });
});
