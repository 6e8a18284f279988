/**
 * How long starting, asking and stopping take. The chart's grace periods and probes follow from these; its test compares.
 * All in milliseconds.
 */

/** How often a process asks what it depends on. */
export const CHECK_MS = 3_000;
/** How long an answer may take. A driver that looks for its server for 5 s then still says why it found none. */
export const CHECK_LIMIT_MS = 6_000;
/**
 * How long something may be away before the process says it is not ready: longer than MongoDB takes to elect a primary
 * (10 s of silence and the vote) or a pod to restart, so that a short failure does not take every replica out at once.
 */
export const LOST_GRACE_MS = 15_000;
/** Pauses between tries while a process waits for what it needs to start. */
export const AWAIT_PAUSES_MS = [250, 500, 1_000, 2_000, 5_000] as const;

/** How long one stage of the shutdown may take before the next begins: a stuck peer must not hold up the rest. */
export const STAGE_LIMIT_MS = 15_000;
/** How long calls and requests in flight get to finish. */
export const CALL_DRAIN_MS = 10_000;
/** The same where uploads pass: 200 MB over a line of 6 Mbit/s. */
export const UPLOAD_DRAIN_MS = 300_000;
/** How long a shutdown takes at most, once the delay of SHUTDOWN_DELAY_SECONDS is over; then the process ends by force. */
export const LAST_RESORT_MS = 45_000;
/** The same where uploads pass. */
export const UPLOAD_LAST_RESORT_MS = LAST_RESORT_MS - CALL_DRAIN_MS + UPLOAD_DRAIN_MS;
