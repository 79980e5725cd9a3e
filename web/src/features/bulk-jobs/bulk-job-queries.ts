import { type BulkJob, bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

const askAgainMs = 1000

export const isUnderWay = ({ status }: Pick<BulkJob, 'status'>) =>
  status === 'waiting' || status === 'running'

/** Asked again every second while the worker is at it, so that the bar moves. */
export const bulkJobById = (id: string) =>
  queryOptions({
    queryKey: ['bulk-jobs', 'one', id],
    meta: { live: [] },
    queryFn: ({ signal }) => call(bulkJobs.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : askAgainMs),
    staleTime: 0,
  })

export const ownBulkJobs = queryOptions({
  queryKey: ['bulk-jobs', 'list'],
  meta: { live: ['bulk-job'] },
  queryFn: async ({ signal }) => (await call(bulkJobs.list, {}, { signal })).jobs,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? askAgainMs : false),
  staleTime: 0,
})

function useJobMutation(mutationFn: (id: string) => Promise<{ job: BulkJob }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: ({ job }) => client.setQueryData(bulkJobById(job._id).queryKey, job),
    onSettled: () => client.invalidateQueries({ queryKey: ['bulk-jobs'] }),
  }).mutateAsync
}

export const useStopJob = () => useJobMutation((id) => call(bulkJobs.cancel, { params: { id } }))
export const useUndoJob = () => useJobMutation((id) => call(bulkJobs.undo, { params: { id } }))
