import { findOnPath } from '../../scripts/processes.ts'

/** The system's Chromium: the one CHROMIUM names, else the one on the PATH; without its windows it is quicker. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM || findOnPath('chromium-headless-shell') || findOnPath('chromium')
  if (!found) throw new Error('There is no chromium on the PATH; install it, or name it in CHROMIUM')
  return found
}
