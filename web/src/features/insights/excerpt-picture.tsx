import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { AnnotationCoordinates } from '../../evidence/annotation-records.js';
import { isEllipse, isPolygon } from '@symbio/sheet/geometry/shapes';
import type { Sheet } from '../../evidence/page-records.js';
import { useFailedPictures } from '../../lib/ui/failed-pictures.js';
import { boundsOf } from '@symbio/sheet/geometry/geometry';
import { partInView } from '@symbio/sheet/view/part-in-view';

const useStyles = makeStyles({
  root: { display: 'block', width: '100%', height: 'auto', backgroundColor: tokens.colorNeutralBackground4 },
  shape: { fill: 'none', vectorEffect: 'non-scaling-stroke' },
});

/** Pixels at the usual size; the drawing scales with its column. */
export const EXCERPT = { width: 300, height: 220 } as const;

/** Share of the picture, as in the evidence drawer. */
const SHARE = { width: 0.4, height: 0.4 } as const;

/** A light line under a dark one is visible on any background. */
const LINES = [
  ['#ffffff', 5],
  ['#107c10', 2.5],
] as const;

/** The annotation on its sheet, without controls; its name belongs to the element around. */
export function ExcerptPicture({ sheet, coordinates }: { sheet: Sheet; coordinates: AnnotationCoordinates }) {
  const styles = useStyles();
  const { failed, fail } = useFailedPictures();
  const part = useMemo(() => {
    const box = boundsOf(coordinates);
    return partInView(sheet.tileSource, box, [], EXCERPT, window.devicePixelRatio, SHARE);
  }, [sheet.tileSource, coordinates]);
  return (
    <svg
      className={styles.root}
      viewBox={`0 0 ${EXCERPT.width} ${EXCERPT.height}`}
      aria-hidden="true"
      data-testid="story-excerpt"
    >
      {part.tiles
        .filter(({ url }) => !failed.has(url))
        .map(({ url, left, top, width, height }) => (
          // cuts off the padding of a tile at the edge of the sheet; half a pixel of overlap hides the seams
          <svg key={url} x={left} y={top} width={width + 0.5} height={height + 0.5} overflow="hidden">
            <image href={url} transform={`scale(${part.tileScale})`} onError={() => fail(url)} />
          </svg>
        ))}
      {LINES.map(([stroke, strokeWidth]) => (
        <Outline
          key={stroke}
          className={styles.shape}
          coordinates={coordinates}
          toView={part.toView}
          line={{ stroke, strokeWidth }}
        />
      ))}
    </svg>
  );
}

interface OutlineProps {
  className: string;
  coordinates: AnnotationCoordinates;
  toView: ReturnType<typeof partInView>['toView'];
  line: { stroke: string; strokeWidth: number };
}

function Outline({ className, coordinates, toView, line }: OutlineProps) {
  const shared = { className, ...line };
  const at = (x: number, y: number, width = 0, height = 0) => toView({ x, y, width, height });
  if (isPolygon(coordinates)) {
    const points = coordinates.points.map(({ x, y }) => at(x, y)).map(({ left, top }) => `${left},${top}`);
    return <polygon {...shared} points={points.join(' ')} />;
  }
  if (!isEllipse(coordinates)) {
    const { left, top, width, height } = toView(coordinates);
    return <rect {...shared} x={left} y={top} width={width} height={height} />;
  }
  const { centerX, centerY, radiusX, radiusY, theta } = coordinates;
  const { left: cx, top: cy, width: rx, height: ry } = at(centerX, centerY, radiusX, radiusY);
  return (
    <ellipse {...shared} cx={cx} cy={cy} rx={rx} ry={ry} transform={`rotate(${(theta * 180) / Math.PI} ${cx} ${cy})`} />
  );
}
