interface Rows {
  updateMany(filter: object, update: object): PromiseLike<unknown>;
  deleteMany(filter: object): PromiseLike<unknown>;
}

/** Rows that are hidden, shown and removed with their document, without events. */
export const rowsOfDocument = (rows: Rows) => ({
  async hide(documentId: string): Promise<void> {
    await rows.updateMany({ documentId }, { $set: { hidden: true } });
  },
  async show(documentId: string): Promise<void> {
    await rows.updateMany({ documentId, hidden: true }, { $unset: { hidden: 1 } });
  },
  async removeOf(documentId: string): Promise<void> {
    await rows.deleteMany({ documentId });
  },
});
