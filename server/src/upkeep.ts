import { expireUndo } from '#features/bulk-jobs/queries.ts'
import { expireExports } from '#features/exports/files.ts'
import { expireImports } from '#features/imports/expiry.ts'
import { removeLostUploads } from '#features/imports/imports.ts'
import { forgetReadNotifications } from '#features/notifications/notifications.ts'
import { scanAgain } from '#features/papers/scanning.ts'
import { forgetPapers } from '#features/papers/upkeep.ts'
import { forgetForeignTags, forgetOldLetters, keepReadDays } from '#features/readers/upkeep.ts'
import { endRows } from '#kernel/db/end-rows.ts'
import { forgetOldPositions } from '#kernel/db/write-positions.ts'
import { paperSweep } from '#kernel/files/paper-files.ts'
import { pictureSweep } from '#kernel/files/picture-files.ts'
import type { Services } from '#kernel/services.ts'

const hour = 60 * 60 * 1000

/**
 * Ends rows and files that are over, as kernel/lifetimes.ts says. One step after the other, so that people
 * and readers hardly notice; a step that fails is repeated an hour later. Safe to run in several processes.
 */
export function startUpkeep(services: Services, failed: (error: unknown) => void) {
  const { db, config } = services
  const { keepDays } = config
  const steps = [
    () => keepReadDays(db, keepDays.READS_DAYS),
    () => endRows(db, keepDays),
    () => forgetOldLetters(db, keepDays.READS_DAYS),
    () => forgetForeignTags(db, keepDays.UNKNOWN_TAGS_DAYS),
    () => forgetReadNotifications(db),
    () => forgetOldPositions(db),
    () => expireUndo(db),
    () => expireImports(services),
    () => removeLostUploads(services),
    () => expireExports(services),
    () => forgetPapers(services),
    () => scanAgain(services),
    pictureSweep(services),
    paperSweep(services),
  ]
  let isRunning = false
  async function run() {
    if (isRunning) return
    isRunning = true
    for (const step of steps)
      if (!services.state.stopping)
        await step().catch((error: unknown) => {
          // A process that stops closes the connections of a running step, which has nothing to lose.
          if (!services.state.stopping) failed(error)
        })
    isRunning = false
  }
  const timer = setInterval(() => void run(), hour)
  return { run, stop: () => clearInterval(timer) }
}
