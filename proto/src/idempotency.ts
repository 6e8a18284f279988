/** Which methods may be repeated, from `option idempotency_level` of the contracts. */
export { idempotency } from '../gen/idempotency.js';
