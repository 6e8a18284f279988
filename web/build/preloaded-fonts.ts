import type { Plugin } from 'vite';

/** The files that the first screen is written with: the Latin letters of both families. */
const FIRST = /(ibm-plex-sans|source-serif-4)-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Has the browser fetch the letters along with the program. Otherwise it hears of them when it has words to show, shows those in
 * other letters for a moment, and lines that are as long as before no longer are: all below them moves.
 */
export function preloadedFonts(): Plugin {
  return {
    name: 'symbio-preloaded-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
