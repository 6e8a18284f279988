export * from '../gen/symbio/common/v1/common.js';
