import type { Params } from '@ats/contract/problems/refusal.ts'
import { englishOf, type Message, type MessageCode, messages } from '@ats/contract/problems.ts'

/** A message in a response: the English text, and the code for other languages. */
export const messageFields = (message: Message) => ({
  message: englishOf(message),
  code: message.code,
  ...(message.params && { params: message.params as Params }),
})

/** A message as stored in a text column. */
export const storedMessage = ({ code, params }: Message) => JSON.stringify({ code, params })

type Stored = { message: string | null; code: MessageCode | null; params?: Params }

/** A stored message; a sentence from an earlier version, or a code that no longer exists, has no code. */
export function readMessage(kept: string | null): Stored {
  if (kept === null || !kept.startsWith('{')) return { message: kept, code: null }
  const message = JSON.parse(kept) as Message
  return message.code in messages ? messageFields(message) : { message: message.code, code: null }
}
