import { type MailChoice, mailChoices as ways } from '@ats/contract/notifications.ts'
import { NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { toast } from '#ui/toast/toast.ts'
import { mailChoices, useChooseMail } from './notification-queries.ts'
import { mailNames, ruleNames } from './notification-texts.ts'
import classes from './notifications.module.css'

/** A link may point here before this is loaded. */
const showIfMeant = (section: HTMLElement | null) => {
  if (location.hash === '#by-mail') section?.scrollIntoView()
}

/**
 * Chooses the notifications that are also sent by email, if this server sends email; each choice is saved
 * immediately.
 */
export function MailChoices() {
  const query = useQuery(mailChoices)
  if (query.data?.mailIsSet !== true && !query.isError) return null
  return (
    <Paper
      ref={showIfMeant}
      component="section"
      withBorder
      className={classes.sheet ?? ''}
      aria-labelledby="by-mail"
    >
      <Title order={2} id="by-mail" fz="lg">
        {m.notifications_mail_title()}
      </Title>
      <Text size="sm" c="dimmed">
        {m.notifications_mail_lead()}
      </Text>
      {query.isError && query.data === undefined && (
        <LoadFailed
          text={m.notifications_mail_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Choices choices={query.data.choices} />}
    </Paper>
  )
}

type Given = NonNullable<Awaited<ReturnType<NonNullable<typeof mailChoices.queryFn>>>>

function Choices({ choices }: Pick<Given, 'choices'>) {
  const { mutateAsync } = useChooseMail()
  const choose = async (rule: Given['choices'][number]['rule'], mail: MailChoice) => {
    try {
      await mutateAsync({ rule, mail })
      toast.success(m.notifications_mail_saved())
    } catch (error) {
      toast.failure(m.notifications_mail_save_failed(), messageOf(error, ''))
    }
  }
  return (
    <>
      {choices.map(({ rule, mail }) => (
        <NativeSelect
          key={rule}
          label={ruleNames[rule]()}
          value={mail}
          data={ways.map((way) => ({ value: way, label: mailNames[way]() }))}
          onChange={(event) => void choose(rule, event.currentTarget.value as MailChoice)}
        />
      ))}
    </>
  )
}
