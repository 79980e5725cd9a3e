type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Sums the layout shifts that no input explains, from now on. */
export function watchLayoutShift() {
  const shifts: Shift[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
  observer.observe({ type: 'layout-shift' })
  return () => {
    shifts.push(...(observer.takeRecords() as Shift[]))
    observer.disconnect()
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)
  }
}

/** Input explains a shift for this long. */
export const afterInput = () => new Promise((resolve) => setTimeout(resolve, 600))
