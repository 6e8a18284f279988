import { makeStyles, tokens } from '@fluentui/react-components';
import type { Geometry } from '../../../evidence/boundary-api.js';
import { figurePaths } from './figure-paths.js';

const useStyles = makeStyles({
  figure: { display: 'block', width: '100%', maxWidth: '240px', maxHeight: '240px' },
  area: { fill: tokens.colorBrandBackground2, stroke: tokens.colorBrandStroke1 },
});

/** Units around the area, for its line. */
const MARGIN = 4;

export function BoundaryFigure({ geometry, label }: { geometry: Geometry; label: string }) {
  const styles = useStyles();
  const { width, height, path } = figurePaths(geometry);
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.figure}
      viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
    >
      <path className={styles.area} d={path} fillRule="evenodd" strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
