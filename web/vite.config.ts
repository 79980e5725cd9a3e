import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { textOptions } from './compile-texts.ts'
import { listPageFiles } from './page-files.ts'
import { shortTexts, withoutSchemaExport, withoutScrollArea } from './smaller-modules.ts'

const api = process.env.API_ADDRESS ?? 'http://127.0.0.1:3000'

/** Modules that most screens use, including those that tables and selects have in common. */
const widely =
  /\/src\/(ui(?!\/(table(?!\/(kept-columns|filter-values|column\.))|dialog\/(dialog|side-panel)|jobs|bulk|form\/(record|dialog-actions|form-|reason-dialog|image-field|text-area|conflict|choice-fields|loaded-select|use-leave-guard)))|kernel(?!\/words\/(asset-labels|asset-lines|work-names)))\/|query|NativeSelect|CheckIcon|components\/(Checkbox|Paper)|InlineInput|Icon(Chevron(Right|Left|Up)|Filter|Inbox)\.|messages\/(error_loading|users_forbidden|table_(empty|showing|columns|previous|next))|use-(previous|debounced|callback-ref)/

const words =
  /\/(texts|icons-react|contract)\/(?!shop|reports|exports|assets|own-fields|papers|covers|covered|inventories|certificates|tag-series|epc-|private-tag|messages\/(shop|roles|own_filter|ownfields|audit|covers|tagseries)_)/

/**
 * Few files instead of one per shared module: on a slow connection requests cost more than bytes. Each chunk
 * includes the dependencies of its modules, unless a chunk of higher priority has them. The sign-in
 * loads only its own chunk, `start` and `forms`. Modules shared by fewer screens than `minShareCount` stay with
 * those screens, so that no screen loads unused code. `scripts/checks/bundle-size.ts` checks the limits of
 * every page.
 */
