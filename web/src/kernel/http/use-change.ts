import type { Reply, Sent, WritingEndpoint } from '@ats/contract/endpoint.ts'
import type { ShownKind } from '@ats/contract/record-kinds.ts'
import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from './call.ts'
import { renew } from './renew.ts'

type Options<Input, Replied> = Pick<UseMutationOptions<Replied, Error, Input>, 'onSuccess' | 'onError'> & {
  /** Resolves before the queries that show the change have been refetched. */
  inBackground?: boolean
}

export type Writes = WritingEndpoint & { writes: readonly ShownKind[] }

/** A change that takes several requests; `writes` lists the kinds that they write in total. */
export function useWriting<Input, Replied>(
  writes: readonly ShownKind[],
  mutationFn: (input: Input) => Promise<Replied>,
  { inBackground = false, ...options }: Options<Input, Replied> = {},
) {
  const client = useQueryClient()
  const onSettled = () => {
    const renewed = renew(client, writes)
    return inBackground ? undefined : renewed
  }
  return useMutation({ mutationFn, onSettled, ...options })
}

type Change<E extends Writes, Input> = UseMutationResult<Reply<E>, Error, Input>

/**
 * A mutation; `sent` builds the request from the input. Queries of the kinds that it writes are refetched.
 */
export function useChange<E extends Writes>(endpoint: E): Change<E, Sent<E>>
export function useChange<E extends Writes, Input = void>(
  endpoint: E,
  sent: (input: Input) => Sent<E>,
  options?: Options<Input, Reply<E>>,
): Change<E, Input>
export function useChange<E extends Writes, Input>(
  endpoint: E,
  sent = (input: Input) => input as unknown as Sent<E>,
  options: Options<Input, Reply<E>> = {},
) {
  return useWriting(endpoint.writes, (input: Input) => call(endpoint, sent(input)), options)
}
