import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@ats/contract/endpoints.ts'
import { exampleValues, wholeExamples } from '@ats/contract/examples.ts'
import { z } from 'zod'
import { openapiPath } from '#kernel/http/openapi-path.ts'
import { version } from '#kernel/version.ts'
import { type Names, openapi } from './document.ts'
import { layout } from './layout.ts'
import { pascal } from './schemas.ts'

/** Types that a client would call by a name; texts and numbers are described in place. */
const namedTypes = ['object', 'union', 'enum', 'record', 'intersection']

/** What the files of the contract export: `asset` is called `Asset`, as its type is in TypeScript. */
async function exportedNames(): Promise<Names> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@ats/contract/endpoint.ts')))
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['node_modules', '**/*.test.ts'] }).sort()
  const names: Names = new Map()
  const owners = new Map<string, string>()
  for (const file of files) {
    const exported = (await import(`@ats/contract/${file}`)) as Record<string, unknown>
    for (const [key, type] of Object.entries(exported)) {
      if (!(type instanceof z.ZodType) || !namedTypes.includes(type.def.type) || names.has(type)) continue
      const name = pascal(key)
      const owner = owners.get(name)
      if (owner !== undefined) throw new Error(`${file} and ${owner} of the contract both export ${key}`)
      owners.set(name, file)
      names.set(type, name)
    }
  }
  return names
}

export async function currentOpenapi() {
  const examples = { values: exampleValues, whole: wholeExamples }
  return openapi({ groups: endpoints, exported: await exportedNames(), examples, version })
}

const currentText = async () => `${layout(await currentOpenapi())}\n`

export const writeOpenapi = async () => writeFile(openapiPath, await currentText())

export async function checkOpenapi() {
  const committed = await readFile(openapiPath, 'utf8').catch(() => '')
  if (committed !== (await currentText()))
    throw new Error('openapi.json is not current; run: npm run ats -- openapi')
}
