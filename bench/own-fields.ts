import { type OwnFieldType, ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import pg from 'pg'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { ownFieldIndexes } from '../server/src/features/own-fields/index-expression.ts'
import { load } from './load.ts'
import { type Bench, compare, type Effort, type Measurement } from './measurement.ts'
import { ownFieldFiles } from './own-field-files.ts'
import { ofCity, scopedPeople } from './people.ts'
import { database, type Product, startProduct } from './product.ts'

const fieldCount = 20
/** Fields with an index; that of the last one is built while people write, and not by the worker. */
const indexedCount = 5

const keyOf = (at: number) => `bench${at}`
const typeOf = (at: number): OwnFieldType => ownFieldTypes[at % ownFieldTypes.length] ?? 'text'

/** The value of each type as SQL, from the number of the asset. */
const values: Record<OwnFieldType, (at: number) => string> = {
  text: (at) => `'PO-' || md5((number + ${at})::text)`,
  number: (at) => `(number * 7919 + ${at}) % 1000000`,
  money: (at) => `(number * 104729 + ${at}) % 10000000`,
  day: (at) => `(date '2015-01-01' + ((number * 31 + ${at}) % 4000)::int)::text`,
  'yes-no': (at) => `(number + ${at}) % 2 = 0`,
  choice: (at) => `(array['first', 'second', 'third'])[(number + ${at}) % 3 + 1]`,
  link: (at) => `'https://papers.example/' || (number + ${at})`,
  person: () => 'created_by',
  place: () => 'place_id',
}

const choices = JSON.stringify(
  ['first', 'second', 'third'].map((key) => ({ key, label: `The ${key}`, labelHi: null, retired: false })),
)
const fields = Array.from({ length: fieldCount }, (_, at) => {
  const type = typeOf(at)
  return { at, key: keyOf(at), type, label: `Bench ${at}`, unit: type === 'money' ? 'INR' : null }
})

const definitions = fields.map(
  ({
    at,
    key,
    type,
    label,
    unit,
  }) => `insert into own_fields (key, type, label, unit, choices, indexed, position)
    values ('${key}', '${type}', '${label}', ${unit === null ? 'null' : `'${unit}'`},
      '${type === 'choice' ? choices : '[]'}', ${at < indexedCount - 1}, ${at})`,
)
const fill = `update assets set fields = jsonb_strip_nulls(jsonb_build_object(${fields
  .map(({ at, key, type }) => `'${key}', ${values[type](at)}`)
  .join(', ')}))`

const one = async (postgres: Postgres, query: string) => {
  const client = new pg.Client({ connectionString: postgres.url(database) })
  await client.connect()
  try {
    return (await client.query<{ value: number }>(query)).rows[0]?.value ?? 0
  } finally {
    await client.end()
  }
}
const diskOf = (postgres: Postgres) => one(postgres, "select (pg_table_size('assets'))::float8 as value")

const megabyte = 1024 * 1024
const million = 1_000_000
const say = (name: string, text: string) => console.log(`${name}: ${text}`)

/** The size of values and of each index, for a field and a million assets. */
async function addFields(postgres: Postgres, assets: number) {
  const before = await diskOf(postgres)
  await onDatabase(postgres.url(database), ...definitions)
  await onDatabase(
    postgres.url(database),
    `set session_replication_role = 'replica'; ${fill}; set session_replication_role = 'origin'`,
  )
  await onDatabase(postgres.url(database), 'vacuum full assets')
  const each = (bytes: number) => ((bytes / megabyte) * (million / assets)).toFixed(1)
  say(
    'own-field-values',
    `${each((await diskOf(postgres)) - before)} MB for ${fieldCount} fields, per million assets`,
  )
  for (const field of fields.slice(0, indexedCount - 1))
    for (const { name, definition } of ownFieldIndexes(field)) {
      await onDatabase(postgres.url(database), `create index ${name} ${definition}`)
      const size = await one(postgres, `select pg_relation_size('${name}')::float8 as value`)
      say(`own-field-index-${field.type}`, `${name}: ${each(size)} MB per million assets`)
    }
  await onDatabase(
    postgres.url(database),
    `update own_fields set index_state = 'ready' where indexed and position < ${indexedCount - 1}`,
    'vacuum analyze assets',
  )
}

const writers = 50

/** The longest that one of fifty people waits for a change of an asset while an index is built. */
async function waitWhileBuilding(postgres: Postgres): Promise<Measurement> {
  const field = fields[indexedCount - 1] ?? fields[0]
  if (field === undefined) throw new Error('There is no field')
  let [isBuilding, worst] = [true, 0]
  const write = async (at: number) => {
    const client = new pg.Client({ connectionString: postgres.url(database) })
    await client.connect()
    for (let turn = 0; isBuilding; turn += 1) {
      const started = performance.now()
      await client.query('update assets set model = $1 where number = $2', [
        `M${turn}`,
        at + 1 + turn * writers,
      ])
      worst = Math.max(worst, performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await client.end()
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at)))
  const started = performance.now()
  try {
    for (const { name, definition } of ownFieldIndexes(field))
      await onDatabase(postgres.url(database), `create index concurrently ${name} ${definition}`)
  } finally {
    isBuilding = false
    await writing
  }
  const took = performance.now() - started
  say('own-field-build', `${took.toFixed(0)} ms; longest wait of ${writers} writers ${worst.toFixed(0)} ms`)
  const most = 1000
  return { name: 'own-field-build-wait', bare: 1 / most, api: 1 / worst, p50: 0, p99: worst, limit: 1 }
}

const asText = (tests: object) => encodeURIComponent(JSON.stringify(tests))
/** Each first page by a field, and the same by fields of the product. */
const pairs: [name: string, own: string, builtIn: string][] = [
  ['sort-number', 'sort=field:bench1', 'sort=rfidTag'],
  ['sort-text', 'sort=field:bench0', 'sort=rfidTag'],
  [
    'filter-money-sort-money',
    `sort=field:bench2&fields=${asText({ bench2: { from: 5_000_000, to: 5_100_000 } })}`,
    'sort=rfidTag&state=Working',
  ],
  [
    'filter-day-sort-money',
    `sort=field:bench2&fields=${asText({ bench3: { from: '2020-01-01', to: '2020-01-10' } })}`,
    'sort=rfidTag&state=Working',
  ],
  ['filter-text', `fields=${asText({ bench0: { contains: 'a0b1c' } })}`, 'search=7bf4c'],
]

async function pages(postgres: Postgres, product: Product, effort: Effort) {
  const people = [{ mark: '', headers: product.headers }, ...(await scopedPeople(postgres, product, ofCity))]
  const measured: Measurement[] = []
  for (const { mark, headers } of people)
    for (const [name, own, builtIn] of pairs) {
      const read = (query: string) =>
        load(product.address, `/api/assets?size=25&${query}`, headers, {
          seconds: Math.min(2, effort.seconds),
          connections: 1,
        })
      const { bare, api } = await compare(
        effort.rounds,
        () => read(builtIn),
        () => read(own),
        {
          bare: ({ p50 }) => 1 / p50,
          api: ({ p50 }) => 1 / p50,
        },
      )
      say(`own-field-${name}${mark}`, `p50 ${api.p50.toFixed(1)} ms, built-in ${bare.p50.toFixed(1)} ms`)
      const speeds = { bare: 1000 / bare.p50, api: 1000 / api.p50 }
      measured.push({ name: `own-field-${name}${mark}`, ...api, ...speeds, limit: 0.5 })
    }
  return measured
}

/** Twenty fields on every asset: lists by one of them, files, disk, and people who write while an index is built. */
export const ownFields: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.assets, () => addFields(postgres, effort.assets))
  try {
    const lists = await pages(postgres, product, effort)
    const files = await ownFieldFiles(postgres, product, effort, fields)
    return [...lists, ...files, await waitWhileBuilding(postgres)]
  } finally {
    await product.stop()
  }
}
