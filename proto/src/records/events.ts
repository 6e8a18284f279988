import { DataSetEvent, RecordSearchEvent } from '../../gen/symbio/records/v1/records_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of the installation; no scope. */
export const dataSetEvents = catalogueEvents('records', 'data_set', DataSetEvent);
/** The scope is the project. */
export const recordSearchEvents = catalogueEvents('records', 'record_search', RecordSearchEvent);
