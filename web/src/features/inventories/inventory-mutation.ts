import { useMutation, useQueryClient } from '@tanstack/react-query'

export const touched = [['inventories'], ['unknown-tags'], ['bulk-jobs']]

/** A call that changes something about inventories; what shows it is asked for anew. */
export function useInventoryMutation<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  keys: string[][] = touched,
) {
  const client = useQueryClient()
  const renew = () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({ mutationFn, onSettled: () => void renew() }).mutateAsync
}