const parts = [
  {
    name: 'start',
    test: /\/src\/main\.tsx$|\/src\/(root|ui\/page\/not-found|kernel\/http\/(call|message-text)|ui\/settings\/.*|ui\/text\/logo)\.tsx?$|\/ui\/form\/form\.module\.css|\/messages\/app_|Icon(AlertCircle|InfoCircle|CircleCheck)\.|get-sorted-breakpoints|use-uncontrolled|\/components\/(Alert|CloseButton|Input|TextInput)\//,
    priority: 50,
  },
  {
    name: 'forms',
    test: /\/@mantine\/form\/|\/ui\/form\/(use-contract-form|fields|form-body|submit-button)/,
    priority: 43,
  },
  {
    name: 'sign-in',
    test: /\/src\/features\/identity\/sign-in\/(public-.*|login)\.tsx$/,
    priority: 40,
  },
  {
    name: 'frame',
    test: /\/node_modules\/zod\/|\/src\/(shell\/signed-in|ui\/page\/page)\.tsx$/,
    priority: 20,
  },
  { name: 'shared', test: new RegExp(`${widely.source}|${words.source}`), minShareCount: 8, priority: 18 },
  {
    name: 'choices',
    test: /\/components\/(Combobox|Select)\/(?!use-pills)|\/ui\/form\/(record-select|records)|\/features\/places\/place-(select|kind-names)\./,
    priority: 16,
  },
  { name: 'table', test: /\/src\/ui\/table\/(?!ignored|kept-columns|filter-values|column\.)/, priority: 14 },
  {
    name: 'asset-schemas',
    test: /\/contract\/(assets|own-fields)\/|words\/asset-labels/,
    minShareCount: 3,
    priority: 13,
  },
  {
    name: 'outbox',
    test: /\/counting\/outbox\/(database|device|entries|handheld|kept|late|memory|merge-reads|outbox-changes|records|unsent)\.ts|\/scanner\/asset-scans\.ts/,
    minShareCount: 2,
    priority: 12,
  },
  { name: 'tag-series', test: /\/tag-series\/tag-series\.ts/, priority: 12 },
  { name: 'shop', test: /\/(features|contract)\/shop\/(?!shop\.ts)/, minShareCount: 3, priority: 11 },
  {
    name: 'own-fields',
    test: /\/features\/own-fields\/(own-(fields|field-(queries|columns|filter)|value-text|changes)|typed-values)\.|\/messages\/(own_filter|ownfields)_/,
    minShareCount: 3,
    priority: 11,
  },
  {
    name: 'report-schemas',
    test: /\/contract\/(reports|covered-report|covers)\.ts|covers\/cover-words/,
    minShareCount: 2,
    priority: 10,
  },
  { name: 'exports', test: /\/features\/exports\/exports\.tsx/, minShareCount: 3, priority: 10 },
  {
    name: 'requests',
    test: /\/messages\/(requests_(?!status|mine)|queue_(?!show)|table_)/,
    minShareCount: 2,
    priority: 9,
  },
  {
    name: 'lists',
    test: /next-screens|Icon(Replace|User)\.|\/messages\/(help_q_scope|assets_(no_tag|state_any|image|location|search|place_any)|common_|crumb_|deleted_|users_name\.|queue_show|requests_(status|mine)\.|reports_more|inventory_(access|date|found|id|misplaced|not_found|total)\.|unknown_tags_(tag|reads|inventory|ignored)\.)|IconPrinter|form\/day-field/,
    minShareCount: 2,
    priority: 9,
  },
  {
    name: 'people',
    test: /\/messages\/(users_(?!name\.)|roles_)|\/identity\/(users\/user-(name|queries|crumbs|schema)|roles\/role-(queries|permission-texts))/,
    minShareCount: 2,
    priority: 9,
  },
  { name: 'inventories', test: /\/messages\/inventory_/, minShareCount: 3, priority: 9 },
  {
    name: 'inventory-schemas',
    test: /\/contract\/inventories\/(inventories|progress|approval|figures)/,
    minShareCount: 2,
    priority: 9,
  },
  {
    name: 'inventory-pages',
    test: /\/messages\/inventory_/,
    minShareCount: 2,
    priority: 8,
  },
  {
    name: 'inventory-parts',
    test: /words\/inventory-words|\/features\/inventories\/(inventory-queries|review\/review-queries|use-manages|plan\/keep-city)/,
    minShareCount: 2,
    priority: 8,
  },
  {
    name: 'assets',
    test: /\/features\/((assets|masters)\/(?!master-select|vendor-select|asset-state-field|find\/asset-suggestions)|bulk-jobs\/(bulk-jobs\.ts|bulk-job-details))/,
    minShareCount: 6,
    priority: 8,
  },
  {
    name: 'asset-list',
    test: /\/features\/(assets\/(list\/(asset-list(-columns|-filters)?|short-search)|bulk\/asset-bulk-buttons|rental-ended)|state-changes\/state-changes|covers\/covers)\.ts/,
    priority: 7,
  },
  {
    name: 'reports',
    test: /\/contract\/days\.ts|\/(masters\/vendor-select|form\/submitted-form|reports\/report-(screen|total))|\/messages\/(reports_(?!more)|covers_(kind|ends|vendor))/,
    minShareCount: 2,
    priority: 6,
  },
  {
    name: 'editing',
    test: /\/ui\/form\/(form-page|form-day-field|conflict\.tsx|choice-fields|loaded-select-field|use-leave-guard)|assets\/asset-state-field/,
    priority: 7,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    textsWhileDeveloping(),
    react(),
    stylesByComponent(),
    shortTexts(),
    withoutSchemaExport(),
    withoutScrollArea(),
    listParts(),
    listPageFiles(),
    listCountingFiles(),
    precompress(),
  ],
  build: {
    modulePreload: {
      polyfill: false,
      // The map of dependencies would be in the first file that everybody loads, and grow with every screen.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A screen that imports only the cities does not load the select of places, and one that shows the states
      // of assets does not load forms.
      treeshake: {
        moduleSideEffects: [
          {
            test: /\/features\/(places\/|audit\/audit(-texts)?\.tsx?|(assets\/assets|masters\/masters|own-fields\/own-fields|covers\/cover(s|-words)|papers\/papers)\.ts)/,
            sideEffects: false,
          },
        ],
      },
      output: { codeSplitting: { groups: parts } },
    },
    // The camera page has already been built into the same folder.
    emptyOutDir: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/dashboard/counts': api, '/livez': api },
  },
})

