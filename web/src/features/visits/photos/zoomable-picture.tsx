import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type PointerEvent } from 'react';
import { held, swiped, WHOLE, zoomed, type Zoom } from '@symbio/sheet/view/picture-zoom';
import { useFailedPictures } from '../../../lib/ui/failed-pictures.js';

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
    cursor: 'zoom-in',
  },
  moving: { cursor: 'grab' },
  picture: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'contain',
    pointerEvents: 'none',
  },
  gone: {
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    color: tokens.colorNeutralForeground3,
  },
});

interface Place {
  x: number;
  y: number;
}

/** Pixels. */
const TAP = 8;
/** After a double tap or click. */
const CLOSER = 2.5;

interface ZoomablePictureProps {
  src: string;
  /** Shown until the picture is loaded. */
  placeholder: string;
  alt: string;
  zoom: Zoom;
  onZoom: (change: (zoom: Zoom) => Zoom) => void;
  onTurn: (by: -1 | 1) => void;
}

/** Zooms by wheel, pinch, click or double tap. */
export function ZoomablePicture({ src, placeholder, alt, zoom, onZoom, onTurn }: ZoomablePictureProps) {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Place>());
  const began = useRef<Place & { hadTwo: boolean }>({ x: 0, y: 0, hadTwo: false });
  const { failed, fail } = useFailedPictures();

  const fromMiddle = ({ x, y }: Place): Place => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };
  const sizeOf = () => frame.current?.getBoundingClientRect() ?? new DOMRect();

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      // not a React listener: those are passive, and the page would zoom as well
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
      onZoom((before) => zoomed(before, Math.exp(-event.deltaY / 300), at, { width, height }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [onZoom]);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    frame.current?.setPointerCapture?.(event.pointerId);
    const place = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, place);
    if (pointers.current.size === 1) began.current = { ...place, hadTwo: false };
    else began.current.hadTwo = true;
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    const size = sizeOf();
    if (other) {
      const spread = (place: Place): number => Math.hypot(place.x - other.x, place.y - other.y);
      const middle = fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      const factor = spread(now) / Math.max(1, spread(before));
      onZoom((zoom_) => zoomed(zoom_, factor, middle, size));
    } else if (zoom.scale > 1) {
      onZoom((zoom_) => held({ ...zoom_, x: zoom_.x + now.x - before.x, y: zoom_.y + now.y - before.y }, size));
    }
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    const { x, y, hadTwo } = began.current;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (hadTwo || event.type === 'pointercancel') return;
    if (Math.hypot(dx, dy) > TAP) {
      const turn = zoom.scale === 1 ? swiped(dx, dy) : 0;
      if (turn !== 0) onTurn(turn);
      return;
    }
    const size = sizeOf();
    const at = fromMiddle({ x: event.clientX, y: event.clientY });
    onZoom((before) => (before.scale > 1 ? WHOLE : zoomed(before, CLOSER, at, size)));
  };

  return (
    <div
      ref={frame}
      className={mergeClasses(styles.frame, zoom.scale > 1 && styles.moving)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      {failed.has(src) ? (
        <p className={styles.gone}>This picture could not be loaded.</p>
      ) : (
        <img
          key={src}
          className={styles.picture}
          src={src}
          alt={alt}
          draggable={false}
          style={{
            transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
            // the thumbnail is shown while the picture loads
            background: `url("${placeholder}") center / contain no-repeat`,
          }}
          onError={() => fail(src)}
        />
      )}
    </div>
  );
}
