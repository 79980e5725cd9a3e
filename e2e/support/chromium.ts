import { findOnPath } from '../../scripts/processes.ts'

/**
 * The system's Chromium: the one in CHROMIUM, otherwise the one on the PATH; the headless shell is faster.
 * Undefined if there is none, so that reading the configuration does not require one.
 */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM || findOnPath('chromium-headless-shell') || findOnPath('chromium') || undefined
