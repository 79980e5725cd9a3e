import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peakMb } from '../scripts/peak-memory.ts'
import { callExports, untilExported } from '../scripts/product-calls.ts'
import { download, slowly, ticket } from './exports.ts'
import { writeImportFile } from './import-file.ts'
import { roomsOf, throughTheProduct } from './imports.ts'
import type { Bench } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

const organisation = 20_000
const times = 10
const mostGrowthMb = 20

/** Each part runs in new processes, so that only its own file counts. */
const parts: Record<string, (product: Product, file: string) => Promise<void>> = {
  import: async (product, file) => void (await throughTheProduct(product, file)),
  'export-csv-slow-reader': async (product) => void (await download(product, await ticket(product), slowly)),
  'export-xlsx': async (product) => {
    const wish = { list: 'assets', format: 'xlsx', filter: {} }
    const { id } = await callExports(product, 'POST', '', wish)
    await untilExported(product, id)
  },
}

async function peaksOf(product: Product, file: string) {
  const peaks = new Map<string, number>()
  for (const [name, work] of Object.entries(parts)) {
    await product.renew()
    const started = performance.now()
    await work(product, file)
    const [api, worker] = [peakMb(product.api.pid), peakMb(product.worker.pid)]
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(
      `${name}: ${seconds} s; at their highest, api ${api.toFixed(0)}, worker ${worker.toFixed(0)} MB`,
    )
    peaks.set(`${name}-api`, api).set(`${name}-worker`, worker)
  }
  return peaks
}

/** How much the peak memory of the same work grows with ten times the rows. */
export const memory: Bench = async (postgres, { rows }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ats-bench-memory-'))
  const file = join(folder, 'assets.csv')
  const product = await startProduct(postgres, organisation)
  try {
    const rooms = await roomsOf(postgres.url(database))
    const peaks = []
    for (const count of [rows, rows * times]) {
      console.log(`${count} rows`)
      await writeImportFile(file, { rows: count, rooms })
      peaks.push(await peaksOf(product, file))
    }
    const [small, big] = peaks
    return [...(small ?? [])].map(([name, before]) => ({
      ...{ name: `memory-${name}`, p50: 0, p99: 0, limit: 1, api: mostGrowthMb },
      bare: Math.max((big?.get(name) ?? 0) - before, 1),
    }))
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
