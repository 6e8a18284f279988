import type { Plugin } from 'vite';

const FIRST = /(ibm-plex-sans|source-serif-4)-latin-wght-normal-[^/]*\.woff2$/;

/** Otherwise text first shows in a fallback font, and the layout shifts when the fonts arrive. */
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
