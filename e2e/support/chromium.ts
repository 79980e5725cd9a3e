import { findOnPath } from '../../scripts/processes.ts'

/**
 * The system's Chromium: the one CHROMIUM names, else the one on the PATH; without its windows it is quicker. Nothing where
 * there is none, so that what only reads the configuration does not need one.
 */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM || findOnPath('chromium-headless-shell') || findOnPath('chromium') || undefined
