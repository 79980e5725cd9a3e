import { test as base, expect, type Page } from '@playwright/test'
import { demo, enterAs, type Hand, handOf, type Person, type Session, sessionOf } from './people.ts'
import { resume } from './within.ts'

type Wish = Parameters<Hand['person']>[0]

type Fixtures = {
  /** Faults that no story may cause: an uncaught error, or a violation of the content security policy. */
  faults: string[]
  /** Creates a person, signs the browser in as them, and returns them. */
  enter: (wish?: Wish) => Promise<Person>
  /**
   * Like `enter`, but stories of a worker with the same wish share one person: for stories that do not change
   * the person.
   */
  be: (wish?: Wish) => Promise<Person>
}
type Shared = {
  /** A client with all permissions, to prepare a story. */
  admin: Hand
}

/** The fixtures for the steps of a scene. */
export type Stage = { page: Page } & Pick<Fixtures, 'enter'> & Shared

export type SceneStage = Stage & Pick<Fixtures, 'be'>

/** The shared people of this worker, with their sessions. */
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
  /** The stories of a worker share the context. Playwright resets everything between them except permissions. */
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

/**
 * Failed requests are part of some stories, and the browser logs them; any other console error is a fault.
 */
function watchFaults(page: Page, faults: string[]) {
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const refusedCall = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !refusedCall) faults.push(message.text())
  })
}

export { expect }
