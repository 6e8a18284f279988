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
  }
}
