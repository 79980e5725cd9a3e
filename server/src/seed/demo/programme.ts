import { newProgramme } from '@ats/contract/inventories/programmes.ts'
import { sql } from 'kysely'
import { createProgramme } from '#features/inventories/programmes/programmes.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { type Act, leads, type Stage } from './year.ts'

const day = 24 * 60 * 60 * 1000
const dayIn = ({ today }: Stage, days: number) =>
  new Date(today.getTime() + days * day).toISOString().slice(0, 10)

/** A year in which every property of a city is verified; some of it is late. */
export function verificationYear(stage: Stage): Act[] {
  const { as, services } = stage
  const create = async (requestId: string) => {
    const { rows } = await sql<{
      id: string
    }>`select id from places where kind = 'city' and name = 'Indore'`.execute(services.db)
    const given = newProgramme.parse({
      ...{ name: 'Verification of the year', placeId: rows[0]?.id },
      ...{ startsOn: dayIn(stage, -120), endsOn: dayIn(stage, 245) },
    })
    await inTransaction(services.db, (tx) =>
      createProgramme(tx, as(leads.Indore ?? '', requestId), given, services.config.timeZone),
    )
  }
  return [{ daysAgo: 3, minute: 95, run: create }]
}
