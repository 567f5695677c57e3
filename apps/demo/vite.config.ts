import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['@intarsia/source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // No data: addresses, so that the page works under a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first browsers that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
