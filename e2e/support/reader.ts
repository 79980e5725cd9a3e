import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }

/** Seconds. */
const usualGap = 0.01

/** Types as a keyboard-wedge reader does: key upon key without a pause, then Enter. */
export async function scan(page: Page, tag: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...tag].map((key) => ({ key, text: key }))
  const start = Date.now() / 1000
  await Promise.all(
    [...keys, enter].flatMap((key, index) => {
      // A busy machine hands the keys on late; what counts is when they were pressed.
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

/** As `scan`, but in real time, with so many milliseconds between two keys, and a longer pause after one of them. */
export async function scanSlowly(page: Page, tag: string, gap: number, stutter?: Stutter): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const sent: Promise<unknown>[] = []
  const keys = [...[...tag].map((key) => ({ key, text: key })), enter]
  for (const [index, key] of keys.entries()) {
    // Not waited for one by one: a busy page answers late, and a device types on.
    sent.push(
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }),
    )
    await setTimeout(stutter?.after === index ? stutter.hitch : gap)
  }
  await Promise.all(sent)
  await keyboard.detach()
}
