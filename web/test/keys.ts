import type { CDPSession } from '@vitest/browser-playwright'
import { cdp, type Locator, userEvent } from 'vitest/browser'

const mostSteps = 60

/** Moves the focus there as a person without a mouse does. */
export async function tabTo(target: Locator, options?: { shift: boolean }) {
  for (let step = 0; step < mostSteps; step += 1) {
    if (document.activeElement === target.query()) return
    await userEvent.tab(options)
  }
  throw new Error(`No key reaches ${target.selector}`)
}

export async function pressOn(target: Locator) {
  await tabTo(target)
  await userEvent.keyboard('{Enter}')
}

/** Seconds. */
const usualGap = 0.01
const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }

const keysOf = (tag: string) => [...[...tag].map((key) => ({ key, text: key })), enter]

const browser = (): CDPSession => cdp()

const press = (key: { key: string; text: string }, timestamp?: number) =>
  ['keyDown', 'keyUp'].map((type) =>
    browser().send('Input.dispatchKeyEvent', {
      type: type as 'keyDown',
      key: key.key,
      ...(timestamp !== undefined && { timestamp }),
      ...(type === 'keyDown' && key),
    }),
  )

/** Types as a keyboard-wedge reader does: key upon key without a pause, then Enter. */
export async function scan(tag: string) {
  const start = Date.now() / 1000
  // A busy machine passes the keys on late; the time at which they were pressed counts.
  await Promise.all(keysOf(tag).flatMap((key, index) => press(key, start + index * usualGap)))
}

/** As `scan`, but in real time, with so many milliseconds between two keys. */
export async function scanSlowly(tag: string, gapAfter: (index: number) => number | Promise<number>) {
  const pressed: Promise<unknown>[] = []
  for (const [index, key] of keysOf(tag).entries()) {
    pressed.push(...press(key))
    const gap = await gapAfter(index)
    await new Promise((resolve) => setTimeout(resolve, gap))
  }
  await Promise.all(pressed)
}
