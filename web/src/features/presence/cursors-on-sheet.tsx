import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AnnotationCoordinates, ShownAnnotation } from '../../evidence/annotation-records.js';
import { subscribeToChanges } from '../../lib/live/live-changes.js';
import { useMe } from '../../lib/session/me.js';
import { useProject } from '../../lib/project/project-context.js';
import { WINDOW_ID } from '../../lib/live/window-id.js';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import { boundsOf, type Point } from '@symbio/sheet/geometry/geometry';
import { toScreen, toScreenBox, UNPLACED, type SheetTransform } from '@symbio/sheet/geometry/transform';
import { useCursorsOn } from './cursor-setting.js';
import { initialsOf } from '../../lib/ui/initials.js';
import { applyCursor, colourOf, type CursorsById, type OtherCursor } from './cursors.js';
import { usePresentPeople } from './presence.js';
import { useOwnCursor } from './use-own-cursor.js';

const NAMED_FOR = '2s';
const REDUCED = '@media (prefers-reduced-motion: reduce)';

const useStyles = makeStyles({
  root: { position: 'absolute', inset: 0 },
  placed: { position: 'absolute', top: 0, left: 0 },
  // updates arrive every 100 ms
  pointer: { transition: 'transform 100ms linear', [REDUCED]: { transition: 'none' } },
  dot: {
    position: 'absolute',
    width: '10px',
    height: '10px',
    margin: '-5px 0 0 -5px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    border: '2px solid white',
    boxShadow: tokens.shadow4,
  },
  name: {
    position: 'absolute',
    top: '6px',
    left: '8px',
    padding: '0 6px',
    borderRadius: tokens.borderRadiusMedium,
    color: 'white',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    animationName: { from: { opacity: 1 }, to: { opacity: 0 } },
    animationDuration: '400ms',
    animationDelay: NAMED_FOR,
    animationFillMode: 'forwards',
    [REDUCED]: { animationDuration: '1ms' },
  },
  selection: { boxSizing: 'border-box', border: '1.5px solid transparent', borderRadius: '2px' },
  initials: {
    position: 'absolute',
    top: '-16px',
    left: '-1.5px',
    padding: '0 4px',
    borderRadius: '2px',
    color: 'white',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '14px',
    fontWeight: tokens.fontWeightSemibold,
  },
});

interface CursorsProps {
  pageId: string;
  frames: SheetFrames;
  annotations: readonly ShownAnnotation[];
  selectedIds: readonly string[];
}

/** Also publishes those of this window, unless disabled. */
export function CursorsOnSheet(props: CursorsProps) {
  return useCursorsOn() ? <Others key={props.pageId} {...props} /> : null;
}

function useCursors(pageId: string, userId: string | undefined): readonly OtherCursor[] {
  const [cursors, setCursors] = useState<CursorsById>(() => new Map());
  const ownId = `${userId ?? ''}/${WINDOW_ID}`;
  useEffect(
    () => subscribeToChanges((change) => setCursors((now) => applyCursor(now, change, pageId, ownId))),
    [ownId, pageId],
  );
  return useMemo(() => [...cursors.values()], [cursors]);
}

function Others({ pageId, frames, annotations, selectedIds }: CursorsProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const me = useMe();
  const { project } = useProject();
  const beside = usePresentPeople().filter(({ isSelf, pageIds }) => !isSelf && pageIds.has(pageId));
  const audience = beside.map(({ userId }) => userId).join(' ');
  useOwnCursor({ projectId: project.id, pageId, over: root, frames, selectedIds, audience });
  const present = new Set(beside.map(({ userId }) => userId));
  // excludes the user's other windows and people no longer present
  const cursors = useCursors(pageId, me?.id).filter(({ userId }) => present.has(userId));
  const shapes = useMemo(() => new Map(annotations.map(({ id, coordinates }) => [id, coordinates])), [annotations]);
  return (
    <div ref={root} className={styles.root} aria-hidden="true">
      {cursors.flatMap(({ id, userId, name, selected }) =>
        selected.map((annotationId) => {
          const shape = shapes.get(annotationId);
          if (!shape) return null;
          const props = { frames, shape, colour: colourOf(userId), initials: initialsOf(name) };
          return <Selection key={`${id} ${annotationId}`} {...props} />;
        }),
      )}
      {cursors.map(
        (cursor) => cursor.point && <Pointer key={cursor.id} frames={frames} cursor={cursor} point={cursor.point} />,
      )}
    </div>
  );
}

/** Per frame, without React. */
function usePlaced(frames: SheetFrames, place: (element: HTMLElement, transform: SheetTransform) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef({ place, transform: UNPLACED });
  useLayoutEffect(() => {
    latest.current.place = place;
    if (ref.current) place(ref.current, latest.current.transform);
  });
  useEffect(
    () =>
      frames.follow((transform) => {
        latest.current.transform = transform;
        if (ref.current) latest.current.place(ref.current, transform);
      }),
    [frames],
  );
  return ref;
}

function Pointer({ frames, cursor, point }: { frames: SheetFrames; cursor: OtherCursor; point: Point }) {
  const styles = useStyles();
  const colour = colourOf(cursor.userId);
  const shown = useRef<SheetTransform | null>(null);
  const ref = usePlaced(frames, (element, transform) => {
    const { x, y } = toScreen(point, transform);
    // animate pointer moves, but not moves of the sheet
    element.style.transitionDuration = shown.current === transform ? '' : '0ms';
    shown.current = transform;
    element.style.transform = `translate(${x}px, ${y}px)`;
  });
  return (
    <div ref={ref} className={`${styles.placed} ${styles.pointer}`} data-testid="other-cursor" data-name={cursor.name}>
      <span className={styles.dot} style={{ backgroundColor: colour }} />
      <span key={cursor.moves} className={styles.name} style={{ backgroundColor: colour }}>
        {cursor.name || 'Someone'}
      </span>
    </div>
  );
}

interface SelectionProps {
  frames: SheetFrames;
  shape: AnnotationCoordinates;
  colour: string;
  initials: string;
}

function Selection({ frames, shape, colour, initials }: SelectionProps) {
  const styles = useStyles();
  const ref = usePlaced(frames, (element, transform) => {
    const { x, y, width, height } = toScreenBox(boundsOf(shape), transform);
    Object.assign(element.style, {
      transform: `translate(${x}px, ${y}px)`,
      width: `${width}px`,
      height: `${height}px`,
    });
  });
  return (
    <div
      ref={ref}
      className={`${styles.placed} ${styles.selection}`}
      style={{ borderColor: colour }}
      data-testid="other-selection"
    >
      <span className={styles.initials} style={{ backgroundColor: colour }}>
        {initials}
      </span>
    </div>
  );
}
