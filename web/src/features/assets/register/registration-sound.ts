import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { signal } from '#kernel/device/signals.ts'

/** Remembered in this browser. */
export const useSound = () => useLocalSetting('registration:sound', true)

/** The tones of counting: one for a success, two low ones for an error. */
export function useBeep() {
  const [isOn] = useSound()
  return (is: ReadClass) => signal(is, { sound: isOn, vibration: isOn })
}
