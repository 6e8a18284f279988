/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #f3f5f7 }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { width: min(24rem, 100vw - 3rem); background: #fff; border: 1px solid #d5dce3; border-radius: 12px; padding: 2rem; box-sizing: border-box }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem } p { margin: 0 0 1.25rem; color: #52606d }
  label { display: block; font-weight: 600; margin: 0 0 1rem }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; margin-top: .25rem; padding: .55rem .7rem; border: 1px solid #9aa7b4; border-radius: 8px }
  button { font: inherit; font-weight: 600; width: 100%; padding: .6rem; border: 0; border-radius: 8px; color: #fff; background: #14617a; cursor: pointer }
  input:focus-visible, button:focus-visible { outline: 3px solid #7cc3d8; outline-offset: 1px }
  [role=alert] { color: #9b1c1c; background: #fdecec; border-radius: 8px; padding: .6rem .8rem }
`;

/** Headers of every page: no scripts, no frames. */
export const PAGE_HEADERS: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} - Symbio</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

/** The sign-in form. Posts to `action`, which contains the client's request. */
export function signInPage(action: string, email: string, problem?: string): string {
  const alert = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
  return page(
    'Sign in',
    `<p>Local accounts for development.</p>${alert}<form method="post" action="${escapeHtml(action)}">
<label>Email<input name="username" type="email" autocomplete="username" required autofocus value="${escapeHtml(email)}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>`,
  );
}

/** Asks for confirmation of a sign-out link without proof of origin. */
export function signOutPage(action: string): string {
  return page(
    'Sign out',
    `<p>Do you want to end your session?</p><form method="post" action="${escapeHtml(action)}"><button>Sign out</button></form>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<p>${escapeHtml(text)}</p>`);
}
