import { mostInFile, type previewQuery } from '@ats/contract/print-jobs.ts'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'
import { designs, labelZpl } from './label.ts'
import { contentsOf, drawAll, labelsToSend } from './labels.ts'
import { printJobById } from './queries.ts'
import { dotsPerMm } from './zpl.ts'

/** The labels of a file. Those whose tag was read on the asset since, or has changed, are left out. */
export async function zplOfFile(services: Services, actor: Actor, id: Id): Promise<string> {
  const { db } = services
  const job = await printJobById(db, actor, id)
  if (job.status !== 'ready') throw new Problem('print-job-no-file')
  const { owner } = await db
    .selectFrom('print_jobs')
    .select('owner')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const look = { design: job.design, dpi: job.dpi, owner }
  const labels = await labelsToSend(db, id, 'sent', mostInFile)
  const contents = await contentsOf(db, services, actor, look, labels)
  return (await drawAll(look, labels, contents)).map(({ zpl }) => zpl).join('')
}

/** One label as it would be printed, without a tag: a preview reserves nothing. */
export async function previewOf(
  services: Services,
  actor: Actor,
  id: Id,
  query: z.output<typeof previewQuery>,
) {
  const { design, dpi, owner } = query
  const isRoom = design === 'room'
  const one = { position: 1, assetId: isRoom ? null : id, placeId: isRoom ? id : null, tag: null }
  const contents = await contentsOf(services.db, services, actor, { design, dpi, owner }, [one])
  const zpl = await labelZpl(
    design,
    dpi,
    found(contents.get(1), isRoom ? 'record-not-found' : 'asset-not-found'),
  )
  const { width, height } = designs[design]
  return { zpl, widthMm: width, heightMm: height, dotsPerMm: dotsPerMm[dpi] }
}
