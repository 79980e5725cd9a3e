import type { Directory, GroupMapping } from '@ats/contract/identity/directories.ts'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useRemoveMapping } from './directory-queries.ts'

const ConfirmMappingDialog = lazyPart(
  async () => (await import('./confirm-mapping-dialog.tsx')).ConfirmMappingDialog,
)

const MappingDialog = lazyPart(async () => (await import('./mapping-dialog.tsx')).MappingDialog)

type Open = { dialog: 'edit'; mapping?: GroupMapping } | { dialog: 'confirm'; mapping: GroupMapping }

/** The groups of a directory, and what they give. */
export function GroupMappings({ directory }: { directory: Directory }) {
  const { name, mappings } = directory
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      {mappings.length === 0 ? (
        <Text size="sm" my="sm">
          {m.directories_no_groups()}
        </Text>
      ) : (
        <JobList label={m.directories_groups_of({ name })}>
          {mappings.map((mapping) => (
            <Row key={mapping._id} directoryId={directory._id} mapping={mapping} onOpen={setOpen} />
          ))}
        </JobList>
      )}
      <Button
        variant="default"
        size="xs"
        aria-label={m.directories_add_group_to({ name })}
        onClick={() => setOpen({ dialog: 'edit' })}
      >
        {m.directories_add_group()}
      </Button>
      {open?.dialog === 'edit' && (
        <MappingDialog directory={directory} mapping={open.mapping} onClose={close} />
      )}
      {open?.dialog === 'confirm' && (
        <ConfirmMappingDialog directoryId={directory._id} mapping={open.mapping} onClose={close} />
      )}
    </>
  )
}

const unconfirmed = { text: m.directories_unconfirmed, color: 'blue' }

type RowProps = { directoryId: string; mapping: GroupMapping; onOpen: (open: Open) => void }

function Row({ directoryId, mapping, onOpen }: RowProps) {
  const { group, rank, roleName, locationName, places, everywhere, active } = mapping
  const where = everywhere
    ? m.roles_everywhere()
    : places.length === 0
      ? locationName
      : places.map(({ path }) => path).join('; ')
  return (
    <JobItem
      name={group}
      facts={`${shownName(roleName)}: ${where} · ${m.directories_rank()} ${rank}`}
      status={active ? undefined : unconfirmed}
      action={
        <Group gap={4}>
          {!active && (
            <Button
              size="compact-sm"
              aria-label={m.directories_confirm_named({ group })}
              onClick={() => onOpen({ dialog: 'confirm', mapping })}
            >
              {m.directories_confirm()}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={m.directories_edit_named({ name: group })}
            onClick={() => onOpen({ dialog: 'edit', mapping })}
          >
            {m.common_edit()}
          </Button>
          <RemoveButton directoryId={directoryId} mapping={mapping} />
        </Group>
      }
    />
  )
}

function RemoveButton({ directoryId, mapping: { _id, group } }: Omit<RowProps, 'onOpen'>) {
  const { mutateAsync } = useRemoveMapping(directoryId)
  const title = m.directories_remove_group({ group })
  const remove = async () => {
    const question = m.directories_remove_question()
    if (!(await confirm({ title, question, action: m.directories_remove(), danger: true }))) return
    try {
      await mutateAsync(_id)
      toast.success(m.directories_group_removed({ group }))
      document.querySelector('h1')?.focus()
    } catch (error) {
      toast.failure(m.directories_group_remove_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button variant="subtle" color="red" size="compact-sm" aria-label={title} onClick={() => void remove()}>
      {m.directories_remove()}
    </Button>
  )
}
