/** The one way out of the SPA to another page, in an object so that a test can stay where it is. */
export const pageLeaving = {
  leaveFor(address: string): void {
    window.location.assign(address);
  },
};
