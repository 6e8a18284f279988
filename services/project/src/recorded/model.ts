export interface RecordedRow {
  id: string;
  byId: string;
  byName: string;
  createdAt: Date;
  updatedAt: Date;
}

/** As it was before a person replaced or removed it. */
export type EndedRow<Row extends RecordedRow> = Row & { endedById: string; endedByName: string; endedAt: Date };

/** Both oldest first. */
export interface RecordedRows<Row extends RecordedRow> {
  rows: Row[];
  history: EndedRow<Row>[];
}

/** Fields of a project with such rows. */
export type RecordedField = 'interviews' | 'lienSearches';
