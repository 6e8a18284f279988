export { dryRunFlag, itemResponse, success } from '../present/answers.js';
