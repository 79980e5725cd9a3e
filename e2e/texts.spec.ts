import { scenes } from './screens/scenes.ts'
import { expect, test } from './support/story.ts'
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

/** The texts of the specification that come and go; what stands on a scene of `screens.spec.ts` is read there. */
for (const { screen, moments } of [
  ...publicScenes,
  ...shellScenes,
  ...userScenes,
  ...roleAndAccountScenes,
  ...assetScenes,
  ...masterScenes,
  ...stateChangeScenes,
  ...reportScenes,
])
  test(`${screen}: the texts when ${moments.map(({ when }) => when).join(', ')}`, async ({
    page,
    admin,
    enter,
  }) => {
    for (const { when, steps, rows } of moments)
      await test.step(when, async () => {
        await steps({ page, admin, enter })
        await seeTexts(page, rows)
      })
  })

test('all other texts of the specification belong to a scene', () => {
  const names = scenes.map(({ name }) => name)
  expect(Object.keys(textsOf).filter((name) => !names.includes(name))).toEqual([])
})
