import type { LiveMessage } from '@ats/contract/live.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { SignedPositions } from './position.ts'
import type { Batch } from './queries.ts'
import {
  type ActorNow,
  catchUp,
  type Member,
  newMember,
  renewed,
  type Start,
  tell,
  write,
} from './subscriber.ts'

const mostPerPerson = 10
const mostOfAll = 2_000
const renewedAtOnce = 20

type Settings = { actorNow: ActorNow; positions: SignedPositions; failed: (error: unknown) => void }

/** Who listens, and who may still begin to. */
function openList() {
  const members = new Set<Member>()

  function leave(member: Member) {
    member.isOver = true
    members.delete(member)
  }

  return {
    members,
    leave,
    enter(actor: Actor): Member {
      let own = 0
      for (const member of members) if (member.actor.id === actor.id) own += 1
      if (own >= mostPerPerson || members.size >= mostOfAll)
        throw new Problem('throttled', 'Too many streams are open.', { retryAfter: 10 })
      const member = newMember(actor)
      members.add(member)
      member.out.on('error', () => undefined)
      member.out.on('close', () => leave(member))
      return member
    },
    /** The client comes back by itself and is told what it missed. */
    end(member: Member) {
      if (member.isOver) return
      leave(member)
      member.out.push(null)
    },
  }
}

type List = ReturnType<typeof openList>

/** What is done for each member on its own: what fails for one of them concerns that one alone. */
function oneByOne({ leave, end }: List, { actorNow, failed }: Settings) {
  /** A member that cannot be written to is cut off; it resumes from the last message that it got. */
  function attempt(member: Member, work: (member: Member) => void) {
    try {
      work(member)
    } catch (error) {
      failed(error)
      leave(member)
      member.out.destroy()
    }
  }

  /** Tells whether it is known again what the person may know of. */
  async function renew(member: Member): Promise<boolean> {
    try {
      const actor = await renewed(member.actor, actorNow)
      if (actor === undefined) end(member)
      else member.actor = actor
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }

  /** Each goes to `then` once its role and places were read anew, and to `otherwise` where that failed. */
  async function renewAll(some: Member[], then: (member: Member) => void, otherwise: typeof then) {
    for (let at = 0; at < some.length; at += renewedAtOnce)
      await Promise.all(
        some
          .slice(at, at + renewedAtOnce)
          .map(async (member) => attempt(member, (await renew(member)) ? then : otherwise)),
      )
  }
  return { attempt, renewAll }
}

export type Members = ReturnType<typeof openMembers>

/** All who listen to this process. */
export function openMembers(settings: Settings) {
  const { positions } = settings
  const list = openList()
  const { members, enter, end } = list
  const { attempt, renewAll } = oneByOne(list, settings)
  return {
    enter,
    end,
    isEmpty: () => members.size === 0,
    caughtUp: () => [...members].filter(({ told }) => told !== undefined),
    catchUp: (member: Member, missed: Batch, start: Start) =>
      attempt(member, () => catchUp(member, missed, start, positions)),
    /**
     * Whoever lost their session hears nothing of what came after; whoever got another role or place hears by that, and
     * whoever's role and places cannot be read is sent away.
     */
    async tellAll(batch: Batch) {
      const users = new Set(batch.lines?.filter(({ kind }) => kind === 'user').map(({ record }) => record))
      const concernsAll = batch.lines === null || batch.lines.some(({ kind }) => kind === 'role')
      const isChanged = ({ actor }: Member) => concernsAll || users.has(actor.id)
      const tellBatch = (member: Member) => tell(member, batch, positions)
      const changed = [...members].filter(isChanged)
      for (const member of members) if (!isChanged(member)) attempt(member, tellBatch)
      await renewAll(changed, tellBatch, end)
    },
    tellPeople(people: ReadonlySet<Id>, message: LiveMessage) {
      for (const member of members)
        if (people.has(member.actor.id)) attempt(member, () => write(member, message))
    },
    /** Without a snapshot, and for those whose session cannot be looked up now, it is only a sign of life. */
    beat(some: Member[], snapshot: string | undefined) {
      const position = snapshot === undefined ? undefined : positions.sign(snapshot)
      const beatAt = (given?: string) => (member: Member) => write(member, { type: 'beat' }, given)
      return renewAll(some, beatAt(position), beatAt())
    },
    endAll() {
      for (const member of members) end(member)
    },
  }
}
