import type { Stage } from '../support/story.ts'

export type Scene = {
  name: string
  /** What the screen calls itself. */
  heading: string | RegExp
  steps: (stage: Stage) => Promise<unknown>
  /** Where the steps are taken, and then what the window is drawn to; every width that counts unless told. */
  widths?: readonly number[]
  /** Calls are refused on purpose, which the browser notes in its console. */
  refused?: boolean
}

export const allWidths = [1280, 390] as const

export const asha = { role: 'admin', name: 'Asha Rao' }