/**
 * In a build the texts are already compiled (`build.ts`): if they were written again during the start, a slow
 * disk might not find them.
 */
function textsWhileDeveloping(): Plugin[] {
  const plugins: Plugin[] = [paraglideVitePlugin(textOptions)].flat()
  return plugins.map((plugin) => ({ ...plugin, apply: 'serve' }))
}

/**
 * Imports the styles of each Mantine component with it, after the styles of the components it uses, so that a
 * page loads only the styles it needs. In development all styles are loaded.
 */
function stylesByComponent(): Plugin {
  const folder = join(import.meta.dirname, '../node_modules/@mantine/core')
  const all = join(folder, 'styles.css')
  const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
  const styles = (name: string) => join(folder, `styles/${name}.css`)
  const forEveryPage = ['baseline', 'default-css-variables', 'global'].map(styles)
  return {
    name: 'styles-by-component',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id !== all) return null
      return (await Promise.all(forEveryPage.map((file) => readFile(file, 'utf8')))).join('\n')
    },
    transform(code, id) {
      const name = classNames.exec(id)?.[1]
      return name === undefined ? null : `import ${JSON.stringify(styles(name))}\n${code}`
    },
  }
}

/**
 * Lists the modules of each file, and its static and dynamic imports, for `scripts/checks/bundle-size.ts`.
 */
function listParts(): Plugin {
  const short = (id: string) => relative(import.meta.dirname, id)
  return {
    name: 'list-parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const parts = chunks.map(({ fileName, imports, moduleIds, viteMetadata }) => ({
        file: fileName,
        imports,
        styles: [...(viteMetadata?.importedCss ?? [])],
        modules: Object.fromEntries(
          moduleIds.map((id) => [short(id), this.getModuleInfo(id)?.dynamicallyImportedIds.map(short) ?? []]),
        ),
      }))
      this.emitFile({ type: 'asset', fileName: '.vite/parts.json', source: JSON.stringify(parts) })
    },
  }
}

/**
 * Lists every file of the counting app, including lazily loaded ones: once all are stored, it works offline.
 * The entry file in the list identifies the version.
 */
function listCountingFiles(): Plugin {
  const folder = `${import.meta.dirname}/src/`
  const first = /^(root|shell\/counting|features\/counting\/counting)\.tsx$/
  const loadsLate = /^(shell\/counting|features\/counting\/|ui\/(?!table))/
  const within = (id: string) => (id.startsWith(folder) ? id.slice(folder.length) : '')
  return {
    name: 'list-counting-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const chunkWith = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
      // The page names the chunk of the first module, not the entry chunk that only imports it.
      const entry = chunkWith.get(`${folder}main.tsx`)
      const waiting = chunks.filter(({ moduleIds }) => moduleIds.some((id) => first.test(within(id))))
      if (entry !== undefined) waiting.push(entry)
      const files = new Set<string>()
      for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
        if (files.has(chunk.fileName)) continue
        files.add(chunk.fileName)
        for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file)
        const late = chunk.moduleIds.filter((id) => loadsLate.test(within(id)))
        const lateIds = late.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        waiting.push(...lateIds.flatMap((id) => chunkWith.get(id) ?? []))
        waiting.push(...chunks.filter(({ fileName }) => chunk?.imports.includes(fileName)))
      }
      const list = { entry: `/${entry?.fileName}`, files: [...files].map((file) => `/${file}`).sort() }
      this.emitFile({ type: 'asset', fileName: 'count-files.json', source: JSON.stringify(list) })
    },
  }
}

/** The server sends these files as they are, so nothing is compressed at request time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|svg|wasm)$/.test(name))) {
        const path = join(dir, file)
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, brotliCompressSync(bytes))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
