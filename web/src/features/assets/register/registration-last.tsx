import { ActionIcon } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { m } from '#texts'
import classes from './registration.module.css'
import type { Outcome } from './registration-kept.ts'
import { useSound } from './registration-sound.ts'

/** The outcome of the last scan, large enough to be read from a step away. */
export function LastScan({ last }: { last: Outcome | undefined }) {
  const isWrong = last?.is === 'known'
  const Icon = isWrong ? IconCircleXFilled : IconCircleCheckFilled
  return (
    <div role="status" className={classes.last} data-wrong={isWrong || undefined}>
      {last !== undefined && last.is !== 'undone' && (
        <>
          <Icon size={44} aria-hidden="true" />
          <div>
            <strong>{isWrong ? last.tag : last.asset?.assetTagId}</strong>
            <span>{isWrong ? m.registration_not_registered() : last.asset?.assetName}</span>
            {!isWrong && <span>{last.asset?.place}</span>}
          </div>
        </>
      )}
    </div>
  )
}

export function SoundSwitch() {
  const [isOn, setOn] = useSound()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={m.count_sound()}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
    >
      {isOn ? <IconVolume size={20} aria-hidden="true" /> : <IconVolumeOff size={20} aria-hidden="true" />}
    </ActionIcon>
  )
}
