import type { OwnFactors, Passkey } from '@ats/contract/identity/second-factor.ts'
import { Button, Group } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconKey } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from '#features/identity/sessions/sessions-list.module.css'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Moment } from '#ui/text/moment.tsx'
import type { FactorDialog } from './use-factor-dialog.ts'

type Props = { factors: OwnFactors; onOpen: (dialog: FactorDialog) => void }

/** The authenticator app, the passkeys and the recovery codes, with what can be done about each. */
export function FactorList({ factors, onOpen }: Props) {
  const { totp, passkeys, recoveryCodes } = factors
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <>
      <ul className={classes.sessions}>
        <Factor icon={IconDeviceMobile} name={m.second_totp()} facts={<TotpFacts totp={totp} />}>
          <Action
            text={totp === null ? m.second_set_up() : m.second_replace()}
            about={m.second_totp()}
            onClick={() => onOpen({ kind: 'totp' })}
          />
          {totp !== null && (
            <Action
              text={m.second_remove()}
              about={m.second_totp()}
              onClick={() => onOpen({ kind: 'confirm', what: { remove: 'totp' } })}
            />
          )}
        </Factor>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onOpen={onOpen} />
        ))}
        {hasFactor && (
          <Factor
            icon={IconKey}
            name={m.second_codes()}
            facts={m.second_codes_left({ count: formatNumber(recoveryCodes) })}
          >
            <Action
              text={m.second_codes_make()}
              onClick={() => onOpen({ kind: 'confirm', what: { make: 'codes' } })}
            />
          </Factor>
        )}
      </ul>
      <Button variant="default" onClick={() => onOpen({ kind: 'passkey' })}>
        {m.second_passkey_add()}
      </Button>
    </>
  )
}

const Used = ({ added, last }: { added: string; last: string | null }) => (
  <>
    <span>
      {m.second_added()} <Moment at={added} />
    </span>
    <span>
      {m.second_last_used()} {last === null ? m.second_never() : <Moment at={last} as="ago" />}
    </span>
  </>
)

const TotpFacts = ({ totp }: Pick<OwnFactors, 'totp'>) =>
  totp === null ? m.second_not_set_up() : <Used added={totp.createdAt} last={totp.lastUsedAt} />

function PasskeyItem({ passkey, onOpen }: { passkey: Passkey } & Pick<Props, 'onOpen'>) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const label = m.second_passkey_named({ name })
  return (
    <Factor icon={IconFingerprint} name={label} facts={<Used added={createdAt} last={lastUsedAt} />}>
      <Action text={m.second_rename()} about={label} onClick={() => onOpen({ kind: 'rename', passkey })} />
      <Action
        text={m.second_remove()}
        about={label}
        onClick={() => onOpen({ kind: 'confirm', what: { remove: 'passkey', id, name } })}
      />
    </Factor>
  )
}

type FactorProps = {
  icon: ComponentType<{
    size: number
    stroke: number
    className?: string | undefined
    'aria-hidden'?: 'true'
  }>
  name: string
  facts: ReactNode
  children: ReactNode
}

function Factor({ icon: Icon, name, facts, children }: FactorProps) {
  return (
    <li className={classes.session}>
      <Icon size={28} stroke={1.4} aria-hidden="true" className={classes.icon} />
      <div className={classes.about}>
        <div className={classes.name}>{name}</div>
        <div className={classes.facts}>{facts}</div>
      </div>
      <Group gap="xs" justify="flex-end">
        {children}
      </Group>
    </li>
  )
}

function Action({ text, about, onClick }: { text: string; about?: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      onClick={onClick}
      {...(about !== undefined && { 'aria-label': `${text}: ${about}` })}
    >
      {text}
    </Button>
  )
}
