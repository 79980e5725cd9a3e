import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'

/** What another person has still to send from this device. */
export const othersText = ({ name, count }: { name: string; count: number }) =>
  counted(
    count,
    (number) => m.count_others_one({ ...number, name }),
    (number) => m.count_others_other({ ...number, name }),
  )

/** What came after counting ended, all rooms together. */
export const lateText = (late: { count: number }[]) =>
  counted(
    late.reduce((sum, { count }) => sum + count, 0),
    m.count_late_one,
    m.count_late_other,
  )
