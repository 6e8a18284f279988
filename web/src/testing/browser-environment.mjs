import { TestEnvironment } from 'jest-environment-jsdom';
import { endAsyncStorages } from '../../../tools/build/testing/async-storages.mjs';
import { letGoOfModules } from '../../../tools/build/testing/module-links.mjs';
import { webLibraries } from './libraries.mjs';

/** APIs that jsdom lacks, all taken from Node, so a Request accepts an AbortSignal. */
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
 * Fakes layout: else Fluent considers every element invisible and never moves focus into a dialog or drawer, which is
 * hidden a quarter of a second later.
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

/** Elements whose display depends only on `hidden` and inline styles. */
const PLAIN = new Set(
  (
    'a article aside button code dd div dl dt em figure footer form g h1 h2 h3 h4 h5 h6 header hr i img label li main nav ol p ' +
    'path pre section select small span strong svg table tbody td textarea th thead tr ul'
  ).split(' '),
);

/** Properties that role queries read from each element and its ancestors. */
const INHERITED = { visibility: 'visible', 'pointer-events': 'auto' };

/** Speeds up getComputedStyle: after a document change jsdom matches every style rule again. */
function quickStyles(window) {
  const whole = window.getComputedStyle;
  const displays = new Map();
  const own = (element, name) =>
    element.getAttribute('style')?.includes(name) ? element.style.getPropertyValue(name) : '';
  const display = (element) => {
    const name = element.localName;
    if (!PLAIN.has(name)) return whole(element).display;
    const said = own(element, 'display');
    if (said) return said;
    if (element.hasAttribute('hidden')) return 'none';
    let value = displays.get(name);
    if (value === undefined) displays.set(name, (value = whole(element).display));
    return value;
  };
  const inherited = (element, name) => {
    for (let each = element; each; each = each.parentElement) {
      const said = own(each, name);
      if (said) return said === 'inherit' ? inherited(each.parentElement, name) : said;
    }
    return INHERITED[name];
  };
  const valueOf = (element, name) => (name === 'display' ? display(element) : inherited(element, name));
  const QUICK = { display: 'display', visibility: 'visibility', pointerEvents: 'pointer-events' };
  const quickNames = new Set(Object.values(QUICK));
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !(element instanceof window.Element)) return whole(element, pseudo);
    let style;
    return new Proxy(
      {},
      {
        get(_, name) {
          if (Object.hasOwn(QUICK, name)) return valueOf(element, QUICK[name]);
          if (name === 'getPropertyValue')
            return (property) =>
              quickNames.has(property) ? valueOf(element, property) : whole(element).getPropertyValue(property);
          style ??= whole(element);
          const found = style[name];
          return typeof found === 'function' ? found.bind(style) : found;
        },
      },
    );
  };
}

/** Speeds up label lookup: jsdom scans the whole document for each control. */
function quickLabels(window) {
  for (const name of ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea']) {
    const { prototype } = window[`HTML${name}Element`];
    const { get } = Object.getOwnPropertyDescriptor(prototype, 'labels');
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get() {
        if (this.type === 'hidden' || this.getRootNode() !== this.ownerDocument) return get.call(this);
        const labels = [...this.ownerDocument.getElementsByTagName('label')];
        const mayBeOurs = (label) => (label.hasAttribute('for') ? label.htmlFor === this.id : label.contains(this));
        return labels.filter((label) => mayBeOurs(label) && label.control === this);
      },
    });
  }
}

/** jsdom with the parts of fetch that the router and the SPA's calls need. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    webLibraries.provide(this);
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    // jsdom has random numbers only; PKCE needs a digest
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto });
    // the router scrolls; jsdom cannot
    this.global.scrollTo = () => undefined;
    // thousands of style rules slow every role query down, and no test checks colours
    this.global.CSSStyleSheet.prototype.insertRule = () => 0;
    // OpenSeadragon requests a context on load
    this.global.HTMLCanvasElement.prototype.getContext = () => null;
    layOut(this.global);
    quickStyles(this.global);
    quickLabels(this.global);
  }

  async teardown() {
    endAsyncStorages();
    await super.teardown();
    letGoOfModules();
  }
}
