export type ServerState = 'same' | 'newer' | 'unreachable'

/** Whether the server is reachable, and whether it still serves the version that runs here. */
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

/** The entry file of the page has another name in each version. */
export const stateOf = (page: string, entry: string | null | undefined): ServerState =>
  page.includes('type="module"') && entry && !page.includes(entry) ? 'newer' : 'same'
