/** Page navigation in an object, so that tests can mock it. */
export const pageLeaving = {
  leaveFor(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};
