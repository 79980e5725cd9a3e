import type { Session } from '@ats/contract/identity/sessions.ts'
import { Badge, Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { m } from '#texts'
import { Moment } from '#ui/text/moment.tsx'
import { deviceOf } from './sessions-device.ts'
import classes from './sessions-list.module.css'

export function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = deviceOf(session.agent)
  const Icon = device.kind === 'mobile' ? IconDeviceMobile : IconDeviceDesktop
  const name = nameOf(device)
  return (
    <li className={classes.session}>
      <Icon size={28} stroke={1.4} aria-hidden="true" className={classes.icon} />
      <div className={classes.about}>
        <div className={classes.name}>
          <span title={session.agent}>{name}</span>
          {session.program && (
            <Badge color="gray" variant="light" radius="sm" tt="none" fw={500}>
              {m.sessions_program()}
            </Badge>
          )}
          {session.current && (
            <Badge color="teal" variant="light" radius="sm" tt="none" fw={500}>
              {m.sessions_this_device()}
            </Badge>
          )}
        </div>
        <div className={classes.facts}>
          <span>{m.sessions_address({ address: session.address })}</span>
          <span>
            {m.sessions_last_seen()} <Moment at={session.lastSeenAt} as="ago" />
          </span>
          <span>
            {m.sessions_signed_in()} <Moment at={session.createdAt} />
          </span>
        </div>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          aria-label={m.sessions_end_named({ session: `${name}, ${session.address}` })}
          onClick={onEnd}
        >
          {m.sessions_end()}
        </Button>
      )}
    </li>
  )
}

function nameOf({ browser, system }: ReturnType<typeof deviceOf>): string {
  if (browser !== undefined && system !== undefined) return m.sessions_device({ browser, system })
  return browser ?? system ?? m.sessions_unknown_device()
}
