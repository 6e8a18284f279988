/** What jsdom lacks because it lays nothing out: elements that report their size, and scrolling. */
export function withoutLayout(): void {
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe() {
      // nothing is measured here
    }
    unobserve() {
      // nothing was observed
    }
    disconnect() {
      // nothing was observed
    }
  };
}

/** Media queries as a window of some width answers them. @param width CSS pixels, at the moment of the question */
export function mediaOfWidth(width: () => number): typeof window.matchMedia {
  const ignored = () => undefined;
  const answer = (query: string) => {
    const limit = Number(/(\d+)px/.exec(query)?.[1]);
    const matches =
      (query.includes('min-width') && width() >= limit) || (query.includes('max-width') && width() <= limit);
    return { matches, addEventListener: ignored, removeEventListener: ignored };
  };
  return answer as unknown as typeof window.matchMedia;
}
