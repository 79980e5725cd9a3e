const watched = new Map<string, number>()

/** Somebody looks at this job: what becomes of it is told there, and nowhere else. Answers with how to look away. */
export function watchJob(id: string): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1)
  return () => void watched.set(id, (watched.get(id) ?? 1) - 1)
}

export const isWatched = (id: string) => (watched.get(id) ?? 0) > 0
