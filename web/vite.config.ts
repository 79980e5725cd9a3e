import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { textOptions } from './compile-texts.ts'

const api = process.env.API_ADDRESS ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [paraglideVitePlugin(textOptions), react(), withoutSchemaExport(), precompress()],
  build: {
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The list of what each screen needs would stand in the first file everyone loads, and grow with every screen.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/dashboard/counts': api, '/livez': api },
  },
})

/** Every schema can write itself as JSON Schema, which nothing in the browser asks for: these parts are left empty. */
function withoutSchemaExport(): Plugin {
  const writers = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
  return {
    name: 'without-schema-export',
    apply: 'build',
    async load(id) {
      if (!writers.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = source.matchAll(/^export (?:function|const) (\w+)/gm)
      return Array.from(names, ([, name]) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

/** The server hands out these siblings as they are, so nothing is compressed while a person waits. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
        const path = join(dir, file)
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, brotliCompressSync(bytes))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
