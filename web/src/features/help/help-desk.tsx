import { Button, Text } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { FaqList } from './faq-list.tsx'
import classes from './help.module.css'
import { OwnRequests, RequestsOfOthers } from './request-lists.tsx'

const AskDialog = lazyPart(async () => (await import('./ask-dialog.tsx')).AskDialog)

export function HelpDesk() {
  const [isAsking, setAsking] = useState(false)
  const answersOthers = useSession()?.user.permissions.includes('user-management') ?? false
  const ask = () => setAsking(true)
  return (
    <Page
      crumbs={[m.help_title()]}
      actions={
        <Button leftSection={<IconLifebuoy size={18} aria-hidden="true" />} onClick={ask}>
          {m.help_get()}
        </Button>
      }
    >
      <Text size="lg">{m.help_welcome()}</Text>
      <div className={classes.columns}>
        <FaqList onAsk={ask} />
        <div className={classes.column}>
          {answersOthers && <RequestsOfOthers />}
          <OwnRequests />
        </div>
      </div>
      {isAsking && <AskDialog onClose={() => setAsking(false)} />}
    </Page>
  )
}
