import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Made by the program itself, by prom-client for every process of Node, or by Prometheus and its node exporter. */
const known = [
  ...['http_request_duration_seconds_count', 'http_request_duration_seconds_bucket', 'database_connections'],
  ...['job_duration_seconds_count', 'nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'],
  ...['process_cpu_seconds_total', 'up', 'replica_reads_total'],
  ...['node_systemd_timer_last_trigger_seconds', 'node_systemd_unit_state'],
]

test('every alert has a paragraph that says what to do, and no paragraph is left over', () => {
  const alerts = [...read('ops/prometheus/alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const paragraphs = [...read('docs/operations.md').matchAll(/^### (Ats\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(paragraphs).toEqual(alerts)
})

test.each(['ops/prometheus/alerts.yaml', 'ops/grafana/ats.json'])(
  '%s asks only for figures that exist',
  (path) => {
    const asked = new Set(
      [...read(path).matchAll(/\b(\w+)\{|rate\((\w+)\[/g)].flatMap(([, one, other]) => one ?? other ?? []),
    )
    expect([...asked].filter((name) => !known.includes(name))).toEqual([])
  },
)
