/** Displayed page, or the address of another site as redirect target. */
export interface Visit {
  url: string;
  status: number;
  html: string;
}

const MAX_REDIRECTS = 10;

const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_all, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_all, digits: string) => String.fromCodePoint(Number(digits)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Minimal browser without scripts for an identity provider's pages. */
export class PersonBrowser {
  readonly #site: string;
  readonly #cookies = new Map<string, string>();
  #page: Visit = { url: '', status: 0, html: '' };

  constructor(url: string) {
    this.#site = new URL(url).origin;
  }

  open(url: string): Promise<Visit> {
    return this.#visit(url);
  }

  /** Follows the first link with matching text. @throws if the page has none */
  click(text: RegExp): Promise<Visit> {
    for (const [, attributes = '', inner = ''] of this.#page.html.matchAll(/<a\s([^>]*)>([\s\S]*?)<\/a>/g)) {
      const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
      if (href !== undefined && text.test(inner)) return this.#visit(this.#absolute(href));
    }
    throw new Error(`${this.#page.url} has no link ${String(text)}`);
  }

  /** Submits the page's form. @throws if the page has none */
  submit(fields: Record<string, string>): Promise<Visit> {
    const form = /<form\s([^>]*)>/.exec(this.#page.html)?.[1];
    if (form === undefined) throw new Error(`${this.#page.url} has no form`);
    const action = /\baction="([^"]*)"/.exec(form)?.[1] ?? '';
    return this.#visit(this.#absolute(action), new URLSearchParams(fields));
  }

  #absolute(href: string): string {
    return new URL(unescaped(href), this.#page.url).href;
  }

  async #visit(start: string, form?: URLSearchParams): Promise<Visit> {
    let url = start;
    let body = form;
    for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
      if (new URL(url).origin !== this.#site) return (this.#page = { url, status: 0, html: '' });
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        body,
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      this.#keep(response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) return (this.#page = { url, status: response.status, html: await response.text() });
      url = new URL(location, url).href;
      body = undefined;
    }
    throw new Error(`${start} redirects without end`);
  }

  #keep(cookies: string[]): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/;\s*max-age=0\b/i.test(cookie) || value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
