import type { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db.ts'
import type { Position } from '#kernel/ledger.ts'
import { type Listener, listen } from '#kernel/listen.ts'
import { type ActorNow, catchUp, openMembers } from './members.ts'
import { linesSince, positionNow } from './queries.ts'
import { isPast } from './sight.ts'

type Settings = { databaseUrl: string; actorNow: ActorNow; failed: (error: unknown) => void }

const beatMs = 20_000
const lookMs = 5_000
/** Changes that come one after the other are told together. */
const gatherMs = 50

export type Hub = {
  open(actor: Actor, since: string | undefined, seconds: number): Promise<Readable>
  close(): Promise<void>
}

/** Everyone who listens to this process, and what they are told of the ledger. */
export function openHub(db: Db, settings: Settings): Hub {
  const members = openMembers(settings.actorNow)
  const reader = openReader(db, members, settings)
  return {
    async open(actor, since, seconds) {
      const member = members.enter(actor)
      try {
        await reader.start()
        const now = await positionNow(db)
        const isResumed = since !== undefined && isPast(since, now.snapshot)
        const missed = isResumed
          ? await linesSince(db, { ...now, snapshot: since })
          : { snapshot: now.snapshot, lines: [] }
        catchUp(member, missed, isResumed || since === undefined ? since : 'anew')
      } catch (error) {
        members.end(member)
        throw error
      }
      const ending = setTimeout(() => members.end(member), seconds * 1000)
      member.out.on('close', () => clearTimeout(ending))
      return member.out
    },
    async close() {
      members.endAll()
      await reader.close()
    },
  }
}

/** Reads the ledger for all members at once, and only while there are any. */
function openReader(db: Db, members: ReturnType<typeof openMembers>, { databaseUrl, failed }: Settings) {
  let position: Position | undefined
  let starting: Promise<void> | undefined
  let reading = Promise.resolve()
  let gathering: NodeJS.Timeout | undefined
  let listener: Listener | undefined
  const looking = setInterval(look, lookMs)
  const beating = setInterval(() => void beat().catch(failed), beatMs)

  const heard = (channel: string, people: string) =>
    channel === 'events' ? look() : members.tellPeople(new Set(people.split(',')), { type: 'notifications' })

  function look() {
    if (!members.isEmpty()) gathering ??= setTimeout(() => void read(), gatherMs)
  }

  function read() {
    clearTimeout(gathering)
    gathering = undefined
    reading = reading.then(readOn).catch(failed)
    return reading
  }

  async function readOn() {
    if (members.isEmpty()) starting = undefined
    if (position === undefined || starting === undefined) return
    const batch = await linesSince(db, position)
    position = { ...position, snapshot: batch.snapshot }
    await members.tellAll(batch)
  }

  /** Whoever had caught up before this was read stands where it ends: a beat sends nobody back. */
  async function beat() {
    const some = members.caughtUp()
    await read()
    if (position !== undefined) await members.beat(some, position.snapshot)
  }

  return {
    /** From here on everything is read; whoever catches up afterwards stands here or later. */
    start() {
      listener ??= listen(databaseUrl, ['events', 'notifications'], heard)
      starting ??= positionNow(db).then((now) => {
        position = now
      })
      // Whoever comes next tries again.
      starting.catch(() => {
        starting = undefined
      })
      return starting
    },
    async close() {
      clearInterval(looking)
      clearInterval(beating)
      clearTimeout(gathering)
      await listener?.stop()
      await reading
    },
  }
}
