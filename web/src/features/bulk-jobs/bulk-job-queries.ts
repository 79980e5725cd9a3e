import { type BulkJob, bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

const askAgainMs = 1000

export const isUnderWay = ({ status }: Pick<BulkJob, 'status'>) =>
  status === 'waiting' || status === 'running'

/** Polled every second while the job is running, so that the progress bar moves. */
export const bulkJobById = (id: string) =>
  query(
    bulkJobs.get,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : askAgainMs),
      staleTime: 0,
    },
  )

export const ownBulkJobs = query(
  bulkJobs.list,
  {},
  {
    select: (reply) => reply.jobs,
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? askAgainMs : false),
    staleTime: 0,
  },
)

function useJobStep(step: typeof bulkJobs.cancel | typeof bulkJobs.undo) {
  const client = useQueryClient()
  return useChange(step, (id: string) => ({ params: { id } }), {
    onSuccess: ({ job }) => client.setQueryData(bulkJobById(job._id).queryKey, job),
  }).mutateAsync
}

export const useStopJob = () => useJobStep(bulkJobs.cancel)
export const useUndoJob = () => useJobStep(bulkJobs.undo)
