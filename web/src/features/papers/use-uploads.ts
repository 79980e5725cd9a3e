import { mostPaperBytes, type PaperRecord, paperUploads } from '@ats/contract/papers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#kernel/http/api-error.ts'
import { renew } from '#kernel/http/renew.ts'
import { m } from '#texts'
import { sendPaper } from './send-paper.ts'

export type Upload = {
  key: number
  name: string
  share: number
  isPaused: boolean
  failure: string | undefined
  again: () => void
  end: () => void
}

let keys = 0

/** Files on their way to a record. They go on when the section is closed. */
export function useUploads(record: PaperRecord) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (key: number, changed: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  const forget = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send(key: number, file: File, signal: AbortSignal) {
    change(key, { failure: undefined })
    try {
      if (file.size > mostPaperBytes) return change(key, { failure: m.papers_too_large() })
      await sendPaper(file, record, {
        signal,
        onProgress: (share, isPaused) => change(key, { share, isPaused }),
      })
      await renew(client, paperUploads.complete.writes)
      forget(key)
    } catch (error) {
      const text = failureText(error, m.papers_upload_failed({ name: file.name }))
      if (!signal.aborted) change(key, { failure: text, isPaused: false })
    }
  }

  function add(files: Iterable<File>) {
    for (const file of files) {
      keys += 1
      const key = keys
      const stop = new AbortController()
      const again = () => void send(key, file, stop.signal)
      const end = () => {
        stop.abort()
        forget(key)
      }
      const upload = { key, name: file.name, share: 0, isPaused: false, failure: undefined, again, end }
      setUploads((all) => [...all, upload])
      again()
    }
  }
  return { uploads, add }
}
