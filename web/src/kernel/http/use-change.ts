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
  /** The change is done before everything that shows it is fetched. */
  inBackground?: boolean
}

export type Writes = WritingEndpoint & { writes: readonly ShownKind[] }

/** A change that takes more than one request; `writes` is what all of them write. */
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

/** A request that changes something; `sent` makes it from what the screen knows. What shows the kinds it writes is fetched again. */
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
