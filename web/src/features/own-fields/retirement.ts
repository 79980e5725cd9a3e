import { type OwnFieldDefinition, ownFieldDefinitions } from '@ats/contract/own-fields/definitions.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useBringBackField, useRetireField } from './definition-queries.ts'
import { ownFieldLabel } from './own-value-text.tsx'

async function question(field: OwnFieldDefinition) {
  const name = ownFieldLabel(field)
  const { count, more } = await call(ownFieldDefinitions.uses, { params: { id: field.id } })
  if (count === 0) return m.own_fields_retire_unused({ name })
  if (count === 1) return m.own_fields_retire_used_one({ name })
  const given = { name, count: formatNumber(count) }
  return more ? m.own_fields_retire_used_beyond(given) : m.own_fields_retire_used(given)
}

/** Retires a field after a question that says how many assets have a value, and brings it back. */
export function useRetirement() {
  const [send, undo] = [useRetireField(), useBringBackField()]
  const bringBack = (field: OwnFieldDefinition) =>
    orSay(async () => {
      await undo({ id: field.id })
      toast.success(m.own_fields_brought_back({ name: ownFieldLabel(field) }))
    })
  const retire = (field: OwnFieldDefinition) =>
    orSay(async () => {
      const title = m.own_fields_retire_named({ name: ownFieldLabel(field) })
      if (!(await confirm({ title, question: await question(field), action: m.own_fields_retire() }))) return
      await send({ id: field.id, version: field.version })
      const again = { text: m.own_fields_bring_back(), run: () => void bringBack(field) }
      toast.success(m.own_fields_retired({ name: ownFieldLabel(field) }), again)
    })
  return { retire, bringBack }
}

async function orSay(step: () => Promise<void>) {
  try {
    await step()
  } catch (error) {
    toast.failure(m.own_fields_save_failed(), messageOf(error, m.error_unexpected()))
  }
}
