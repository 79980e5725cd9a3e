import { actionTexts, classTexts } from './inventory-texts.tsx'
import { peopleToCount } from './plan/people-to-count.ts'

/** Public exports for other features: who can be chosen to work in a place, and words of items. */
export { actionTexts, classTexts, peopleToCount }
