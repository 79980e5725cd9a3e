import { Checkbox } from '@mantine/core'
import { switchLetterKeys, useLetterKeys } from '#kernel/device/letter-keys.ts'
import { useIsTouch } from '#kernel/device/touch.ts'
import { m } from '#texts'

/** Switches the shortcuts of single characters on this browser; devices without a keyboard have none. */
export function LetterKeys() {
  const isOn = useLetterKeys()
  if (useIsTouch()) return null
  return (
    <Checkbox
      mt="lg"
      label={m.profile_letter_keys()}
      description={m.profile_letter_keys_hint()}
      checked={isOn}
      onChange={(event) => switchLetterKeys(event.currentTarget.checked)}
    />
  )
}
