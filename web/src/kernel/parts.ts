/** A file of the app could not be fetched: there is no connection, or a newer version has taken its place. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause })
  }
}

/** For what is loaded when it is needed: tells a file that cannot be had from a defect in it. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause) => {
    throw new PartNotLoaded(cause)
  })

export type ServerState = 'same' | 'newer' | 'unreachable'

/** Whether the server is there, and still has the version that runs here. */
export async function serverState(): Promise<ServerState> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) return 'unreachable'
    return stateOf(await answer.text(), entry)
  } catch {
    return 'unreachable'
  }
}

/** The file a page begins with bears another name in each version. */
export const stateOf = (page: string, entry: string | null | undefined): ServerState =>
  page.includes('type="module"') && entry && !page.includes(entry) ? 'newer' : 'same'
