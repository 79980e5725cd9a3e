import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import classes from './counting.module.css'
import { loadDeviceName } from './late-parts.ts'
import { thisDevice } from './outbox/device.ts'

const DeviceNameDialog = lazyPart(loadDeviceName)

/** The name under which the review shows this device, and the way to change it. */
export function DeviceName() {
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.device}>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        h={48}
        leftSection={<IconDeviceMobile size={22} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {m.count_device({ name: thisDevice().device })}
      </Button>
      {open && <DeviceNameDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
