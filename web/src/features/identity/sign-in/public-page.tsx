import { Alert, Text } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Heading } from '#ui/page/heading.tsx'
import classes from './public-layout.module.css'

type Props = {
  title: string
  heading: string
  lead: string
  notice?: { kind: 'success' | 'info'; text: string } | undefined
  children: ReactNode
  foot?: ReactNode
}

/**
 * The layout of every page before the sign-in: a heading, a line of text, an optional notice, the form, and a
 * link.
 */
export function PublicPage({ title, heading, lead, notice, children, foot }: Props) {
  return (
    <>
      <div>
        <Heading title={heading} documentTitle={title} />
        <Text c="dimmed" mt={6}>
          {lead}
        </Text>
      </div>
      {notice !== undefined && (
        <Alert
          role="status"
          color={notice.kind === 'success' ? 'teal' : 'indigo'}
          icon={notice.kind === 'success' ? <IconCircleCheck /> : <IconInfoCircle />}
        >
          {notice.text}
        </Alert>
      )}
      {children}
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </>
  )
}
