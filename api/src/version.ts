/**
 * API version, the date of the last noticeable change. A breaking change requires a new one (`compatibility.test.ts`).
 */
export const API_VERSION = '2026-11-23';
