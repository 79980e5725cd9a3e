import { printJobs } from '@ats/contract/print-jobs.ts'
import { type PrinterStatus, printers } from '@ats/contract/printers.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { keyOf, withIdempotencyKey } from '#kernel/http/idempotency.ts'
import { rateLimit } from '#kernel/http/rate-limit.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { previewOf, zplOfFile } from './file.ts'
import { continuePrintJob, createPrintJob, repeatPrintJob, stopPrintJob } from './jobs.ts'
import { PrinterAway, PrinterLink } from './link.ts'
import { changePrinter, createPrinter, retirePrinter } from './printers.ts'
import { labelPage, newestPrintJobs, printerById, printersSeenBy, printJobById } from './queries.ts'

/** A test waits for the printer. */
const tests = { burst: 5, perSecond: 0.2, refusal: 'printer-tests-too-often' } as const

export function printingRoutes(app: FastifyInstance, services: Services) {
  printerRoutes(app, services)
  printJobRoutes(app, services)
}

function printerRoutes(app: FastifyInstance, { db, config }: Services) {
  const countTest = rateLimit(tests)
  serve(app, printers.list, async (_input, { actor }) => ({ printers: await printersSeenBy(db, actor) }))
  serve(app, printers.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createPrinter(tx, actor, config, body)),
  )
  serve(app, printers.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changePrinter(tx, actor, config, params.id, body)),
  )
  serve(app, printers.retire, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => retirePrinter(tx, actor, params.id, true, body.version)),
  )
  serve(app, printers.bringBack, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => retirePrinter(tx, actor, params.id, false, body.version)),
  )
  serve(app, printers.test, async ({ params }, { actor }) => {
    countTest(actor.id)
    const { host, port } = await printerById(db, actor, params.id)
    return statusOf(host, port, config.printerNetworks)
  })
}

async function statusOf(host: string, port: number, networks: readonly string[]): Promise<PrinterStatus> {
  let link: PrinterLink | undefined
  try {
    link = await PrinterLink.open(host, port, networks)
    const { trouble, waiting } = await link.status()
    return { ready: trouble === null, trouble, waiting }
  } catch (error) {
    if (error instanceof PrinterAway) return { ready: false, trouble: error.trouble, waiting: null }
    throw error
  } finally {
    link?.close()
  }
}

function printJobRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  serve(app, printJobs.list, async (_input, { actor }) => ({ jobs: await newestPrintJobs(db, actor) }))
  serve(app, printJobs.create, ({ body }, { actor, request }) =>
    inTransaction(db, (tx) =>
      withIdempotencyKey(tx, actor, keyOf(request), { print: body }, () => createPrintJob(tx, actor, body)),
    ),
  )
  serve(app, printJobs.get, ({ params }, { actor }) => printJobById(db, actor, params.id))
  serve(app, printJobs.labels, ({ params, query }, { actor }) => labelPage(db, actor, params.id, query))
  serve(app, printJobs.stop, ({ params }, { actor }) =>
    inTransaction(db, (tx) => stopPrintJob(tx, actor, params.id)),
  )
  serve(app, printJobs.continue, ({ params }, { actor }) =>
    inTransaction(db, (tx) => continuePrintJob(tx, actor, params.id)),
  )
  serve(app, printJobs.repeat, ({ params, body }, { actor, request }) =>
    inTransaction(db, (tx) =>
      withIdempotencyKey(tx, actor, keyOf(request), { repeat: params.id, ...body }, () =>
        repeatPrintJob(tx, actor, params.id, body),
      ),
    ),
  )
  serve(app, printJobs.zpl, async ({ params }, { actor }) => ({
    type: 'text/plain; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="labels.zpl"' },
    body: await zplOfFile(services, actor, params.id),
  }))
  serve(app, printJobs.preview, ({ params, query }, { actor }) =>
    previewOf(services, actor, params.id, query),
  )
}
