import type { SceneStage } from '../support/story.ts'

/**
 * Where a text stands that is not plainly read: `option` is a choice of a select, which the browser draws only once it is
 * opened, and `value` what such a choice is called in the address; `crumbs` is a whole breadcrumb, `hint` what an empty
 * input says; `link` and `field` are what leads elsewhere and what is filled in, where the same words also stand beside.
 */
export type TextKind = 'option' | 'value' | 'crumbs' | 'hint' | 'link' | 'field'

/** A text of the specification, typed from it, with the section it stands in. */
export type Row = readonly [section: 2 | 4 | 5 | 8 | 9, text: string | RegExp, kind?: TextKind]

/** What brings texts up on a screen that is open, or opens it. */
type Moment = { when: string; steps: (stage: SceneStage) => Promise<unknown>; rows: Row[] }

/** Texts that no scene of `screens/` shows; the moments follow one another in one visit. */
export type Scene = { screen: string; moments: [Moment, ...Moment[]] }

/** What `forbidCalls` has the server say: its own message stands instead of the screen's text. */
export const serverSays: Row = [8, 'You may not do this']
