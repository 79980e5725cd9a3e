import { createHash } from 'node:crypto'
import { mostChunkBytes, type NewPaper, type PaperKind, papers, paperUploads } from '@ats/contract/papers.ts'
import type { Person, TestApp } from './app.ts'
import { pdf } from './paper-files.ts'
import { administratorOf } from './stock.ts'

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Given = { kind?: PaperKind; recordId: string; name?: string; bytes?: Buffer; as?: Person }

/** Begins an upload; its answer may be an error. */
export const begun = async (
  t: TestApp,
  { kind = 'asset', recordId, name = 'Invoice.pdf', bytes, as }: Given,
) => {
  const body: NewPaper = { kind, recordId, name, size: bytes?.length ?? pdf().length }
  return t.call(as ?? (await administratorOf(t)), paperUploads.begin, { body })
}

/** An upload whose bytes have all arrived. */
export async function sent(t: TestApp, given: Given) {
  const { bytes = pdf() } = given
  const as = given.as ?? (await administratorOf(t))
  const { status, body, text } = await begun(t, { ...given, bytes })
  if (status !== 201) throw new Error(text)
  for (let start = 0; start < bytes.length; start += mostChunkBytes) {
    const params = { id: body._id, start: String(start) }
    const file = bytes.subarray(start, start + mostChunkBytes)
    const answer = await t.call(as, paperUploads.send, { params, file })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  return { params: { id: body._id }, body: { sha256: sha256Of(bytes) } }
}

/** Uploads a file and completes it; the answer may be an error. */
export const uploaded = async (t: TestApp, given: Given) =>
  t.call(given.as ?? (await administratorOf(t)), paperUploads.complete, await sent(t, given))

export async function paperOn(t: TestApp, given: Given) {
  const { status, body, text } = await uploaded(t, given)
  if (status !== 201) throw new Error(text)
  return body
}

export const papersOn = async (t: TestApp, recordId: string, kind: PaperKind = 'asset', as?: Person) =>
  (await t.call(as ?? (await administratorOf(t)), papers.list, { query: { kind, recordId } })).body.papers
