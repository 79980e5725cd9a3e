import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../processes.ts'
import { root } from '../sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Lockfile = {
  packages: Record<string, { version: string; dev?: boolean; link?: boolean; optional?: boolean }>
}
type Bill = { bomFormat: string; components: { name: string; version: string; purl: string }[] }

test('the bill of materials names every package that the product runs on, and none that only builds it', async () => {
  const bill = JSON.parse(await run('npm', ['run', 'sbom', '--silent'], { cwd: root })) as Bill
  expect(bill.bomFormat).toBe('CycloneDX')
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const { packages } = JSON.parse(read('package-lock.json')) as Lockfile
  const all = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ ...entry, id: `${path.split('node_modules/').at(-1)}@${entry.version}` }))
  const needed = all.filter(({ dev, optional }) => !dev && !optional).map(({ id }) => id)
  expect(needed.length).toBeGreaterThan(100)
  expect(needed.filter((id) => !named.has(id))).toEqual([])
  const also = new Set(all.filter(({ dev }) => !dev).map(({ id }) => id))
  expect([...named].filter((id) => !also.has(id) && !/^(contract|server|web)@/.test(id))).toEqual([])
  for (const workspace of ['contract', 'server', 'web']) {
    const { dependencies } = JSON.parse(read(`${workspace}/package.json`)) as {
      dependencies: Record<string, string>
    }
    const foreign = Object.entries(dependencies).filter(([name]) => !name.startsWith('@ats/'))
    const missing = foreign.filter(([name, version]) => !named.has(`${name}@${version}`))
    expect(missing).toEqual([])
  }
})

test('the bill of materials names no address that a package was fetched from', async () => {
  const printed = await run('npm', ['run', 'sbom', '--silent'], { cwd: root })
  expect(printed).not.toContain('"distribution"')
})

test('the image carries it', () => {
  const dockerfile = read('ops/Dockerfile')
  expect(dockerfile).toContain('RUN npm run sbom --silent > sbom.json')
  expect(dockerfile).toContain('COPY --from=build /ats/sbom.json ./')
})
