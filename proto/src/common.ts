/** Messages that every service uses. */
export * from '../gen/symbio/common/v1/common.js';
