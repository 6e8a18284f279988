import { useNavigation } from 'react-router-dom';

/**
 * Whether somebody is on their way to another screen, whose program may still be on its way to the browser. Until it is there,
 * the screen that they leave stays: what it writes into the address by itself, after a moment's rest, would keep them on it.
 */
export const useIsLeaving = (): boolean => useNavigation().state !== 'idle';
