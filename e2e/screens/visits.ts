import type { Scene } from './scene.ts'

/** So many that the workers have about the same to do, and that a retry is short. */
const scenesOfVisit = 6

export const inVisits = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / scenesOfVisit) }, (_, at) =>
    all.slice(at * scenesOfVisit, (at + 1) * scenesOfVisit),
  )

/** The app starts once for a visit. The scenes of a screen follow one another, and those that need a page of their own come last. */
export function visitsTo(scenes: Scene[]): Scene[][] {
  const byScreen = Map.groupBy(scenes, ({ heading }) => String(heading))
  const ordered = [...byScreen.values()].flat()
  const [alone, together] = [ordered.filter((scene) => scene.alone), ordered.filter((scene) => !scene.alone)]
  return [...inVisits(together), ...inVisits(alone)]
}
