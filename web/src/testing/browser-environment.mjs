import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers have and jsdom has not: Node's own, all of one family, so that a Request takes an AbortSignal. */
const FROM_NODE = [
  'AbortController',
  'AbortSignal',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'structuredClone',
];

/**
 * jsdom lays nothing out, and so the focus management of Fluent takes every element for an invisible one: it would never move
 * the focus into a dialog or drawer, which therefore counts as inactive and, a quarter of a second later, as hidden. Here an
 * element is laid out as it is in a browser unless something says `display: none`.
 */
function layOut({ HTMLElement, HTMLBodyElement, DOMRect }) {
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  const isOut = (element) => element.hidden || element.style?.display === 'none';
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get() {
      if (!this.isConnected || this === this.ownerDocument.body) return null;
      for (let each = this; each; each = parentOf(each)) if (isOut(each)) return null;
      return parentOf(this);
    },
  });
  HTMLBodyElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 1024, 768);
}

/** jsdom with the parts of fetch that the router and the calls of the SPA need. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    // jsdom has random numbers only; PKCE needs a digest
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto });
    // the router scrolls, jsdom has nothing to scroll
    this.global.scrollTo = () => undefined;
    // thousands of rules of the style library make every query by role slow, and no test looks at colours
    this.global.CSSStyleSheet.prototype.insertRule = () => 0;
    // without a canvas there is no context either, which OpenSeadragon asks for as soon as it is loaded
    this.global.HTMLCanvasElement.prototype.getContext = () => null;
    layOut(this.global);
  }
}
