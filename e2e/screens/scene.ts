import type { Stage } from '../support/story.ts'

export type Scene = {
  name: string
  /** What the screen calls itself. */
  heading: string
  steps: (stage: Stage) => Promise<unknown>
  /** Calls are refused on purpose, which the browser notes in its console. */
  refused?: boolean
}

export const asha = { role: 'admin', name: 'Asha Rao' }
