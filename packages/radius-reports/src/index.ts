/** Reads the tables of vendors' radius reports. */
export * from './model.js';
export { readRadiusReport, reportReader, type ReportReader } from './read-report.js';
