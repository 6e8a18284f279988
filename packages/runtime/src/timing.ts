/**
 * Durations of startup, checks and shutdown in milliseconds. The chart's grace periods and probes derive from these;
 * its test compares them.
 */

export const CHECK_MS = 3_000;
/** Timeout of a check: a driver that selects a server for 5 s can still report its reason. */
export const CHECK_LIMIT_MS = 6_000;
/**
 * Outage before the process reports not ready: longer than a MongoDB primary election (10 s of silence and the vote) or
 * a pod restart, so short failures remove no replica.
 */
export const LOST_GRACE_MS = 15_000;
/** Retry delays while waiting for dependencies at startup; short, because after an outage all start at the same time. */
export const AWAIT_PAUSES_MS = [250, 500, 1_000, 1_000, 2_000] as const;

/** Maximum time of a shutdown stage: a stuck peer must not block the rest. */
export const STAGE_LIMIT_MS = 15_000;
export const CALL_DRAIN_MS = 10_000;
/** The same for uploads: 200 MB at 6 Mbit/s. */
export const UPLOAD_DRAIN_MS = 300_000;
/** Maximum shutdown time after SHUTDOWN_DELAY_SECONDS; then the process is killed. */
export const LAST_RESORT_MS = 45_000;
/** The same for uploads. */
export const UPLOAD_LAST_RESORT_MS = LAST_RESORT_MS - CALL_DRAIN_MS + UPLOAD_DRAIN_MS;
