import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import { recordSearchEvents, type DataSetEvent } from '@symbio/proto/records';
import { toDataSet, toSearch } from './mapping.js';
import type { DataSetRow, SearchRow } from './model.js';

export const dataSetEvent = (type: EventType<DataSetEvent>, row: DataSetRow): PendingEvent =>
  event(type, '', { dataSet: toDataSet(row, []) });

export const searchEvent = (row: SearchRow): PendingEvent =>
  event(recordSearchEvents.created, row.projectId, { search: toSearch(row, false) });
