import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The camera page on its own: it shares nothing with the app, so the app loads none of it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: join(import.meta.dirname, 'scan.html') },
  },
})
