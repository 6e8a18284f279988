/** Methods safe to retry, from `option idempotency_level`. */
export { idempotency } from '../gen/idempotency.js';
