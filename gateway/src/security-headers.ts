import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Seconds for which a browser that was here over TLS comes back over TLS only: a year. */
const HSTS_SECONDS = 365 * 24 * 60 * 60;
/** What such a browser is told. */
export const HSTS = `max-age=${HSTS_SECONDS}`;

/** What pages of ours never ask of a browser. */
const NEVER_ASKED = ['camera', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];
/** Whoever reports an issue may take a picture of the page; the browser asks them each time. */
const PERMISSIONS = [...NEVER_ASKED.map((feature) => `${feature}=()`), 'display-capture=(self)'].join(', ');

const common = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      // Fluent UI writes its styles into style elements at run time
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      // single sign-on, too: the provider is /auth of this origin
      'connect-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  // a confirmation link has its token in the address: no other site is told addresses of ours
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
});

/**
 * Headers of every answer, files and proxied pages included. nginx gets them from here as well (nginx/render.ts).
 *
 * @param alwaysTls whether the origin is served over TLS; else each request says so itself, through a trusted proxy
 */
export const securityHeaders =
  (alwaysTls: boolean): RequestHandler =>
  (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS);
    if (alwaysTls || request.secure) response.setHeader('Strict-Transport-Security', HSTS);
    common(request, response, next);
  };

/** Answers of the API are about people and their work: no cache keeps them, neither a proxy's nor the browser's. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
