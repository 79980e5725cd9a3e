import { type MailChoice, mailChoices as ways } from '@ats/contract/notifications.ts'
import { Alert, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#kernel/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { mailChoices, useChooseMail } from './notification-queries.ts'
import { mailNames, ruleNames } from './notification-texts.ts'
import classes from './notifications.module.css'

/** What else than this screen tells of it; each choice is kept as it is made. */
export function MailChoices() {
  const query = useQuery(mailChoices)
  return (
    <Paper component="section" withBorder className={classes.sheet ?? ''} aria-labelledby="by-mail">
      <Title order={2} id="by-mail" fz="lg">
        {m.notifications_mail_title()}
      </Title>
      <Text size="sm" c="dimmed">
        {m.notifications_mail_lead()}
      </Text>
      {query.isPending && <Loading />}
      {query.isError && query.data === undefined && (
        <LoadFailed
          text={m.notifications_mail_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Choices {...query.data} />}
    </Paper>
  )
}

type Given = NonNullable<Awaited<ReturnType<NonNullable<typeof mailChoices.queryFn>>>>

function Choices({ mailIsSet, choices }: Given) {
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
      {!mailIsSet && (
        <Alert color="yellow" role="note">
          {m.notifications_mail_not_set()}
        </Alert>
      )}
      {choices.map(({ rule, mail }) => (
        <NativeSelect
          key={rule}
          label={ruleNames[rule]()}
          disabled={!mailIsSet}
          value={mail}
          data={ways.map((way) => ({ value: way, label: mailNames[way]() }))}
          onChange={(event) => void choose(rule, event.currentTarget.value as MailChoice)}
        />
      ))}
    </>
  )
}
