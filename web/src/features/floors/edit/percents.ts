import type { Rectangle } from '@ats/contract/floors.ts'
import { m } from '#texts'

/** A share of the plan in percent, with one decimal at most. */
export const percent = (share: number) => Math.round(share * 1000) / 10

export const percents = ({ x, y, width, height }: Rectangle) =>
  m.floors_box({ x: percent(x), y: percent(y), width: percent(width), height: percent(height) })
