import type { Page } from '@playwright/test'

const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }

/** Seconds. */
const gap = 0.01

/** Types as a keyboard-wedge reader does: key upon key without a pause, then Enter. */
export async function scan(page: Page, tag: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...tag].map((key) => ({ key, text: key }))
  const start = Date.now() / 1000
  await Promise.all(
    [...keys, enter].flatMap((key, index) => {
      // A busy machine hands the keys on late; what counts is when they were pressed.
      const timestamp = start + index * gap
      return [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ]
    }),
  )
  await keyboard.detach()
}
