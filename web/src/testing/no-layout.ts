/** ResizeObserver and scrolling, which jsdom lacks. */
export function withoutLayout(): void {
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe() {
      // no layout
    }
    unobserve() {
      // no-op
    }
    disconnect() {
      // no-op
    }
  };
}

/** @param width CSS pixels, read per query */
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
