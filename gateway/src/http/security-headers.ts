import type { RequestHandler } from 'express';
import helmet from 'helmet';

const HSTS_SECONDS = 365 * 24 * 60 * 60;
export const HSTS = `max-age=${HSTS_SECONDS}`;

/** Browser features our pages never use. */
const NEVER_ASKED = ['camera', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];
/** Issue reports may include a screen capture; the browser asks for consent each time. */
const PERMISSIONS = [...NEVER_ASKED.map((feature) => `${feature}=()`), 'display-capture=(self)'].join(', ');

const common = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      // Fluent UI inserts style elements at run time
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      // also covers single sign-on: the provider is at /auth of this origin
      'connect-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  // confirmation links contain a token: never send our addresses to other sites
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
});

/**
 * Headers of every response, also used by nginx/render.ts.
 * @param alwaysTls whether the origin uses TLS; else determined per request
 */
export const securityHeaders =
  (alwaysTls: boolean): RequestHandler =>
  (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS);
    if (alwaysTls || request.secure) response.setHeader('Strict-Transport-Security', HSTS);
    common(request, response, next);
  };

/** Forbids caching of API responses, which contain personal data. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
