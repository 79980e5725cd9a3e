import type { LiveMessage } from '@ats/contract/live.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { SealedPositions } from './position.ts'
import type { Batch, LedgerLine } from './queries.ts'
import {
  type ActorNow,
  catchUp,
  mayHide,
  newSubscriber,
  renewed,
  type Start,
  type Subscriber,
  takeOver,
  tell,
  write,
} from './subscriber.ts'

const mostPerPerson = 10
const mostOfAll = 2_000
const renewedAtOnce = 20

/** What changes who may know what: a role, and whether something is counted blind and by whom. */
const concernsEveryone = (line: LedgerLine) => line.kind === 'role' || mayHide(line)

type Settings = { actorNow: ActorNow; positions: SealedPositions; failed: (error: unknown) => void }

/** Who listens, and who may still begin to. */
function openList() {
  const subscribers = new Set<Subscriber>()

  function leave(subscriber: Subscriber) {
    subscriber.isOver = true
    subscribers.delete(subscriber)
  }

  return {
    subscribers,
    leave,
    enter(actor: Actor): Subscriber {
      let own = 0
      for (const subscriber of subscribers) if (subscriber.actor.id === actor.id) own += 1
      if (own >= mostPerPerson || subscribers.size >= mostOfAll)
        throw new Problem('too-many-streams', {}, { retryAfter: 10 })
      const subscriber = newSubscriber(actor)
      subscribers.add(subscriber)
      subscriber.out.on('error', () => undefined)
      subscriber.out.on('close', () => leave(subscriber))
      return subscriber
    },
    /** The client comes back by itself and is told what it missed. */
    end(subscriber: Subscriber) {
      if (subscriber.isOver) return
      leave(subscriber)
      subscriber.out.push(null)
    },
  }
}

type List = ReturnType<typeof openList>

/** What is done for each subscriber on its own: what fails for one of them concerns that one alone. */
function oneByOne({ leave, end }: List, { actorNow, failed }: Settings) {
  /** A subscriber that cannot be written to is cut off; it resumes from the last message that it got. */
  function attempt(subscriber: Subscriber, work: (subscriber: Subscriber) => void) {
    try {
      work(subscriber)
    } catch (error) {
      failed(error)
      leave(subscriber)
      subscriber.out.destroy()
    }
  }

  /** Tells whether it is known again what the person may know of. */
  async function renew(subscriber: Subscriber): Promise<boolean> {
    try {
      const actor = await renewed(subscriber.actor, actorNow)
      if (actor === undefined) end(subscriber)
      else takeOver(subscriber, actor)
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }

  /** Each goes to `then` once its role and places were read anew, and to `otherwise` where that failed. */
  async function renewAll(
    some: Subscriber[],
    then: (subscriber: Subscriber) => void,
    otherwise: typeof then,
  ) {
    for (let at = 0; at < some.length; at += renewedAtOnce)
      await Promise.all(
        some
          .slice(at, at + renewedAtOnce)
          .map(async (subscriber) => attempt(subscriber, (await renew(subscriber)) ? then : otherwise)),
      )
  }
  return { attempt, renewAll }
}

export type Broadcaster = ReturnType<typeof openBroadcaster>

/** All who listen to this process. */
export function openBroadcaster(settings: Settings) {
  const { positions } = settings
  const list = openList()
  const { subscribers, enter, end } = list
  const { attempt, renewAll } = oneByOne(list, settings)
  return {
    enter,
    end,
    isEmpty: () => subscribers.size === 0,
    caughtUp: () => [...subscribers].filter(({ told }) => told !== undefined),
    catchUp: (subscriber: Subscriber, missed: Batch, start: Start) =>
      attempt(subscriber, () => catchUp(subscriber, missed, start, positions)),
    /**
     * Whoever lost their session hears nothing of what came after; whoever got another role or place hears by that, and
     * whoever's role and places cannot be read is sent away.
     */
    async sendToAll(batch: Batch) {
      const users = new Set(batch.lines?.filter(({ kind }) => kind === 'user').map(({ record }) => record))
      const concernsAll = batch.lines === null || batch.lines.some(concernsEveryone)
      const isChanged = ({ actor }: Subscriber) => concernsAll || users.has(actor.id)
      const sendBatch = (subscriber: Subscriber) => tell(subscriber, batch, positions)
      const changed = [...subscribers].filter(isChanged)
      for (const subscriber of subscribers) if (!isChanged(subscriber)) attempt(subscriber, sendBatch)
      await renewAll(changed, sendBatch, end)
    },
    sendToPeople(people: ReadonlySet<Id>, message: LiveMessage) {
      for (const subscriber of subscribers)
        if (people.has(subscriber.actor.id)) attempt(subscriber, () => write(subscriber, message))
    },
    /** Without a snapshot, and for those whose session cannot be looked up now, it is only a sign of life. */
    beat(some: Subscriber[], snapshot: string | undefined) {
      const position = snapshot === undefined ? undefined : positions.seal(snapshot)
      const beatAt = (given?: string) => (subscriber: Subscriber) =>
        write(subscriber, { type: 'beat' }, given)
      return renewAll(some, beatAt(position), beatAt())
    },
    endAll() {
      for (const subscriber of subscribers) end(subscriber)
    },
  }
}
