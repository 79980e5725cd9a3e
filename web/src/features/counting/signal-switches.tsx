import { ActionIcon } from '@mantine/core'
import {
  IconDeviceMobileOff,
  IconDeviceMobileVibration,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { m } from '#texts'
import classes from './counting.module.css'
import { useSignals } from './use-sweep.ts'

export function SignalSwitches() {
  const [signals, keep] = useSignals()
  const { sound, vibration } = signals
  const look = { variant: 'subtle', color: 'gray', size: 48 } as const
  return (
    <div className={classes.switches}>
      <ActionIcon
        {...look}
        aria-label={m.count_sound()}
        aria-pressed={sound}
        onClick={() => keep({ ...signals, sound: !sound })}
      >
        {sound ? <IconVolume size={24} /> : <IconVolumeOff size={24} />}
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={m.count_vibration()}
        aria-pressed={vibration}
        onClick={() => keep({ ...signals, vibration: !vibration })}
      >
        {vibration ? <IconDeviceMobileVibration size={24} /> : <IconDeviceMobileOff size={24} />}
      </ActionIcon>
    </div>
  )
}
