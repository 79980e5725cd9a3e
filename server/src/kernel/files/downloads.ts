import type { Readable } from 'node:stream'
import { englishOf, type Message } from '@ats/contract/problems.ts'
import type { Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'

export type DownloadLimits = {
  perPerson: number
  atOnce: number
  /** The minimum rate of a client, over a whole window in which data was available. */
  leastBytesPerSecond: number
  windowMs: number
  longestMs: number
}

/** A download, and how many bytes of it the client has taken. */
type Download = { stream: Readable; taken: () => number }

const retryAfter = 10
const samplesPerWindow = 12

export type Downloads = ReturnType<typeof openDownloads>

/**
 * Each download of a list uses a separate PostgreSQL connection outside the pool, and each download of a file
 * an open file.
 */
export function openDownloads(limits: DownloadLimits) {
  const open = new Map<Id, number>()

  function mustBeFree(userId: Id) {
    if ((open.get(userId) ?? 0) >= limits.perPerson)
      throw new Problem('downloads-of-yours', {}, { retryAfter })
    let all = 0
    for (const own of open.values()) all += own
    if (all >= limits.atOnce)
      throw new Problem(
        'downloads-of-all',
        {},
        {
          retryAfter,
        },
      )
  }

  function giveBack(userId: Id) {
    const own = (open.get(userId) ?? 0) - 1
    if (own > 0) open.set(userId, own)
    else open.delete(userId)
  }

  return {
    mustBeFree,
    /** Counts from before the first query until the last byte is taken. */
    async take<D extends Download>(userId: Id, start: () => Promise<D>, cut: (reason: Message) => void) {
      mustBeFree(userId)
      open.set(userId, (open.get(userId) ?? 0) + 1)
      try {
        const download = await start()
        download.stream.once('close', () => giveBack(userId))
        watchPace(download, limits, cut)
        return download
      } catch (error) {
        giveBack(userId)
        throw error
      }
    },
  }
}

/** Ends a download that is too slow or takes too long. While the client waits for us, its window restarts. */
function watchPace({ stream, taken }: Download, limits: DownloadLimits, cut: (reason: Message) => void) {
  const least = (limits.leastBytesPerSecond * limits.windowMs) / 1000
  const began = Date.now()
  let window = { from: began, taken: taken() }
  const end = (code: 'download-too-long' | 'download-too-slow') => {
    const reason = { code }
    stream.destroy(new Error(englishOf(reason)))
    cut(reason)
  }
  const look = () => {
    const now = Date.now()
    if (now - began >= limits.longestMs) return end('download-too-long')
    const isWindowOver = now - window.from >= limits.windowMs
    if (isWindowOver && taken() - window.taken < least) return end('download-too-slow')
    if (isWindowOver || stream.readableLength === 0) window = { from: now, taken: taken() }
  }
  const timer = setInterval(look, Math.min(limits.windowMs / samplesPerWindow, limits.longestMs))
  stream.once('close', () => clearInterval(timer))
}
