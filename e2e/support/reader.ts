import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }

/** Seconds. */
const usualGap = 0.01

/** Types like a keyboard-wedge reader: key after key without a pause, then Enter. */
export async function scan(page: Page, tag: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...tag].map((key) => ({ key, text: key }))
  const start = Date.now() / 1000
  await Promise.all(
    [...keys, enter].flatMap((key, index) => {
      // A busy machine delivers the keys late; only the time of the key press counts.
      const timestamp = start + index * usualGap
      return [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ]
    }),
  )
  await keyboard.detach()
}

type Stutter = { hitch: number; after: number }

/**
 * Like `scan`, but in real time, with this many milliseconds between keys and a longer pause after one of
 * them.
 */
export async function scanSlowly(page: Page, tag: string, gap: number, stutter?: Stutter): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const sent: Promise<unknown>[] = []
  const keys = [...[...tag].map((key) => ({ key, text: key })), enter]
  for (const [index, key] of keys.entries()) {
    // Not awaited one by one: a busy page responds late, and a device does not wait.
    sent.push(
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }),
    )
    await setTimeout(stutter?.after === index ? stutter.hitch : gap)
  }
  await Promise.all(sent)
  await keyboard.detach()
}
