import { useEffect } from 'react'
import { followShell, lookForShell } from '#kernel/reader-shell/reader.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { loadReaderBand, loadZebra } from '../late-parts.ts'
import type { ReaderReads } from './use-reader-reads.ts'

const Band = lazyPart(loadReaderBand)

/** Nothing in a browser without a reader. */
export const ReaderPart = ({ reads }: { reads: ReaderReads }) =>
  reads.reader === null ? null : <Band reads={reads} />

/** Shells that others made, and the simulator while developing. */
async function offerShells() {
  const rfid: unknown = Reflect.get(globalThis, 'rfid')
  if (rfid !== undefined) (await loadZebra())(globalThis, rfid)
  if (import.meta.env.DEV && localStorage.getItem('reader-simulator') !== null) {
    const { simulateReader } = await import('#app/dev/reader-simulator.ts')
    Object.assign(globalThis, { readerSimulator: simulateReader() })
  }
  lookForShell()
}

/** Uses the reader of this handheld, if it has one. */
export function useHandheldReader() {
  useEffect(() => {
    const end = followShell()
    void offerShells().catch(() => undefined)
    return end
  }, [])
}
