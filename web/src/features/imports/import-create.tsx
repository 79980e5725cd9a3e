import { type CreatableMaster, isPlace, type Master, type MasterKind } from '@ats/contract/masters.ts'
import { Button } from '@mantine/core'
import { useAddMaster, useWhyNotAdded } from '#features/masters/masters.ts'
import { placeKindNames } from '#features/places/places.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { masterLabels } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'

const kindName = (kind: MasterKind) => (isPlace(kind) ? placeKindNames[kind]() : masterLabels[kind]())

type Props = { creates: CreatableMaster; onCreated: (made: Master) => Promise<unknown> }

/** Creates the record that a wrong text names, for people who may; then its rows are corrected. */
export function CreateMaster({ creates: { kind, name, parentId }, onCreated }: Props) {
  const isAllowed = useWhyNotAdded(kind) === undefined
  const { mutateAsync: add, isPending } = useAddMaster(kind)
  if (!isAllowed) return null
  const create = async () => {
    try {
      const made = await add({ name, ...(parentId !== null && { parentId }) })
      toast.success(m.masters_added({ name: made.name }))
      await onCreated(made)
    } catch (error) {
      toast.failure(m.masters_add_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button size="xs" variant="default" aria-disabled={isPending} onClick={() => isPending || void create()}>
      {m.imports_create({ name, kind: kindName(kind) })}
    </Button>
  )
}
