import { useCallback, useEffect, useRef, useState } from 'react';
import { RetrySchedule } from '@symbio/sheet/view/retry-schedule';

/** About two minutes; a missing picture must not be requested forever. */
const MOST_TRIES = 7;

/**
 * Pictures that failed to load. Each is requested again after growing pauses and when the connection returns, until it
 * is loaded.
 */
export function useFailedPictures(): { failed: ReadonlySet<string>; fail: (address: string) => void } {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set<string>());
  const schedules = useRef(new Map<string, RetrySchedule>());
  useEffect(() => {
    const all = schedules.current;
    return () => {
      for (const schedule of all.values()) schedule.end();
      all.clear();
    };
  }, []);
  const fail = useCallback((address: string) => {
    const all = schedules.current;
    if (all.has(address)) return;
    const schedule: RetrySchedule = new RetrySchedule(() => {
      const picture = new Image();
      picture.onload = () => {
        if (all.get(address) !== schedule) return;
        all.delete(address);
        schedule.end();
        setFailed((before) => new Set([...before].filter((each) => each !== address)));
      };
      picture.onerror = () => {
        if (all.get(address) === schedule) schedule.fail();
      };
      picture.src = address;
    }, MOST_TRIES);
    all.set(address, schedule);
    schedule.fail();
    setFailed((before) => new Set([...before, address]));
  }, []);
  return { failed, fail };
}
