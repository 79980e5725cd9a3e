import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Component = { 'bom-ref': string; name: string; version: string; purl: string }
type Bill = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
type Lockfile = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> }

/**
 * Prints the runtime dependencies as CycloneDX, from the lockfile alone. The option `--omit dev` of npm also
 * drops runtime packages that tools need as well. So this reads the whole bill and removes the packages that
 * only tools need. It also runs in the image's build, with nothing but package.json files.
 */
const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T
const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--silent']
const printed = execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
const bill = JSON.parse(printed) as Bill

const needed = new Set(
  Object.entries(read<Lockfile>('package-lock.json').packages)
    .filter(([, { dev, link }]) => !dev && !link)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
)
const components = bill.components.filter(({ name, version }) => needed.has(`${name}@${version}`))
const kept = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']))
const { name } = read<{ name: string }>('package.json')
const product = { ...bill.metadata.component, name }
const dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn?.filter((one) => kept.has(one)) }))
const metadata = { ...bill.metadata, component: product }
console.log(JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2))
