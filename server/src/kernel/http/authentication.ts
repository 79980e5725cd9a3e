import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { Problem } from './problem.ts'

/** One way to authenticate. `server/src/app.ts` lists the accepted ones, in the order in which they are tried. */
export type Strategy = {
  by: Actor['by']
  /** Undefined if the request has no such credentials, so that the next strategy is tried; null if they are invalid. */
  authenticate(request: FastifyRequest): Promise<Actor | null> | undefined
  /** The actor with their present rights; undefined if their credentials are no longer valid. */
  renew(actor: Actor): Promise<Actor | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    authenticate: (request: FastifyRequest) => Promise<Actor>
    /** Undefined also if the person has to do something else first. */
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
  app.decorate('actorNow', async (actor) => {
    const now = await strategies.find(({ by }) => by === actor.by)?.renew(actor)
    return now?.mustFirst === null ? now : undefined
  })
}
