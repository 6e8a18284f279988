import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import { LoadingView } from '../components/loading-view.js';
import type { SheetMapProps } from './map-props.js';

const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.js')).MapCanvas }));

const useStyles = makeStyles({
  root: { position: 'relative', flexGrow: 1, minWidth: 0, minHeight: 0, overflow: 'hidden' },
  without: { padding: tokens.spacingHorizontalL, overflowY: 'auto', height: '100%', boxSizing: 'border-box' },
});

const canDrawMaps = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

/** MapLibre is loaded with the first map. */
export function SheetMap(props: SheetMapProps) {
  const styles = useStyles();
  const [canDraw] = useState(canDrawMaps);
  return (
    <div className={styles.root}>
      {canDraw ? (
        <Suspense fallback={<LoadingView label="Loading the map..." />}>
          <MapCanvas {...props} />
        </Suspense>
      ) : (
        <div className={styles.without}>
          <MessageBar intent="warning">
            <MessageBarBody>This browser cannot draw the map (WebGL 2).</MessageBarBody>
          </MessageBar>
          {props.table}
        </div>
      )}
    </div>
  );
}
