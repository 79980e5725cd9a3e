import { lazyPart } from '#ui/lazy/part.tsx'

const load = () => import('#features/floors/links/plan-links.tsx')
/** A screen works without its link to a plan. */
const look = { failed: () => null }

/** Public exports for other features: links that lead to plans where there are any. */
export const RoomPlanLink = lazyPart(async () => (await load()).RoomPlanLink, look)
export const SeenPlanLink = lazyPart(async () => (await load()).SeenPlanLink, look)
export const PlansButton = lazyPart(async () => (await load()).PlansButton, look)
