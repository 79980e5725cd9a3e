import { decodeEpc, normalizeTag } from '@ats/contract/epc.ts'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { assetsWithCode } from '#features/assets/asset-queries.ts'
import type { AssetFormValues } from '#features/assets/asset-schema.ts'
import { epcParts } from '#features/assets/panel/asset-epc.ts'
import { m } from '#texts'
import { TextField } from '#ui/form/fields.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import { PanelLink } from '#ui/panel-link.tsx'
import classes from './registration.module.css'

type Props = { form: ContractForm<AssetFormValues>; input: RefObject<HTMLInputElement | null> }

const pause = 300

/** The tag, what it says by GS1 rules, and the asset that carries it already. A scan replaces what is there. */
export function TagBox({ form, input }: Props) {
  const tag = normalizeTag(form.fields.useWatchValue('rfidTag') ?? '')
  return (
    <div>
      <TextField
        form={form}
        name="rfidTag"
        label={m.assets_rfid_tag()}
        description={m.registration_tag_hint()}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        spellCheck={false}
        required
        ref={input}
      />
      <div role="status" className={classes.tagSays}>
        <Epc tag={tag} />
        <Holder tag={tag} />
      </div>
    </div>
  )
}

function Epc({ tag }: { tag: string }) {
  const epc = decodeEpc(tag)
  if (epc === null) return null
  return (
    <Text size="sm" c="dimmed" title={epc}>
      {m.registration_tag_says()} {epcParts(epc).join(' · ')}
    </Text>
  )
}

function Holder({ tag }: { tag: string }) {
  const [asked] = useDebouncedValue(tag, pause)
  const { data = [] } = useQuery({ ...assetsWithCode(asked), staleTime: 0 })
  const holder = data.find(({ rfidTag, deleted }) => !deleted && rfidTag?.toUpperCase() === tag.toUpperCase())
  if (holder === undefined) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {m.registration_tag_taken()}{' '}
      <PanelLink id={holder._id} inherit underline="always">
        {holder.assetTagId} {holder.assetName}
      </PanelLink>
    </Text>
  )
}
