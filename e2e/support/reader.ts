import type { Page } from '@playwright/test'

const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }

/** Types as a keyboard-wedge reader does: key upon key without a pause, then Enter. */
export async function scan(page: Page, tag: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...tag].map((key) => ({ key, text: key }))
  await Promise.all(
    [...keys, enter].flatMap((key) => [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }),
    ]),
  )
  await keyboard.detach()
}
