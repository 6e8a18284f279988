import { TestEnvironment } from 'jest-environment-jsdom';
import { endAsyncStorages } from '../../../tools/testing/async-storages.mjs';
import { letGoOfModules } from '../../../tools/testing/module-links.mjs';
import { webLibraries } from './libraries.mjs';

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

/** Elements whose way to be shown depends on nothing but `hidden` and their own style. */
const PLAIN = new Set(
  (
    'a article aside button code dd div dl dt em figure footer form g h1 h2 h3 h4 h5 h6 header hr i img label li main nav ol p ' +
    'path pre section select small span strong svg table tbody td textarea th thead tr ul'
  ).split(' '),
);

/** What every query by role asks of each element it meets, and of those around it. */
const INHERITED = { visibility: 'visible', 'pointer-events': 'auto' };

/**
 * jsdom holds an element against every rule of its style sheet each time somebody asks for its style after a change of the
 * document. The three properties that are asked for most are found directly; for all others jsdom is asked.
 */
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

/** jsdom asks every element of the document which control it labels, for each control whose name somebody wants. */
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

/** jsdom with the parts of fetch that the router and the calls of the SPA need. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    webLibraries.provide(this);
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
    quickStyles(this.global);
    quickLabels(this.global);
  }

  async teardown() {
    endAsyncStorages();
    await super.teardown();
    letGoOfModules();
  }
}
