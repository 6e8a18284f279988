/**
 * Version of the document: the day on which it last changed in a way that callers may notice. `Symbio-Version` carries it.
 * A breaking change needs a new one (`compatibility.test.ts`).
 */
export const API_VERSION = '2026-11-23';
