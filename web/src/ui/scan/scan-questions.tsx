import { useDoubtfulScan } from '#kernel/scanner/scans.ts'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'

export const loadScanQuestion = async () => (await import('./scan-question.tsx')).ScanQuestion
const ScanQuestion = lazyPart(loadScanQuestion)

/** Asks about tags that may be cut; the shell shows it once. Reading the same tag again answers as well. */
export function ScanQuestions() {
  const asked = useDoubtfulScan()
  useFetchLater(loadScanQuestion)
  return asked && <ScanQuestion key={asked.code} asked={asked} />
}
