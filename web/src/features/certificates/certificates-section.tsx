import type { ListedCertificate } from '@ats/contract/certificates/certificates.ts'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { NewCertificate } from './certificate-dialog.tsx'
import { certificateList } from './certificate-queries.ts'
import { roleTexts } from './certificate-words.ts'
import classes from './certificates.module.css'

type Props = { inventoryId: string; manages: boolean }

/** The certificates of an approved inventory, the last one first. */
export function CertificatesSection({ inventoryId, manages }: Props) {
  const { data } = useQuery(certificateList({ inventoryId }))
  const [isMaking, setMaking] = useState(false)
  const location = useCity()
  const navigate = useNavigate()
  if (data === undefined) return null
  const { rows } = data
  return (
    <Paper component="section" withBorder className={classes.section ?? ''} aria-label={m.cert_all()}>
      <Group justify="space-between">
        <strong>{m.cert_all()}</strong>
        {manages && rows.length === 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setMaking(true)}>
            {m.cert_make()}
          </Button>
        )}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm">{m.cert_none()}</Text>
      ) : (
        <ul className={classes.list}>
          {rows.map((row) => (
            <Line key={row._id} row={row} location={location} />
          ))}
        </ul>
      )}
      {isMaking && (
        <NewCertificate
          inventoryId={inventoryId}
          onClose={() => setMaking(false)}
          onMade={(id) =>
            void navigate({ to: '/dashboard/$location/certificates/$id', params: { location, id } })
          }
        />
      )}
    </Paper>
  )
}

function Line({ row, location }: { row: ListedCertificate; location: string }) {
  const { _id: id, number, madeAt, madeBy, signedBy, isReplaced } = row
  const signed = signedBy.map((role) => roleTexts[role]()).join(', ')
  return (
    <li>
      <AnchorLink to="/dashboard/$location/certificates/$id" params={{ location, id }} inherit>
        {number}
      </AnchorLink>{' '}
      · <Moment at={madeAt} /> · {madeBy} ·{' '}
      {isReplaced
        ? m.cert_is_replaced()
        : signed === ''
          ? m.cert_unsigned()
          : m.cert_signed_by({ roles: signed })}
    </li>
  )
}
