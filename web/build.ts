import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { build } from 'vite'
import { textOptions } from './compile-texts.ts'

/** The order: texts, camera page, page for the ledger, service worker, app. */
await compile(textOptions)
for (const config of ['camera.config.ts', 'proof.config.ts', 'worker.config.ts', 'vite.config.ts'])
  await build({ configFile: join(import.meta.dirname, config), logLevel: 'warn' })
