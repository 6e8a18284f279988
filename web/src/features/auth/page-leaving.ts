/** The ways out of the SPA as it runs, in an object so that a test can stay where it is. */
export const pageLeaving = {
  /** Goes to another page. */
  leaveFor(address: string): void {
    window.location.assign(address);
  },
  /** Starts the SPA again at the same address. */
  reload(): void {
    window.location.reload();
  },
};
