import type { RememberedDevice } from '@ats/contract/identity/second-factor.ts'
import { Button, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { deviceOf } from '#features/identity/sessions/sessions-device.ts'
import classes from '#features/identity/sessions/sessions-list.module.css'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useForgetDevice } from './factor-queries.ts'

/** Browsers that skip the second step. The clicked button disappears, so the focus moves to the heading. */
export function RememberedDevices({ devices }: { devices: readonly RememberedDevice[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const forget = useForgetDevice()
  const forgetOne = async (id: string) => {
    try {
      await forget(id)
      toast.success(m.second_device_forgotten())
      heading.current?.focus()
    } catch (error) {
      toast.failure(messageOf(error, m.second_failed()))
    }
  }
  return (
    <>
      <Title ref={heading} order={3} fz="md" mt="xl" tabIndex={-1} className={classes.heading ?? ''}>
        {m.second_devices()}
      </Title>
      {devices.length === 0 && (
        <Text size="sm" c="dimmed">
          {m.second_devices_none()}
        </Text>
      )}
      <ul className={classes.sessions}>
        {devices.map((device) => (
          <Device key={device.id} device={device} onForget={() => void forgetOne(device.id)} />
        ))}
      </ul>
    </>
  )
}

function Device({ device, onForget }: { device: RememberedDevice; onForget: () => void }) {
  const { browser, system } = deviceOf(device.agent)
  const name = [browser, system].filter(Boolean).join(', ') || m.sessions_unknown_device()
  return (
    <li className={classes.session}>
      <div className={classes.about}>
        <div className={classes.name}>{name}</div>
        <div className={classes.facts}>
          <span>{m.sessions_address({ address: device.address })}</span>
          <span>
            {m.second_last_used()} <Moment at={device.lastUsedAt} as="ago" />
          </span>
          <span>
            {m.second_until()} <Moment at={device.expiresAt} />
          </span>
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`${m.second_forget()}: ${name}, ${device.address}`}
        onClick={onForget}
      >
        {m.second_forget()}
      </Button>
    </li>
  )
}
