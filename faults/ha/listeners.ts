import { onDatabase } from '../../scripts/postgres/databases.ts'
import { eventually } from '../../scripts/processes.ts'
import { openBrowser } from '../browsers.ts'

type Told = { problems: string[]; say(text: string): void }

const mostMsToHear = 60_000

/** Browsers that follow live changes, one per session, through everything that happens to the cluster. */
export async function openListeners(address: string, ownerUrl: string, sessions: Record<string, string>[]) {
  const ended = new AbortController()
  const browsers = sessions.map((headers) => openBrowser(headers, [address], ended.signal))
  if (!(await eventually(() => browsers.every(({ isOpen }) => isOpen), mostMsToHear, 50)))
    throw new Error('the streams did not open')
  const linesAfter = (id: number) =>
    onDatabase<{ id: number }>(
      ownerUrl,
      `select id::int from events where action = 'brand.created' and id > ${id} order by id`,
    )
  const first = (await linesAfter(0)).at(-1)?.id ?? 0
  return {
    /** Every browser received every change once, or was asked to fetch everything again. */
    async compare({ problems, say }: Told) {
      const ids = (await linesAfter(first)).map(({ id }) => id)
      const missing = () =>
        browsers
          .filter(({ resets }) => resets === 0)
          .flatMap(({ heard }) => ids.filter((id) => !heard.has(id)))
      await eventually(() => missing().length === 0, mostMsToHear, 500)
      const twice = browsers.flatMap(({ heard }) => ids.filter((id) => (heard.get(id) ?? 0) > 1)).length
      const times = (of: (browser: (typeof browsers)[number]) => number) =>
        browsers.reduce((sum, browser) => sum + of(browser), 0)
      say(
        `${browsers.length} streams, ${ids.length} changes: ${missing().length} missed, ${twice} told twice; ` +
          `resumed ${times(({ resumed }) => resumed)} times, ${times(({ resets }) => resets)} times from anew`,
      )
      if (missing().length + twice > 0) problems.push('a stream did not go on from where it stood')
    },
    end: () => ended.abort(),
  }
}
