import { useDoubtfulScan } from '#kernel/scanner/scans.ts'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'

export const loadScanQuestion = async () => (await import('./scan-question.tsx')).ScanQuestion
const ScanQuestion = lazyPart(loadScanQuestion)

/**
 * Asks about tags that may be truncated; mounted once, in the shell. Reading the same tag again also answers.
 */
export function ScanQuestions() {
  const asked = useDoubtfulScan()
  useFetchLater(loadScanQuestion)
  return asked && <ScanQuestion key={asked.code} asked={asked} />
}
