import { test as base, expect, type Page } from '@playwright/test'
import { demo, enterAs, type Hand, handOf, type Person, type Session, sessionOf } from './people.ts'
import { resume } from './within.ts'

type Wish = Parameters<Hand['person']>[0]

type Fixtures = {
  /** What no story may ever leave behind: a script that failed, or something the content policy refused. */
  faults: string[]
  /** Makes someone, signs the browser in as them and answers who they are. */
  enter: (wish?: Wish) => Promise<Person>
  /** As `enter`, but the stories of a worker that wish for the same person share one: for those that change nothing of the person. */
  be: (wish?: Wish) => Promise<Person>
}
type Shared = {
  /** Someone who may do everything, to prepare a story. */
  admin: Hand
}

/** What the steps of a table of screens are given. */
export type Stage = { page: Page } & Pick<Fixtures, 'enter'> & Shared

export type SceneStage = Stage & Pick<Fixtures, 'be'>

/** Who the stories of this worker have been, and their sessions. */
const known = new Map<string, Promise<{ person: Person; session: Session }>>()

export const test = base.extend<Fixtures, Shared>({
  admin: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
      await use(await handOf(request, demo))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  /** The stories of a worker share it; what they may do is the one thing that Playwright does not take back. */
  context: async ({ context }, use) => {
    await use(context)
    await context.clearPermissions()
  },
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      watchFaults(page, faults)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  enter: async ({ page, admin }, use) => {
    await use(async (wish) => {
      const person = await admin.person(wish)
      await enterAs(page, person)
      return person
    })
  },
  be: async ({ page, admin }, use) => {
    const make = async (wish: Wish) => {
      const person = await admin.person(wish)
      return { person, session: await sessionOf(person) }
    }
    await use(async (wish) => {
      const key = JSON.stringify(wish ?? {})
      const made = known.get(key) ?? make(wish)
      known.set(key, made)
      const { person, session } = await made
      await resume(page, session)
      return person
    })
  },
})

/** Refused calls are part of some stories and reach the console by themselves; everything else there is a fault. */
function watchFaults(page: Page, faults: string[]) {
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const refusedCall = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !refusedCall) faults.push(message.text())
  })
}

export { expect }
