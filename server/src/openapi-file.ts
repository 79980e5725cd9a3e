import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@ats/contract/endpoints.ts'
import { openapi } from '#kernel/http/openapi.ts'
import { version } from '#kernel/version.ts'

const path = join(import.meta.dirname, '../../openapi.json')
const current = () => `${JSON.stringify(openapi(endpoints, version), null, 2)}\n`

export const writeOpenapi = () => writeFile(path, current())

export async function checkOpenapi() {
  const committed = await readFile(path, 'utf8').catch(() => '')
  if (committed !== current()) throw new Error('openapi.json is not current; run: npm run ats -- openapi')
}
