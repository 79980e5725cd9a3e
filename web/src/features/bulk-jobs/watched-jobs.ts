const watched = new Map<string, number>()

/** Marks a job as watched, so that its end is shown only there. Returns a function that ends this. */
export function watchJob(id: string): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1)
  return () => void watched.set(id, (watched.get(id) ?? 1) - 1)
}

export const isWatched = (id: string) => (watched.get(id) ?? 0) > 0
