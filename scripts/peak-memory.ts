import { readFileSync } from 'node:fs'

/** The most memory that a process ever held, in megabytes. Only Linux tells. */
export const peakMb = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
