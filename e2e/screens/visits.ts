import type { Scene } from './scene.ts'

/** So many that the workers have about equal work and a retry is short. */
const scenesOfVisit = 6

export const inVisits = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / scenesOfVisit) }, (_, at) =>
    all.slice(at * scenesOfVisit, (at + 1) * scenesOfVisit),
  )

/**
 * The app starts once per visit. Scenes of the same screen follow each other, and those that need their own
 * page come last.
 */
export function visitsTo(scenes: Scene[]): Scene[][] {
  const byScreen = Map.groupBy(scenes, ({ heading }) => String(heading))
  const ordered = [...byScreen.values()].flat()
  const [alone, together] = [ordered.filter((scene) => scene.alone), ordered.filter((scene) => !scene.alone)]
  return [...inVisits(together), ...inVisits(alone)]
}
