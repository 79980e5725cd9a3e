import { type ReaderShell, shellEventName, shellName } from '#kernel/reader-shell/shell.ts'
import type { SentShellEvent } from '#kernel/reader-shell/shell-events.ts'

/** What the page asked the reader to do, the latest last. */
type Asked = { action: 'start' | 'stop' | 'locate' | 'write'; epcs?: string[]; power?: number | undefined }

/**
 * A shell without a reader, for tests and for developers: docs/develop/reader-shell.md says how to start it. Tags
 * are heard only while the reader would read.
 */
export function simulateReader(
  facts: Partial<Pick<ReaderShell, 'name' | 'signal' | 'trigger' | 'power'>> = {},
) {
  const asked: Asked[] = []
  let isHeld = false
  const send = (...events: unknown[]) =>
    globalThis.dispatchEvent(new CustomEvent(shellEventName, { detail: events }))
  const say = (...events: SentShellEvent[]) => send(...events)
  const shell: ReaderShell = {
    ...{ version: 1, name: 'Simulated reader', signal: true, trigger: true },
    ...{ power: { min: 5, max: 30 }, ...facts },
    inventory(action, power) {
      asked.push({ action, power })
      if (!shell.trigger) say({ type: 'status', status: action === 'start' ? 'reading' : 'stopped' })
    },
    locate(epcs, power) {
      asked.push({ action: 'locate', epcs, power })
      if (!shell.trigger) say({ type: 'status', status: 'reading' })
    },
    write(epc, newEpc) {
      asked.push({ action: 'write', epcs: [epc, newEpc] })
      say({ type: 'written', epc: newEpc, ok: true })
    },
  }
  const isOn = () => {
    const last = asked.at(-1)?.action
    return (last === 'start' || last === 'locate') && (isHeld || !shell.trigger)
  }
  Object.assign(globalThis, { [shellName]: shell })
  return {
    ...{ asked, send, say },
    pull() {
      isHeld = true
      say({ type: 'trigger', state: 'down' })
    },
    release() {
      isHeld = false
      say({ type: 'trigger', state: 'up' })
    },
    /** Returns whether the page heard it. */
    read(epc: string, rssi?: number): boolean {
      if (isOn()) say({ type: 'tag', epc, at: Date.now(), ...(rssi !== undefined && { rssi }) })
      return isOn()
    },
    remove: () => void Reflect.deleteProperty(globalThis, shellName),
  }
}
