import { CLICK_SLOP, type DrawingInput } from '../drawing/drawing.js';
import type { HeldKeys } from '../drawing/shape-handles.js';
import { distance } from '../geometry/geometry.js';
import type { Point } from '../geometry/geometry.js';

/** CSS pixels of travel that separate a drag from a tap. */
const TAP_SLOP = 10;
/** Long-press delay in milliseconds, as on common touch platforms. */
const LONG_PRESS_MS = 500;

/** Pointer callbacks. Points in CSS pixels of the host. */
export interface PointerActions {
  isReady(): boolean;
  /** Whether Space is held: the left button pans. */
  isSpaceHeld(): boolean;
  /** Whether the hand tool takes this press: it pans, or selects when released in place. */
  isHand(event: PointerEvent): boolean;
  /** Input for a press; null if a finger should pan or tap. */
  pressed(event: PointerEvent, screen: Point): DrawingInput | null;
  apply(input: DrawingInput): void;
  toImage(screen: Point): Point;
  /** Hit radius for corners in image pixels. */
  near(event: PointerEvent): number;
  onTap(event: PointerEvent): void;
  /** Long press. Returns whether it was handled; then the gesture is abandoned. */
  onLongPress(event: PointerEvent): boolean;
  /** Pans the view; `null` ends the pan. */
  onPan(offset: Point | null): void;
  onDoubleClick(event: MouseEvent): void;
  onDrop(): void;
  onLeave(): void;
  onCursor(event: PointerEvent): void;
}

/**
 * Single-pointer input: mouse and pen press and drag; Space or the middle button pans; a finger taps, or draws in touch
 * drawing mode. The viewer library handles all other touch input.
 */
export class SheetPointer {
  private pointerId: number | null = null;
  private panFrom: Point | null = null;
  /** Where the hand tool was pressed. */
  private handAt: Point | null = null;
  private tap: { id: number; screen: Point } | null = null;
  private isTouchOwned = false;
  private rest: { id: number; screen: Point; timer: number; fire: () => void } | null = null;
  /** Last mouse position, CSS pixels of the host. */
  last: Point | null = null;

  constructor(
    private readonly canvas: HTMLElement,
    private readonly host: HTMLElement,
    private readonly actions: PointerActions,
    signal: AbortSignal,
  ) {
    const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(name, listener, { signal });
    on('pointerdown', (event) => this.onDown(event));
    on('pointermove', (event) => this.onMove(event));
    on('pointerup', (event) => this.onUp(event));
    on('pointercancel', (event) => {
      this.tap = null;
      this.stir();
      if (event.pointerId === this.pointerId) actions.onDrop();
    });
    on('pointerleave', () => actions.onLeave());
    // the browser's context menu on long press, which may come first, would end the gesture
    on('contextmenu', (event) => {
      if (isTouch(event) || this.rest) event.preventDefault();
      this.rest?.fire();
    });
    signal.addEventListener('abort', () => this.stir());
    on('dblclick', (event) => actions.onDoubleClick(event));
    // prevents autoscroll by the middle button
    on('mousedown', (event) => {
      if (event.button === 1) event.preventDefault();
    });
  }

  get ownsTouch(): boolean {
    return this.isTouchOwned;
  }

  get isPanning(): boolean {
    return this.panFrom !== null;
  }

  reset(): void {
    this.panFrom = null;
    this.handAt = null;
    this.pointerId = null;
    this.isTouchOwned = false;
  }

  /** CSS pixels of the host. */
  screenPoint(event: MouseEvent): Point {
    const box = this.host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private onDown(event: PointerEvent): void {
    const isFinger = isTouch(event);
    this.stir();
    if (this.pointerId !== null) {
      // a second finger starts a pinch
      if (isFinger && this.isTouchOwned) this.actions.onDrop();
      return;
    }
    if (!this.actions.isReady() || (isFinger && !event.isPrimary)) {
      this.tap = null;
      return;
    }
    const isHeld = event.button === 1 || (event.button === 0 && this.actions.isSpaceHeld());
    const isHand = event.button === 0 && this.actions.isHand(event);
    const isPan = isHeld || isHand;
    if (event.button !== 0 && !isPan) return;
    const screen = this.screenPoint(event);
    if (isPan && !isFinger) {
      this.capture(event);
      this.panFrom = screen;
      this.handAt = isHeld ? null : screen;
      this.actions.onCursor(event);
      return;
    }
    const input = this.actions.pressed(event, screen);
    if (isFinger) this.watchLongPress(event, screen);
    if (!input) {
      // OpenSeadragon pans; released in place, it is a tap
      this.tap = { id: event.pointerId, screen };
      return;
    }
    this.isTouchOwned = isFinger;
    this.capture(event);
    this.actions.apply(input);
  }

  private watchLongPress(event: PointerEvent, screen: Point): void {
    const fire = () => {
      this.stir();
      if (!this.actions.onLongPress(event)) return;
      this.tap = null;
      if (this.pointerId === event.pointerId) this.actions.onDrop();
    };
    this.rest = { id: event.pointerId, screen, timer: window.setTimeout(fire, LONG_PRESS_MS), fire };
  }

  /** Cancels the long press: the finger moved, was lifted, or is not alone. */
  private stir(): void {
    window.clearTimeout(this.rest?.timer);
    this.rest = null;
  }

  private onMove(event: PointerEvent): void {
    const { rest } = this;
    if (rest?.id === event.pointerId && distance(this.screenPoint(event), rest.screen) >= TAP_SLOP) this.stir();
    if (!isTouch(event)) this.last = this.screenPoint(event);
    if (this.pointerId === null) {
      if (!isTouch(event)) this.actions.onCursor(event);
      return;
    }
    if (event.pointerId !== this.pointerId) return;
    const screen = this.screenPoint(event);
    if (this.panFrom) {
      this.actions.onPan({ x: screen.x - this.panFrom.x, y: screen.y - this.panFrom.y });
      this.panFrom = screen;
      return;
    }
    this.actions.apply({ kind: 'move', point: this.actions.toImage(screen), screen, ...heldKeys(event) });
  }

  private onUp(event: PointerEvent): void {
    if (event.pointerId === this.rest?.id) this.stir();
    const screen = this.screenPoint(event);
    if (event.pointerId === this.tap?.id) {
      const isTap = distance(screen, this.tap.screen) < TAP_SLOP;
      this.tap = null;
      if (isTap) this.actions.onTap(event);
      return;
    }
    if (event.pointerId !== this.pointerId) return;
    const wasPan = this.isPanning;
    const { handAt } = this;
    this.reset();
    if (wasPan) {
      this.actions.onPan(null);
      if (handAt && distance(screen, handAt) < CLICK_SLOP) this.actions.onTap(event);
    } else
      this.actions.apply({
        ...{ kind: 'release', point: this.actions.toImage(screen), screen, near: this.actions.near(event) },
        ...heldKeys(event),
      });
    this.actions.onCursor(event);
  }

  private capture(event: PointerEvent): void {
    this.pointerId = event.pointerId;
    this.canvas.setPointerCapture(event.pointerId);
  }
}

function heldKeys({ shiftKey, altKey, ctrlKey, metaKey }: MouseEvent): HeldKeys {
  return { even: shiftKey, symmetric: altKey, free: ctrlKey || metaKey };
}

export function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}
