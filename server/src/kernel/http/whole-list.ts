import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { whileAwaited } from './abandoned-calls.ts'
import { Problem } from './problem.ts'

/** A response that is written while it is sent; its writer must follow the schema. */
export class JsonStream {
  readonly body: Readable
  constructor(body: Readable) {
    this.body = body
  }
}

type Page = { rows: readonly object[]; next: string | null }

type WholeList = {
  /** The name of the list in the response, and among exports. */
  name: 'assets' | 'users'
  filter: object
  page: (cursor: string | undefined, size: number) => Promise<Page>
}

type Calling = { app: FastifyInstance; actor: Actor; request: FastifyRequest; reply: FastifyReply }

const rowsInBatch = 500
const lookEveryMs = 2000

/**
 * All rows of a list, read in batches as the client takes them. It counts as a download, has a ledger entry
 * like an export, and ends if the caller may no longer see what they could at the start.
 */
export async function wholeList(
  { db, downloads }: Services,
  { app, actor, request, reply }: Calling,
  { name, filter, page }: WholeList,
): Promise<JsonStream> {
  const id = randomUUID()
  const write = (event: Pick<Parameters<typeof record>[2], 'action' | 'after'>) =>
    inTransaction(db, (tx) => record(tx, actor, { ...event, kind: 'export', id }))
  const read = (cursor?: string) => whileAwaited(reply.raw, () => page(cursor, rowsInBatch))
  let sent = 0

  async function* written(first: Page) {
    let rows = 0
    let looked = Date.now()
    for (let batch = first; ; batch = await read(batch.next ?? undefined)) {
      const texts = batch.rows.map((row) => JSON.stringify(row)).join(',')
      const text = `${rows === 0 ? `{"${name}":[` : ','}${texts}`
      rows += batch.rows.length
      sent += Buffer.byteLength(text)
      yield text
      if (batch.next === null) break
      if (Date.now() - looked < lookEveryMs) continue
      looked = Date.now()
      await mustSeeTheSame(app, actor)
    }
    await write({ action: 'export.finished', after: { list: name, rows } })
    yield `],${JSON.stringify(wholePage(rows)).slice(1)}`
  }

  const start = async () => {
    const first = await read()
    await write({ action: 'export.created', after: { list: name, format: 'json', filter } })
    const stream = Readable.from(written(first), { objectMode: false })
    return { stream, taken: () => sent - stream.readableLength }
  }
  const { stream } = await downloads.take(actor.id, start, (reason) =>
    request.log.info({ reason }, 'a list was not taken to its end'),
  )
  return new JsonStream(stream)
}

const wholePage = (rows: number) => ({
  ...{ total: rows, totalIsExact: true, from: Math.min(rows, 1) },
  ...{ previous: null, next: null, last: null },
})

const sightOf = ({ permissions, everywhere, scope }: Actor) => ({ permissions, everywhere, scope })

async function mustSeeTheSame(app: FastifyInstance, actor: Actor) {
  const now = await app.actorNow(actor)
  if (now === undefined || !isDeepStrictEqual(sightOf(now), sightOf(actor))) throw new Problem('forbidden')
}
