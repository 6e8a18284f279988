/** An object, so tests can mock it. */
export const pageNavigation = {
  goTo(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};
