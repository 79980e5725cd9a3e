import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { cancelJob, undoableWorks, undoJob, type Works } from './bulk-jobs.ts'
import { jobById, newestJobs } from './queries.ts'

export const bulkJobRoutes =
  (works: Works) =>
  (app: FastifyInstance, { db, jobs }: Services) => {
    const undoable = undoableWorks(works)

    serve(app, bulkJobs.list, async (_input, { actor }) => ({ jobs: await newestJobs(db, actor, undoable) }))

    serve(app, bulkJobs.get, async ({ params }, { actor }) =>
      found(await jobById(db, actor, undoable, params.id), 'job-not-found'),
    )

    serve(app, bulkJobs.cancel, ({ params }, { actor }) =>
      inTransaction(db, async (tx) => {
        await cancelJob(tx, jobs, actor, works, params.id)
        return { job: found(await jobById(tx, actor, undoable, params.id), 'job-not-found') }
      }),
    )

    serve(app, bulkJobs.undo, ({ params }, { actor }) =>
      inTransaction(db, async (tx) => ({ job: await undoJob(tx, jobs, actor, works, params.id) })),
    )
  }
