import { useSyncExternalStore } from 'react';

/** Of this browser; on unless switched off. */
export interface StoredSwitch {
  isOn: () => boolean;
  set: (on: boolean) => void;
  useIsOn: () => boolean;
}

/** @param key localStorage key, set while the switch is off */
export function createStoredSwitch(key: string): StoredSwitch {
  const listeners = new Set<() => void>();
  const stored = (): boolean => {
    try {
      return localStorage.getItem(key) !== 'off';
    } catch {
      // storage unavailable: on, unless switched off in this window
      return true;
    }
  };
  let isOn = stored();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    isOn: () => isOn,
    set: (on) => {
      isOn = on;
      try {
        if (on) localStorage.removeItem(key);
        else localStorage.setItem(key, 'off');
      } catch {
        // then it applies to this window only
      }
      for (const listener of listeners) listener();
    },
    useIsOn: () => useSyncExternalStore(subscribe, () => isOn),
  };
}
