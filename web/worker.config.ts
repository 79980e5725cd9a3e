import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The service worker on its own, at a fixed address, where browsers look for updates. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    modulePreload: false,
    target: 'es2022',
    reportCompressedSize: false,
    emptyOutDir: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/worker/service-worker.ts'),
      output: { entryFileNames: 'sw.js' },
    },
  },
})
