import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { eventually } from '../scripts/processes.ts'
import { startNats } from '../scripts/readers/nats.ts'
import { makes } from '../scripts/readers/reader-payloads.ts'
import { senderOf } from '../scripts/readers/reader-sender.ts'
import { openLog, stream } from '../server/src/kernel/log/log.ts'
import type { Fault } from './ledger.ts'
import { inSeconds, type Site, underLoad } from './reader-load.ts'

const outageMs = Number(process.env.READERS_OUTAGE_SECONDS ?? 120) * 1000
/** Longer than the acknowledgement timeout of the stream. */
const frozenMs = 35_000
const calmMs = 2000
const roomBytes = 500_000

/** Readers get acknowledgements throughout, because NATS stores what they send. */
async function databaseAway(site: Site) {
  const before = site.sent.acked
  const gap = await site.gapDuring(async () => {
    await site.postgres.kill()
    await delay(outageMs)
  })
  const meanwhile = site.sent.acked - before
  await site.postgres.start()
  const caughtUp = await site.written()
  site.say(
    `the database was away for ${inSeconds(outageMs)}: ${meanwhile} reads acknowledged meanwhile, at most ${inSeconds(gap)} without one; all written ${inSeconds(caughtUp)} after its return`,
  )
  if (meanwhile === 0) site.problems.push('nothing was acknowledged while the database was away')
}

/** NATS delivers its messages to another writer; then the frozen writer continues with the messages it already had. */
async function writerFrozen(site: Site) {
  site.writer.freeze()
  await site.secondWriter.start()
  await delay(frozenMs)
  site.writer.thaw()
  const caughtUp = await site.written()
  await site.secondWriter.stop()
  site.say(
    `a writer stood still for ${inSeconds(frozenMs)} beside another: all written ${inSeconds(caughtUp)} after it went on`,
  )
}

const refusedIn = async ({ gateway }: Site) => {
  const text = await fetch(`${gateway.metrics}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
  return Number(/ats_gateway_messages_total\{outcome="refused"\} (\d+)/.exec(text)?.[1] ?? 0)
}

/** The stream gets little room while nobody writes; it accepts reads again as soon as a writer runs. */
async function logFull(site: Site, natsUrl: string) {
  const log = await openLog({ servers: [natsUrl] }, 'faults')
  try {
    await site.written()
    const before = await refusedIn(site)
    site.writer.freeze()
    const { config } = await log.manager.streams.info(stream)
    await log.manager.streams.update(stream, { ...config, max_bytes: roomBytes })
    if (!(await eventually(async () => (await refusedIn(site)) > before, 120_000, 200)))
      site.problems.push('the log was never full')
    await delay(calmMs)
    const { acked } = site.sent
    const from = Date.now()
    site.writer.thaw()
    await eventually(() => site.sent.acked > acked, 60_000, 20)
    const again = Date.now() - from
    const refused = (await refusedIn(site)) - before
    await log.manager.streams.update(stream, { ...config })
    site.say(
      `the log was full: ${refused} messages refused and sent again; acknowledged ${inSeconds(again)} after there was room`,
    )
  } finally {
    await log.close()
  }
}

const badTag = 'E2BAD0000000000000000000'
const poisoned = `create or replace function refuse_poison() returns trigger language plpgsql as $$
  begin if new.tag = '${badTag}' then raise exception 'poison'; end if; return new; end $$`

type Letters = { reason: string; bad: boolean; count: number }
const lettersIn = (url: string) =>
  onDatabase<Letters>(
    url,
    `select reason, upper(payload) like '%${badTag}%' as bad, count(*)::int as count from dead_letters
      where reason = 'failed' group by 1, 2`,
  )

/**
 * A message that the database rejects becomes a dead letter after five attempts, without affecting others. It
 * can be replayed once the cause is fixed.
 */
async function poison(site: Site) {
  const [reader] = site.people
  if (reader === undefined) return
  await onDatabase(
    site.url,
    poisoned,
    'create trigger refuse_poison before insert on tag_reads for each row execute function refuse_poison()',
  )
  const send = senderOf({ ...reader, by: 'http' }, site.addresses, () => false)
  const seen = [{ tag: badTag, at: new Date().toISOString(), antenna: 1, rssi: -50 }]
  const from = Date.now()
  await send(JSON.stringify(makes[reader.make].payload(seen)))
  const isSetAside = await eventually(
    async () => (await lettersIn(site.url)).some(({ bad }) => bad),
    120_000,
    200,
  )
  const letters = await lettersIn(site.url)
  const innocent = letters.find(({ bad }) => !bad)?.count ?? 0
  if (!isSetAside) site.problems.push('the poison was never set aside')
  if (innocent > 0) site.problems.push(`${innocent} messages of others were set aside with the poison`)
  site.say(`a message that the database refuses was set aside after ${inSeconds(Date.now() - from)}`)
  await onDatabase(
    site.url,
    'drop trigger refuse_poison on tag_reads',
    "update dead_letters set replay = 'as-sent' where reason = 'failed'",
    'notify dead_letters',
  )
  const isWritten = async () =>
    (await onDatabase(site.url, `select from tag_reads where tag = '${badTag}'`)).length === 1
  if (!(await eventually(isWritten, 30_000, 200))) site.problems.push('it was not written when tried again')
}

/**
 * The database is down for two minutes, a writer freezes, the stream is full, and one message is rejected;
 * all under load.
 */
export const readersOutage: Fault = async (context) => {
  const nats = await startNats()
  return underLoad(nats, context, async (site) => {
    for (const step of [databaseAway, writerFrozen, poison, (one: Site) => logFull(one, nats.url)]) {
      await delay(calmMs)
      await step(site)
    }
    await delay(calmMs)
  })
}
