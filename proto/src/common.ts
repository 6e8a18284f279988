/** Messages shared by all services. */
export * from '../gen/symbio/common/v1/common.js';
