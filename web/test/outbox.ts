import { expect } from 'vitest'
import { page } from 'vitest/browser'

/**
 * The person of this test has nothing left to send. Files that run at the same time share the storage of the
 * browser, so reads of their people may wait.
 */
export const allSent = () =>
  expect.element(page.getByText(/^Everything is sent$|(is|are) not sent yet$/).first()).toBeVisible()
