import { Readable } from 'node:stream'
import type { LiveMessage } from '@ats/contract/live.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db.ts'
import { Problem } from '#kernel/problem.ts'
import { mayKnow } from './audience.ts'
import type { Batch, LedgerLine } from './queries.ts'
import { type Sight, sightOf } from './sight.ts'

/** Someone who listens: a browser with all its tabs, or a program. */
type Member = {
  actor: Actor
  out: Readable
  /** What the member has been told already; until that is known, what is read meanwhile waits. */
  told: Sight | undefined
  waiting: Batch[]
}

const mostUnread = 1_000_000
const mostPerSession = 10
const mostOfAll = 2_000

/** The person as they are by now; undefined once their session is over. */
export type ActorNow = (actor: Actor) => Promise<Actor | undefined>

/** All who listen to this process. */
export function openMembers(actorNow: ActorNow) {
  const members = new Set<Member>()

  function enter(actor: Actor): Member {
    const own = [...members].filter((member) => member.actor.sessionId === actor.sessionId)
    if (own.length >= mostPerSession || members.size >= mostOfAll)
      throw new Problem('throttled', 'Too many streams are open.', { retryAfter: 10 })
    const out = new Readable({ read: () => undefined })
    const member = { actor, out, told: undefined, waiting: [] }
    members.add(member)
    out.on('close', () => members.delete(member))
    return member
  }

  function end(member: Member) {
    members.delete(member)
    member.out.push(null)
  }

  async function renew(member: Member) {
    const actor = await actorNow(member.actor)
    if (actor === undefined) end(member)
    else member.actor = actor
  }

  return {
    enter,
    end,
    isEmpty: () => members.size === 0,
    caughtUp: () => [...members].filter(({ told }) => told !== undefined),
    /** Whoever lost their session hears nothing of what came after; whoever got another role or place hears by that. */
    async tellAll(batch: Batch) {
      const users = new Set(batch.lines?.filter(({ kind }) => kind === 'user').map(({ record }) => record))
      const concernsAll = batch.lines === null || batch.lines.some(({ kind }) => kind === 'role')
      for (const member of members) if (concernsAll || users.has(member.actor.id)) await renew(member)
      for (const member of members) tell(member, batch)
    },
    tellPeople(people: ReadonlySet<Id>, message: LiveMessage) {
      for (const { actor, out } of members) if (people.has(actor.id)) write(out, message)
    },
    async beat(some: Member[], snapshot: string) {
      for (const member of some) {
        await renew(member)
        if (members.has(member)) write(member.out, { type: 'beat' }, snapshot)
      }
    },
    endAll() {
      for (const member of members) end(member)
    },
  }
}

/** What a member missed comes first, then what was read in the meantime. */
export function catchUp(member: Member, missed: Batch, since: string | undefined) {
  if (since === 'anew') write(member.out, { type: 'reset' })
  write(member.out, { type: 'beat' }, since === undefined || since === 'anew' ? missed.snapshot : since)
  deliver(member, missed.lines, missed.snapshot)
  member.told = sightOf(missed.snapshot)
  for (const batch of member.waiting.splice(0)) tell(member, batch)
}

function tell(member: Member, batch: Batch) {
  if (member.told === undefined) return void member.waiting.push(batch)
  const { sees } = member.told
  deliver(member, batch.lines?.filter(({ xact }) => !sees(xact)) ?? null, batch.snapshot)
}

/** One batch is one message, so whoever resumes has had all of it or nothing. */
function deliver({ actor, out }: Member, lines: LedgerLine[] | null, snapshot: string) {
  if (lines === null) return write(out, { type: 'reset' }, snapshot)
  const known = lines.filter((line) => mayKnow(actor, line))
  if (known.length === 0) return
  const events = known.map(({ actorId, request, xact: _, path: __, ...line }) => {
    const mine = actorId === actor.id
    return { ...line, mine, ...(mine && { request }) }
  })
  write(out, { type: 'events', events }, snapshot)
}

/** A reader that does not keep up is cut off: it comes back and is told what it missed. */
function write(out: Readable, message: LiveMessage, snapshot?: string) {
  if (out.destroyed || out.readableEnded) return
  if (out.readableLength > mostUnread) return void out.destroy()
  const id = snapshot === undefined ? '' : `id: ${snapshot}\n`
  out.push(`${id}data: ${JSON.stringify(message)}\n\n`)
}
