import { bounded, everyLifetime, type Lifetime } from '../../server/src/kernel/lifetimes.ts'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

function keptFor({ keep }: Lifetime): string {
  if (keep === 'always') return 'always'
  if ('setting' in keep) return `\`${keep.setting}\` (${keep.days})`
  return keep.days === 0 ? 'while it is needed' : days(keep.days)
}

const partitionOf = ({ partition }: Lifetime) => (partition === undefined ? '' : `, by ${partition.by}`)

const endOf = (lifetime: Lifetime) => `${lifetime.end}${partitionOf(lifetime)}`

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) => {
  const [first = '', ...rest] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [first, `|${'---|'.repeat(head.length)}`, ...rest].join('\n')
}

const ending = everyLifetime.filter(([, { end }]) => end !== 'kept')
const kept = everyLifetime.filter(([, { end }]) => end === 'kept')

const size = ({ mostGb }: Lifetime) => `${mostGb} GB`

/** The page for operators about every table that grows with use. */
export const lifetimesFile = () => `# Lifetimes

<!-- Written by npm run schema from server/src/kernel/lifetimes.ts -->

Every table that grows with use, how long its rows are kept, and how they end. Settings are in
[Configuration](configuration.md).

- The worker ends rows every hour. It deletes 1,000 at a time, and at most 500,000 of a table in one run.
- It waits two seconds for a lock. Rows and tables that are in use, for example by a backup, are left for the next run.
- 'Up to' is the size with indexes that the product is built for: 10 million assets, 300 million ledger entries,
  100 million inventory items and a billion reads a year. \`doctor\` warns of more.

## Tables whose rows end

${tableOf(
  ['Table', 'Grows with', 'Kept for', 'End', 'Up to', 'Why'],
  ending.map(([table, lifetime]) => [
    ...[`\`${table}\``, lifetime.grows, keptFor(lifetime), endOf(lifetime), size(lifetime), lifetime.why],
  ]),
)}

## Tables whose rows are kept

${tableOf(
  ['Table', 'Grows with', 'Up to', 'Why'],
  kept.map(([table, lifetime]) => [
    ...[`\`${table}\`${partitionOf(lifetime)}`, lifetime.grows, size(lifetime), lifetime.why],
  ]),
)}

## Tables that do not grow with use

${tableOf(
  ['Bounded by', 'Tables'],
  Object.entries(bounded).map(([by, tables]) => [by, tables.map((table) => `\`${table}\``).join(', ')]),
)}

## Watch it

[\`doctor\`](monitoring.md#check-the-installation) has a line for partitions, old rows and table sizes. The worker has
metrics of every table in the first two lists:

| Metric | Meaning |
|---|---|
| \`ats_table_rows{table}\` | estimated rows, as of the last vacuum |
| \`ats_table_bytes{table}\` | size on disk, with indexes and partitions |
| \`ats_table_oldest_timestamp_seconds{table}\` | time of the oldest row or partition |
| \`ats_dead_letters_dropped\` | messages of readers that were deleted: no room, or nobody handled them in time |

The worker asks PostgreSQL for them every five minutes, and counts nothing.
`
