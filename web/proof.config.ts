import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const folder = join(import.meta.dirname, 'dist')

/** One file that is opened without a server: script and style are in the page. */
const inOneFile = (): Plugin => ({
  name: 'in-one-file',
  async closeBundle() {
    const page = join(folder, 'proof.html')
    const html = await readFile(page, 'utf8')
    const [tag = '', source = ''] =
      /<script type="module"[^>]*src="\/([^"]+)"[^>]*><\/script>/.exec(html) ?? []
    const script = await readFile(join(folder, source), 'utf8')
    const safe = script.replaceAll('</script', '<\\/script')
    const whole = html
      .replace(tag, '')
      .replace('</body>', () => `<script type="module">${safe}</script></body>`)
    await writeFile(join(folder, 'ledger-check.html'), whole)
    await rm(page)
    await rm(join(folder, source))
  },
})

/** The page that checks an exported stretch of the ledger without our server. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [inOneFile()],
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    emptyOutDir: false,
    reportCompressedSize: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'proof.html'),
      output: { entryFileNames: 'proof.js' },
    },
  },
})
