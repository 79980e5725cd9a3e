import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

const mostSteps = 60

export async function tabTo(target: Locator, options?: { shift: boolean }) {
  await expect.element(target).toBeVisible()
  for (let step = 0; step < mostSteps && document.activeElement !== target.element(); step += 1)
    await userEvent.tab(options)
  await expect.element(target).toHaveFocus()
}

export async function pressOn(target: Locator) {
  await tabTo(target)
  await userEvent.keyboard('{Enter}')
}

export async function typeInto(target: Locator, text: string) {
  await tabTo(target)
  await userEvent.keyboard(`{Control>}a{/Control}${text}`)
}
