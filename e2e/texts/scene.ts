import type { SceneStage } from '../support/story.ts'

/**
 * Where a text is if it is not plain content. `option`: a choice of a select, which the browser renders only
 * once it is open. `value`: such a choice in the address. `crumbs`: a whole breadcrumb. `hint`: a
 * placeholder. `link` and `field`: a link or an input, where the same words also appear elsewhere.
 */
export type TextKind = 'option' | 'value' | 'crumbs' | 'hint' | 'link' | 'field'

/** A text of the specification, copied from it, with its section. */
export type Row = readonly [section: 2 | 4 | 5 | 8 | 9, text: string | RegExp, kind?: TextKind]

/** The steps that make texts appear, on an open screen or by opening one. */
type Moment = { when: string; steps: (stage: SceneStage) => Promise<unknown>; rows: Row[] }

/** Texts that no scene of `screens/` shows; the moments follow each other in one visit. */
export type Scene = { screen: string; moments: [Moment, ...Moment[]] }

/** The response of `forbidCalls`: the server's message appears instead of the screen's text. */
export const serverSays: Row = [8, 'You may not do this']
