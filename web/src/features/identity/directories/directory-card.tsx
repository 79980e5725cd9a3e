import type { Directory } from '@ats/contract/identity/directories.ts'
import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useRemoveDirectory, useTestDirectory } from './directory-queries.ts'
import { GroupMappings } from './group-mappings.tsx'

type Props = { directory: Directory; onEdit: () => void }

/** A directory with its state, what can be done with it, and its groups. */
export function DirectoryCard({ directory, onEdit }: Props) {
  const { _id: id, name, kind, enabled, people } = directory
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} mb="md" aria-labelledby={id}>
      <Group justify="space-between" align="start">
        <div>
          <Group gap="sm">
            <Title order={2} fz="lg" id={id}>
              {name}
            </Title>
            <Badge variant="default">{kind.toUpperCase()}</Badge>
            <Badge variant="light" color={enabled ? 'teal' : 'gray'} autoContrast>
              {enabled ? m.directories_on() : m.directories_off()}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {addressOf(directory)} · {counted(people, m.directories_people_one, m.directories_people_other)}
          </Text>
        </div>
        <Actions directory={directory} onEdit={onEdit} />
      </Group>
      {directory.kind === 'oidc' && (
        <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          {m.directories_callback()}: <code>{directory.callback}</code>
        </Text>
      )}
      <GroupMappings directory={directory} />
    </Paper>
  )
}

const addressOf = (directory: Directory) =>
  directory.kind === 'oidc' ? directory.settings.issuer : directory.settings.url

function Actions({ directory: { _id: id, name }, onEdit }: Props) {
  const test = useTestDirectory()
  const remove = useRemoveDirectory()
  const testNow = () =>
    test.mutateAsync(id).then(
      () => toast.success(m.directories_test_done({ name })),
      (error: unknown) => toast.failure(m.directories_test_failed({ name }), messageOf(error, '')),
    )
  const removeNow = async () => {
    const title = m.directories_delete_named({ name })
    const question = m.directories_delete_question()
    if (!(await confirm({ title, question, action: m.common_delete(), danger: true }))) return
    try {
      await remove.mutateAsync(id)
      toast.success(m.directories_deleted({ name }))
      document.querySelector('h1')?.focus()
    } catch (error) {
      toast.failure(m.directories_delete_failed(), messageOf(error, ''))
    }
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        aria-label={m.directories_test_named({ name })}
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && void testNow()}
      >
        {test.isPending ? m.directories_testing() : m.directories_test()}
      </Button>
      <Button variant="default" size="xs" aria-label={m.directories_edit_named({ name })} onClick={onEdit}>
        {m.common_edit()}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={m.directories_delete_named({ name })}
        onClick={() => void removeNow()}
      >
        {m.common_delete()}
      </Button>
    </Group>
  )
}
