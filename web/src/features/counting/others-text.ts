import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'

/** Reads on this device that another person has not sent yet. */
export const othersText = ({ name, count }: { name: string; count: number }) =>
  counted(
    count,
    (number) => m.count_others_one({ ...number, name }),
    (number) => m.count_others_other({ ...number, name }),
  )

/** Reads that arrived after counting ended, for all rooms together. */
export const lateText = (late: { count: number }[]) =>
  counted(
    late.reduce((sum, { count }) => sum + count, 0),
    m.count_late_one,
    m.count_late_other,
  )
