import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

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

/** Types like a keyboard-wedge reader: key after key without a pause, then Enter. */
export async function scan(tag: string) {
  const start = Date.now() / 1000
  // A busy machine delivers the keys late; only the time of the key press counts.
  await Promise.all(keysOf(tag).flatMap((key, index) => press(key, start + index * usualGap)))
}

/** Like `scan`, but in real time, with this many milliseconds between keys. */
export async function scanSlowly(tag: string, gapAfter: (index: number) => number | Promise<number>) {
  const pressed: Promise<unknown>[] = []
  for (const [index, key] of keysOf(tag).entries()) {
    pressed.push(...press(key))
    const gap = await gapAfter(index)
    await new Promise((resolve) => setTimeout(resolve, gap))
  }
  await Promise.all(pressed)
}
