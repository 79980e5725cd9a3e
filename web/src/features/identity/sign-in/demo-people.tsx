import type { DemoRole } from '@ats/contract/identity/sessions.ts'
import { Button, Text } from '@mantine/core'
import { m } from '#texts'
import classes from './public-layout.module.css'
import type { Settings } from './sign-in.ts'

const titles: Record<DemoRole, () => string> = {
  administrator: m.login_demo_administrator,
  facilities: m.login_demo_facilities,
  manager: m.login_demo_manager,
  auditor: m.login_demo_auditor,
}

type Props = {
  people: NonNullable<Settings['demo']>['people']
  onChoose: (email: string) => void
}

/** A click signs in as somebody who sees another part of the organisation. */
export function DemoPeople({ people, onChoose }: Props) {
  return (
    <section aria-label={m.login_demo_people()}>
      <Text size="sm" c="dimmed" mt="lg" mb={6}>
        {m.login_demo_people()}
      </Text>
      <div className={classes.people}>
        {people.map(({ email, name, as }) => (
          <Button
            key={email}
            variant="default"
            h="auto"
            py={8}
            px="sm"
            justify="start"
            onClick={() => onChoose(email)}
          >
            <span style={{ textAlign: 'start', whiteSpace: 'normal', lineHeight: 1.35 }}>
              {name}
              <Text component="span" size="xs" c="dimmed" display="block">
                {titles[as]()}
              </Text>
            </span>
          </Button>
        ))}
      </div>
    </section>
  )
}
