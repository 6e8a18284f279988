import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { offlineShell } from './build/offline-shell.ts';
import { preloadedFonts } from './build/preloaded-fonts.ts';
import { workspaceSources } from './build/workspace-sources.ts';

/** Gateway for the dev server; same port as in packages/topology/src/topology.ts. */
const gateway = process.env.SYMBIO_GATEWAY_URL ?? 'http://127.0.0.1:8080';

/** Separate chunks for libraries that rarely change, so releases keep them cached. */
const vendorGroups = [
  { name: 'openseadragon', test: /node_modules[\\/]openseadragon/, priority: 40 },
  { name: 'pdfjs', test: /node_modules[\\/]pdfjs-dist/, priority: 40 },
  { name: 'maplibre', test: /node_modules[\\/]maplibre-gl/, priority: 40 },
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 30,
  },
  {
    name: 'fluent',
    test: /node_modules[\\/](@fluentui|@griffel|@floating-ui|tabster|keyborg)/,
    priority: 20,
    minShareCount: 19,
  },
  { name: 'state', test: /node_modules[\\/](@reduxjs|react-redux|immer|reselect|keycloak-js)/, priority: 20 },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [workspaceSources(), react(), preloadedFonts(), offlineShell(), compressed()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/files', '/iiif', '/auth'].map((path) => [path, { target: gateway, changeOrigin: false }]),
    ),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: vendorGroups } } },
  },
});
