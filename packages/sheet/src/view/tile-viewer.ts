import OpenSeadragon from 'openseadragon';
import { WHEEL_STEP } from '../geometry/zoom.js';

/** Messages about conditions that are handled: paging drops tiles under way, and TileRetries requests failed ones again. */
const HANDLED = /^(Ignoring tile %s loaded before reset|Tile %s failed to load)/;

const unlessHandled =
  (print: (...words: unknown[]) => void) =>
  (...words: unknown[]): void => {
    if (!HANDLED.test(String(words[0]))) print(...words);
  };

/** Creates a viewer with the settings that all sheets share. */
export function tileViewer(options: OpenSeadragon.Options): OpenSeadragon.Viewer {
  const { console } = window;
  const quiet = { warn: unlessHandled(console.warn.bind(console)), error: unlessHandled(console.error.bind(console)) };
  Object.assign(OpenSeadragon, { console: Object.assign(Object.create(console) as Console, quiet) });
  return OpenSeadragon({
    drawer: 'canvas',
    showNavigationControl: false,
    springStiffness: 9,
    zoomPerScroll: WHEEL_STEP,
    // TileRetries does it, for longer
    tileRetryMax: 0,
    ...options,
  });
}
