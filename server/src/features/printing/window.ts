import type { PrinterTrouble } from '@ats/contract/printers.ts'
import type { PrinterLink } from './link.ts'
import { PrinterAway } from './link.ts'
import type { SentLabel, Settled } from './settle.ts'

export type Drawn = SentLabel & { zpl: string }
/** Called while labels are being printed; false: they are no longer waited for. */
export type Beat = (trouble: PrinterTrouble | null) => Promise<boolean>

/** After this long without a word the printer is asked how it is. */
const quietMs = 400
/** A printer with work that prints nothing for this long is stuck, whatever it says. */
const stuckMs = 60_000

/**
 * Sends a few labels and waits until the fate of each is known. Read-backs come in the order of the labels, so a label
 * without one before another's was spoilt. Labels without a chip are printed when the printer has nothing left to do.
 */
export async function printWindow(
  link: PrinterLink,
  labels: readonly Drawn[],
  beat: Beat,
): Promise<Settled[]> {
  const fates = new Map<number, Settled['fate']>()
  const byTag = new Map(labels.flatMap((label, at) => (label.tag === null ? [] : [[label.tag, at] as const])))
  const isOpen = (at: number) => !fates.has(at)
  const openTags = () => [...byTag.values()].filter(isOpen)
  const result = () =>
    labels.map(({ zpl: _, ...label }, at) => ({ ...label, fate: fates.get(at) ?? ('unknown' as const) }))
  let movedAt = performance.now()
  try {
    link.send(labels.map(({ zpl }) => zpl).join(''))
    for (let idle = 0; fates.size < labels.length; ) {
      const readBacks = await link.readBacks(quietMs)
      for (const { wanted, read } of readBacks) {
        const at = byTag.get(wanted)
        if (at === undefined || !isOpen(at)) continue
        for (const earlier of openTags()) if (earlier < at) fates.set(earlier, 'void')
        fates.set(at, read === wanted ? 'printed' : 'void')
      }
      if (readBacks.length > 0) {
        idle = 0
        movedAt = performance.now()
        continue
      }
      if (link.isClosed) break
      const { waiting, ...status } = await link.status()
      const trouble = status.trouble ?? (performance.now() - movedAt > stuckMs ? 'timeout' : null)
      if (!(await beat(trouble))) break
      // Twice, because a read-back can be on its way.
      idle = trouble === null && waiting === 0 ? idle + 1 : 0
      if (idle < 2) continue
      for (const at of labels.keys())
        if (isOpen(at)) fates.set(at, labels[at]?.tag === null ? 'printed' : 'void')
    }
  } catch (error) {
    if (!(error instanceof PrinterAway)) throw error
  }
  return result()
}
