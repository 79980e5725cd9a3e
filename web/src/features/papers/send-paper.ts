import { type Paper, type PaperRecord, type PaperUpload, paperUploads } from '@ats/contract/papers.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'

const chunkBytes = 1_000_000
const firstPauseMs = 1000
const longestPauseMs = 20_000
const mostTries = 60

type Options = {
  signal: AbortSignal
  /** How much has arrived, from 0 to 1; and whether the upload waits for the connection. */
  onProgress: (share: number, isPaused: boolean) => void
}

/** The connection, or a part of the server, is down for a while. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && [0, 408, 502, 503, 504].includes(error.status)

/** Ends early when the browser says that the connection is back. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })

/** Browsers compute hashes only on secure pages. */
async function sha256Of(file: File): Promise<{ sha256?: string }> {
  if (!isSecureContext) return {}
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return { sha256: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** Uploads a file in chunks. After a lost connection it continues with what the server has. */
export async function sendPaper(file: File, record: PaperRecord, options: Options): Promise<Paper> {
  const { signal, onProgress } = options
  const begin = { ...record, name: file.name, size: file.size }
  let upload: PaperUpload | undefined
  for (let tries = 0; ; tries += 1) {
    const share = (upload?.received ?? 0) / file.size
    try {
      if (upload !== undefined && tries > 0)
        upload = await call(paperUploads.get, { params: { id: upload._id } }, { signal })
      upload ??= await call(paperUploads.begin, { body: begin }, { signal })
      while (upload.received < file.size) {
        onProgress(upload.received / file.size, false)
        upload = await sendChunk(file, upload, signal)
        tries = 0
      }
      onProgress(1, false)
      const body = await sha256Of(file)
      return await call(paperUploads.complete, { params: { id: upload._id }, body }, { signal })
    } catch (error) {
      if (signal.aborted || !isPassing(error) || tries >= mostTries) throw error
      onProgress(share, true)
      await pause(Math.min(firstPauseMs * 2 ** tries, longestPauseMs), signal)
    }
  }
}

const sendChunk = (file: File, { _id: id, received }: PaperUpload, signal: AbortSignal) =>
  call(
    paperUploads.send,
    { params: { id, start: received }, file: file.slice(received, received + chunkBytes) },
    { signal },
  )
