import { peopleToCount } from './plan/people-to-count.ts'

/** Public exports for other features: who can be chosen to work in a place. */
export { peopleToCount }
