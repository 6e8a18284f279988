import { createStoredSwitch } from '../../lib/ui/stored-switch.js';

/** Sharing in both directions. */
export const { set: setCursorsOn, useIsOn: useCursorsOn } = createStoredSwitch('symbio.cursors');
