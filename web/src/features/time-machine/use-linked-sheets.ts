import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Point } from '@symbio/sheet/geometry/geometry';
import type { SheetView, View } from './url-view.js';
import { pointKey } from './alignment.js';
import type { AlignmentPoint, Side } from './alignment.js';
import { LinkedSheets } from './linked-sheets.js';
import type { Similarity } from '@symbio/proto/document/similarity';
import type { TimeSheet } from './time-sheet.js';

interface LinkedSheetsOptions {
  first: TimeSheet;
  second: TimeSheet;
  fit: Similarity;
  aligning: boolean;
  view: View;
  points: readonly AlignmentPoint[];
  /** the viewers, while mounted */
  linkedSheets: RefObject<LinkedSheets | null>;
  onChange: (change: Partial<View>) => void;
  onPick: (side: Side, point: Point) => void;
  /** Before paint. */
  onFrame: () => void;
}

/** Also positions alignment points. */
export function useLinkedSheets(options: LinkedSheetsOptions) {
  const { first, second, fit, aligning, view, linkedSheets } = options;
  const hosts = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const elements = useRef(new Map<string, HTMLElement>());
  const latest = useRef(options);
  const [failing, setFailing] = useState<readonly Side[]>([]);
  /** last shown or reported place: only a different one in the URL moves the sheets */
  const known = useRef<SheetView | null | undefined>(undefined);

  const placePoints = () => {
    for (const point of latest.current.points) {
      const at = linkedSheets.current?.toScreen(point.side, point.point);
      const element = elements.current.get(pointKey(point));
      if (at && element) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    }
  };
  useLayoutEffect(() => {
    latest.current = options;
    placePoints();
  });
  useEffect(() => {
    const [{ current: a }, { current: b }] = hosts;
    if (!a || !b) return;
    const made = new LinkedSheets([a, b], {
      onFrame: () => {
        placePoints();
        latest.current.onFrame();
      },
      onRest: (place) => {
        // for e2e tests: the image pixel at the center of each
        for (const [side, host] of [a, b].entries()) {
          const { x = 0, y = 0 } = made.middleOf(side as Side) ?? {};
          host.dataset.middle = `${x.toFixed(1)},${y.toFixed(1)}`;
        }
        known.current = place;
        latest.current.onChange({ place });
      },
      onPick: (side, point) => latest.current.onPick(side, point),
      onTilesFailing: (side, isFailing) =>
        setFailing((before) => [...before.filter((each) => each !== side), ...(isFailing ? [side] : [])]),
    });
    linkedSheets.current = made;
    known.current = undefined;
    return () => {
      made.destroy();
      linkedSheets.current = null;
    };
    // made once: refs and the functions behind `latest` never change
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const [firstSheet, secondSheet] = [first.sheet, second.sheet];
  useEffect(() => linkedSheets.current?.show(firstSheet, secondSheet), [firstSheet, linkedSheets, secondSheet]);
  useEffect(() => linkedSheets.current?.setFit(fit), [fit, linkedSheets]);
  useEffect(() => linkedSheets.current?.setLinked(!aligning), [aligning, linkedSheets]);
  const { key } = firstSheet;
  const shownKey = useRef(key);
  useEffect(() => {
    // places in pixels of the previous sheet are invalid
    const isOther = shownKey.current !== key;
    shownKey.current = key;
    if (!isOther && known.current !== undefined && known.current === view.place) return;
    known.current = view.place;
    linkedSheets.current?.goTo(view.place);
  }, [linkedSheets, key, view.place]);

  const pointRef = (point: AlignmentPoint) => (element: HTMLElement | null) => {
    if (element) elements.current.set(pointKey(point), element);
    else elements.current.delete(pointKey(point));
  };
  return { hosts, pointRef, isFailing: failing.length > 0 };
}
