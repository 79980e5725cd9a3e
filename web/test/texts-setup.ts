import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { textOptions } from '../compile-texts.ts'

/** A fresh clone has no compiled texts yet. */
export async function setup() {
  if (!existsSync(join(textOptions.outdir, 'messages.js'))) await compile(textOptions)
}
