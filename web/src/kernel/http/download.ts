import type { Endpoint, Sent } from '@ats/contract/endpoint.ts'
import { call } from './call.ts'

/** Downloads a file with the person's token and saves it through the browser. */
export async function download<E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  input: Sent<E>,
  name: string,
) {
  saveFile((await call(endpoint, input)) as Blob, name)
}

export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
