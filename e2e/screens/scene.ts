import type { SceneStage } from '../support/story.ts'

export type Scene = {
  name: string
  /** What the screen calls itself. */
  heading: string | RegExp
  steps: (stage: SceneStage) => Promise<unknown>
  /** Where the steps are taken, and then what the window is drawn to; every width that counts unless told. */
  widths?: readonly number[]
  /** Needs a page of its own, or leaves something behind that only a new page does not have. */
  alone?: boolean
  /** Differs from the other scenes of its screen in the frame around the screen. */
  hasOwnFrame?: boolean
  /** A form below still waits for the person to decide. */
  isSending?: boolean
  /** Calls are refused on purpose, which the browser notes in its console. */
  refused?: boolean
}

export const allWidths = [1280, 390] as const

export const asha = { role: 'admin', name: 'Asha Rao' }

/** What several scenes look at and none changes: made once for each worker. */
export function once<By, T>(make: (by: By) => Promise<T>): (by: By) => Promise<T> {
  let made: Promise<T> | undefined
  return (by) => {
    made ??= make(by)
    return made
  }
}
