import { securityFeed } from '@ats/contract/security-feed.ts'
import type { FastifyInstance } from 'fastify'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { entriesSince, type FeedPosition, feedEnd, feedPosition, validPosition } from './positions.ts'
import { feedPage } from './queries.ts'

export function securityFeedRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, securityFeed.list, ({ query }, { actor }) =>
    feedPage(db, actor, query, config.keepDays.SECURITY_DAYS),
  )

  serve(app, securityFeed.lines, async ({ query }, { actor }) => {
    if (!actor.everywhere) throw new Problem('forbidden')
    if (query.since === undefined) return linesReply('', await feedEnd(db))
    const position = await validPosition(db, readPosition(query.since))
    const { entries, next } = await entriesSince(db, position, query.size)
    return linesReply(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), next)
  })
}

const linesReply = (body: string, next: FeedPosition) => ({
  type: 'application/x-ndjson; charset=utf-8',
  body,
  headers: { 'next-position': Buffer.from(JSON.stringify(next)).toString('base64url') },
})

function readPosition(text: string): FeedPosition {
  try {
    return feedPosition.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid('since', 'page-gone')
  }
}
