import type { SceneStage } from '../support/story.ts'

export type Scene = {
  name: string
  /** The h1 of the screen. */
  heading: string | RegExp
  steps: (stage: SceneStage) => Promise<unknown>
  /** The width at which the steps run comes first, then the others to check; defaults to all widths. */
  widths?: readonly number[]
  /** Needs its own page, or leaves state behind that only a new page clears. */
  alone?: boolean
  /** Differs from the other scenes of its screen in the frame around it. */
  hasOwnFrame?: boolean
  /** A form below is still being sent while the person decides. */
  isSending?: boolean
  /** Requests fail on purpose, which the browser logs to the console. */
  refused?: boolean
}

export const allWidths = [1280, 390] as const

export const asha = { role: 'admin', name: 'Asha Rao' }

/** Data that several scenes read and none changes: created once per worker. */
export function once<By, T>(make: (by: By) => Promise<T>): (by: By) => Promise<T> {
  let made: Promise<T> | undefined
  return (by) => {
    made ??= make(by)
    return made
  }
}
