import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { testApp } from '../../server/test/app.ts'
import { startPart } from '../../server/test/processes.ts'
import { wireTo } from '../../server/test/wire.ts'
import { answersAt, eventually, findOnPath, freePort, run } from '../processes.ts'
import { findNats, startNats } from '../readers/nats.ts'
import { newOffice } from '../readers/reader-office.ts'
import { root } from '../sources.ts'

const rules = 'ops/prometheus/alerts.yaml'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const t = await testApp()

type Rule = { alert: string; expr: string; annotations: { runbook_url?: string } }
const alerts = (parse(read(rules)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const panels = [...read('ops/grafana/ats.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)]
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.map(([, text = '']) => JSON.parse(text) as string),
]

const runbook = 'docs/run/runbook.md'
/** Every paragraph has these, in this order. */
const form = ['Impact:', 'Check:', 'Do:', 'If that fails', 'Do not']

test('every alert has a heading in the runbook and leads to it, and no heading is left over', () => {
  const headings = [...read(runbook).matchAll(/^## (Ats\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(15)
  expect(headings).toEqual(alerts.map(({ alert }) => alert))
  expect(alerts.map(({ annotations }) => annotations.runbook_url)).toEqual(
    alerts.map(({ alert }) => `${runbook}#${alert.toLowerCase()}`),
  )
})

test('every paragraph of the runbook says what is broken, how to check it, and what to do and not to do', () => {
  const [, ...paragraphs] = read(runbook).split(/^## /m)
  const formOf = (text: string) => [...text.matchAll(/\*\*(Impact:|Check:|Do:|If\s+that\s+fails|Do not)/g)]
  const other = paragraphs.filter(
    (text) =>
      formOf(text)
        .map(([, word = '']) => word.replaceAll(/\s+/g, ' '))
        .join() !== form.join(),
  )
  expect(other.map((text) => text.split('\n', 1)[0])).toEqual([])
})

/** Figures of other programs that a rule may ask for; docs/run/monitoring.md says who brings them. */
const exporters = { node: ['node_filesystem_avail_bytes', 'node_filesystem_size_bytes'] }
const exporterOf = (name: string) => Object.entries(exporters).find(([, names]) => names.includes(name))?.[0]

test('figures of other exporters are declared, scraped and named in the docs', () => {
  const scraped = read('ops/prometheus/scrape.yaml')
  for (const job of Object.keys(exporters)) {
    expect(scraped).toContain(`job_name: ${job}\n`)
    expect(read('docs/run/monitoring.md')).toContain(`${job}_exporter`)
  }
})

async function figuresOf(address: string): Promise<string> {
  return (await fetch(`${address}/metrics`)).text()
}

/** A process with metrics, as it runs in production. */
async function startMeasured(part: 'api' | 'worker', more: Record<string, string> = {}) {
  const [port, probes] = [await freePort(), await freePort()]
  startPart(part, t, { PORT: `${port}`, METRICS_PORT: `${probes}`, ...more })
  const address = `http://127.0.0.1:${probes}`
  expect(await eventually(() => answersAt(`${address}/livez`), 60_000, 100)).toBe(true)
  return { address, product: `http://127.0.0.1:${port}` }
}

/** Each metric name that a scrape can return, with its labels. */
function namesIn(figures: string): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  const add = (name: string, labels: string) => {
    const known = names.get(name) ?? new Set<string>()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    names.set(name, known)
  }
  for (const [, name = '', kind] of figures.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const ending of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) add(name + ending, '')
  for (const [, name = '', labels = ''] of figures.matchAll(/^(\w+)\{(.*)\} /gm)) add(name, labels)
  return names
}

async function readerFigures(): Promise<string> {
  if ((await findNats()) === null) throw new Error('There is no nats-server, and none could be fetched')
  const nats = await startNats()
  onTestFinished(() => nats.stop())
  const { databaseUrl, dataDir } = t.config
  const office = await newOffice({ databaseUrl, natsUrl: nats.url, monitor: nats.monitor, dataDir })
  onTestFinished(async () => void (await Promise.all([office.gateway.kill(), office.writer.kill()])))
  await Promise.all([office.gateway.start(), office.writer.start()])
  const figures = await Promise.all([figuresOf(office.gateway.metrics), figuresOf(office.writer.metrics)])
  return figures.join('\n')
}

test('rules and dashboard ask only for figures that running processes have, and only for those of this product', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ats-alerts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [api, worker] = await Promise.all([
    startMeasured('api', { BACKUP_DIR: folder }),
    startMeasured('worker'),
  ])
  await fetch(`${api.product}/livez`)
  const texts = await Promise.all([figuresOf(api.address), figuresOf(worker.address), readerFigures()])
  const known = namesIn(texts.join('\n')).set('up', new Set())
  const given = new Set(['job', 'part', 'instance'])
  const wrong = expressions.flatMap((text) =>
    [...text.matchAll(/\b([a-z]\w+)(\{[^}]*\}|\[)/g)].flatMap(([found, name = '', selector = '']) => {
      const job = exporterOf(name)
      if (job !== undefined) return selector.includes(`job="${job}"`) ? [] : [`${found} names no job`]
      const labels = known.get(name)
      if (labels === undefined) return [`${name} does not exist`]
      if (!selector.includes('job="ats"')) return [`${found} may be of another product`]
      const asked = [...selector.matchAll(/(\w+)(?:=|!)/g)].map(([, label = '']) => label)
      // A histogram without a sample shows no labels.
      const isUnknown = (label: string) => labels.size > 0 && !labels.has(label) && !given.has(label)
      return asked.filter(isUnknown).map((label) => `${name} has no ${label}`)
    }),
  )
  expect(wrong).toEqual([])
  for (const text of expressions)
    for (const name of known.keys())
      expect(text.replaceAll(`${name}{`, '')).not.toMatch(new RegExp(`\\b${name}\\b(?!")`))
}, 180_000)

test('a database that is down shows without a single request', async () => {
  const { url, cut, mend } = await wireTo(t.config.databaseUrl)
  const { address } = await startMeasured('api', { DATABASE_URL: url })
  const readiness = async () => (await figuresOf(address)).match(/^ats_ready.*$/gm)
  const checks = (database: 0 | 1) => [
    ...['ats_ready_check{check="running"} 1', `ats_ready_check{check="database"} ${database}`],
    ...['ats_ready_check{check="space"} 1', `ats_ready ${database}`],
  ]
  await expect.poll(readiness, { timeout: 20_000 }).toEqual(checks(1))
  cut()
  await expect.poll(readiness, { timeout: 20_000 }).toEqual(checks(0))
  await mend()
  await expect.poll(readiness, { timeout: 20_000 }).toEqual(checks(1))
  expect(alerts).toContainEqual(
    expect.objectContaining({ alert: 'AtsNotReady', expr: 'ats_ready{job="ats"} == 0' }),
  )
}, 120_000)

test.skipIf(findOnPath('promtool') === null)('Prometheus takes the rules', async () => {
  expect(await run('promtool', ['check', 'rules', rules], { cwd: root })).toContain(
    `${alerts.length} rules found`,
  )
})
