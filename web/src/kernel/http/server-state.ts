export type ServerState = 'same' | 'newer' | 'unreachable'

/** Whether the server is reachable, and whether it still serves the version that runs here. */
export async function serverState(): Promise<ServerState> {
  const scripts = Array.from(
    document.querySelectorAll('script[type="module"][src]'),
    (script) => script.getAttribute('src') ?? '',
  )
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) return 'unreachable'
    return stateOf(await answer.text(), scripts)
  } catch {
    return 'unreachable'
  }
}

/** At least one of the scripts that the page names has another name in each version. */
export const stateOf = (page: string, scripts: readonly string[]): ServerState =>
  page.includes('type="module"') && scripts.some((script) => !page.includes(script)) ? 'newer' : 'same'
