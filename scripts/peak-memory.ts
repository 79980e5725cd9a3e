import { readFileSync } from 'node:fs'

/** The peak memory of a process in megabytes. Linux only. */
export const peakMb = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
