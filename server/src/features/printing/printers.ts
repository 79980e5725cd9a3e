// Why it is built this way: docs/decisions/074-label-printers.md

import { isIP } from 'node:net'
import type { newPrinter, Printer, PrinterChange } from '@ats/contract/printers.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { networkTest } from '#kernel/http/networks.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import type { Config } from '#server/config.ts'
import { wakePrinting } from './lease.ts'
import { printerById } from './queries.ts'

const mostPrinters = 100
const refusals = { printers_name: () => invalid('name', 'printer-name-taken') }

/** Names are resolved and checked when the worker connects. */
function mustBeAllowed(host: string, { printerNetworks }: Config) {
  const isRefused = isIP(host) === 0 ? printerNetworks.length === 0 : !networkTest(printerNetworks)(host)
  if (isRefused) throw invalid('host', 'printer-address-not-allowed')
}

/** The place of a printer, in scope. Only people who see every place change printers of everybody. */
async function placeOf(tx: Db, actor: Actor, placeId: Id | null) {
  if (placeId !== null) return (await placeChosen(tx, actor, placeId)).id
  if (!actor.everywhere) throw invalid('placeId', 'printer-place-required')
  return null
}

const entryAbout = ({ id, name, place, version }: Printer) => ({
  ...{ kind: 'printer' as const, id, name, version, place: place?.id ?? null },
})

const factsOf = ({ name, host, port, dpi, place, retired }: Printer) => ({
  ...{ name, address: `${host}:${port}`, dpi, place: place?.path ?? null, retired },
})

export async function createPrinter(
  tx: Db,
  actor: Actor,
  config: Config,
  given: z.output<typeof newPrinter>,
) {
  const { name, host, port, dpi, placeId } = given
  mustBeAllowed(host, config)
  const place = await placeOf(tx, actor, placeId)
  await sql`select pg_advisory_xact_lock(hashtextextended('printers', 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from printers`.execute(tx)
  if ((rows[0]?.count ?? 0) >= mostPrinters) throw new Problem('printers-too-many', { most: mostPrinters })
  const values = { name, host, port, dpi, place_id: place, created_by: actor.id }
  const insert = tx.insertInto('printers').values(values).returning('id').executeTakeFirstOrThrow()
  const printer = await printerById(tx, actor, (await refusing(insert, refusals)).id)
  await record(tx, actor, { action: 'printer.added', ...entryAbout(printer), after: factsOf(printer) })
  return printer
}

async function printerForUpdate(tx: Db, actor: Actor, id: Id, version: number | undefined) {
  await tx.selectFrom('printers').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const printer = await printerById(tx, actor, id)
  if (printer.place === null && !actor.everywhere) throw new Problem('masters-need-everywhere')
  await mustBeVersion(tx, { kind: 'printer', id }, version, () => {
    const { name, host, port, dpi, place } = printer
    return {
      ...plainFields({ name, host, port, dpi }),
      placeId: { value: place?.id ?? null, text: place?.path ?? null, fact: 'place' },
    }
  })
  return printer
}

export async function changePrinter(tx: Db, actor: Actor, config: Config, id: Id, change: PrinterChange) {
  const before = await printerForUpdate(tx, actor, id, change.version)
  const { name, host, port, dpi, placeId } = change
  if (host !== undefined) mustBeAllowed(host, config)
  const values = {
    ...(name !== undefined && { name }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(dpi !== undefined && { dpi }),
    ...(placeId !== undefined && { place_id: await placeOf(tx, actor, placeId) }),
  }
  if (Object.keys(values).length > 0) {
    const update = tx.updateTable('printers').set(values).where('id', '=', id)
    await refusing(update.execute(), refusals)
  }
  return noteChange(tx, actor, before, 'printer.changed')
}

export async function retirePrinter(tx: Db, actor: Actor, id: Id, isRetired: boolean, version?: number) {
  const before = await printerForUpdate(tx, actor, id, version)
  if (before.retired === isRetired) throw new Problem(isRetired ? 'printer-retired' : 'printer-not-retired')
  const retired_at = isRetired ? sql<string>`now()` : null
  await tx.updateTable('printers').set({ retired_at }).where('id', '=', id).execute()
  return noteChange(tx, actor, before, isRetired ? 'printer.retired' : 'printer.brought-back')
}

type Change = 'printer.changed' | 'printer.retired' | 'printer.brought-back'

async function noteChange(tx: Db, actor: Actor, before: Printer, action: Change) {
  const after = await printerById(tx, actor, before.id)
  const changes = difference(factsOf(before), factsOf(after))
  if (changes === undefined) return after
  await record(tx, actor, { action, ...entryAbout(after), ...changes })
  await wakePrinting(tx, after.id)
  return after
}
