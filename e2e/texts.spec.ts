import { scenes } from './screens/scenes.ts'
import { inVisits } from './screens/visits.ts'
import { expect, test } from './support/story.ts'
import { leave } from './support/within.ts'
import { assetScenes } from './texts/assets.ts'
import { masterScenes } from './texts/masters.ts'
import { publicScenes } from './texts/public.ts'
import { reportScenes } from './texts/reports.ts'
import { roleAndAccountScenes } from './texts/roles-and-account.ts'
import { seeTexts } from './texts/see.ts'
import { shellScenes } from './texts/shell.ts'
import { stateChangeScenes } from './texts/state-changes.ts'
import { textsOf } from './texts/texts-of.ts'
import { userScenes } from './texts/users.ts'

const passingTexts = [
  ...publicScenes,
  ...shellScenes,
  ...userScenes,
  ...roleAndAccountScenes,
  ...assetScenes,
  ...masterScenes,
  ...stateChangeScenes,
  ...reportScenes,
]

/**
 * Texts of the specification that appear only temporarily; the others are checked in the scenes of
 * `screens.spec.ts`.
 */
for (const visit of inVisits(passingTexts))
  test(`temporary texts: ${[...new Set(visit.map(({ screen }) => screen))].join(', ')}`, async ({
    page,
    admin,
    enter,
    be,
  }) => {
    test.setTimeout(visit.length * 20_000)
    for (const { screen, moments } of visit) {
      await leave(page)
      for (const { when, steps, rows } of moments)
        await test.step(`${screen}: ${when}`, async () => {
          await steps({ page, admin, enter, be })
          await seeTexts(page, rows, `${screen} when ${when}`)
        })
    }
  })

test('all other texts of the specification belong to a scene', () => {
  const names = scenes.map(({ name }) => name)
  expect(Object.keys(textsOf).filter((name) => !names.includes(name))).toEqual([])
})
