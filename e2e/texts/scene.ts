import type { Stage } from '../support/story.ts'

/**
 * A text of the specification, typed from it, with the section it stands in. `option` is a choice of a select, which
 * the browser draws only once it is opened; `crumbs` is a whole breadcrumb.
 */
export type Row = readonly [section: 2 | 4 | 5 | 8 | 9, text: string | RegExp, kind?: 'option' | 'crumbs']

/** What brings texts up on a screen that is open, or opens it. */
type Moment = { when: string; steps: (stage: Stage) => Promise<unknown>; rows: Row[] }

/** Texts that no scene of `screens/` shows; the moments follow one another in one visit. */
export type Scene = { screen: string; moments: [Moment, ...Moment[]] }
