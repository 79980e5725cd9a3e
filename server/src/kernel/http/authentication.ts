import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { Problem } from './problem.ts'

/** One way to prove who one is. `server/src/app.ts` lists those that count; each request is asked for them in that order. */
export type Strategy = {
  by: Actor['by']
  /** Undefined where the request holds no such proof, so that the next strategy looks; null where it is not good. */
  authenticate(request: FastifyRequest): Promise<Actor | null> | undefined
  /** The actor as they are by now; undefined once the proof they came with is no longer good. */
  renew(actor: Actor): Promise<Actor | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    authenticate: (request: FastifyRequest) => Promise<Actor>
    actorNow: (actor: Actor) => Promise<Actor | undefined>
  }
}

export function authenticateBy(app: FastifyInstance, strategies: readonly Strategy[]) {
  app.decorateRequest('actor', null)
  app.decorate('authenticate', async (request) => {
    for (const strategy of strategies) {
      const looking = strategy.authenticate(request)
      if (looking === undefined) continue
      const actor = await looking
      if (actor === null) break
      return actor
    }
    throw new Problem('unauthenticated')
  })
  app.decorate('actorNow', async (actor) => strategies.find(({ by }) => by === actor.by)?.renew(actor))
}
