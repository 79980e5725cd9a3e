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

/** Entries that change what people may see: roles, and who counts what blind. */
const concernsEveryone = (line: LedgerLine) => line.kind === 'role' || mayHide(line)

type Settings = { actorNow: ActorNow; positions: SealedPositions; failed: (error: unknown) => void }

/** The present subscribers, and the limits for new ones. */
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
    /** The client reconnects and receives what it missed. */
    end(subscriber: Subscriber) {
      if (subscriber.isOver) return
      leave(subscriber)
      subscriber.out.push(null)
    },
  }
}

type List = ReturnType<typeof openList>

/** Work for each subscriber separately: a failure affects only that subscriber. */
function oneByOne({ leave, end }: List, { actorNow, failed }: Settings) {
  /** A subscriber that cannot be written to is disconnected; it resumes from the last message it received. */
  function attempt(subscriber: Subscriber, work: (subscriber: Subscriber) => void) {
    try {
      work(subscriber)
    } catch (error) {
      failed(error)
      leave(subscriber)
      subscriber.out.destroy()
    }
  }

  /** Reads the person's rights again; returns whether that worked. */
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

  /** Calls `then` for each subscriber whose role and places were read again, and `otherwise` if that failed. */
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
     * A person who lost their session receives nothing further. After a change of role or places the new
     * rights apply. If the rights cannot be read, the stream is closed.
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
    /** Without a snapshot, and for people whose session cannot be looked up, it is only a keep-alive. */
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
