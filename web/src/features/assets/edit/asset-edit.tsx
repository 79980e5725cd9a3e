import type { Asset, AssetChange } from '@ats/contract/assets/assets.ts'
import { detailNames } from '@ats/contract/assets/fields.ts'
import { Button, Collapse, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  AssetNameField,
  AssignedUserField,
  DetailFields,
  PlaceFields,
  StateField,
  TagField,
} from '#features/assets/asset-fields.tsx'
import { assetTitle } from '#features/assets/asset-place.ts'
import { assetById, useUpdateAsset } from '#features/assets/asset-queries.ts'
import type { AssetFormValues } from '#features/assets/asset-schema.ts'
import { ApiError } from '#kernel/api-error.ts'
import { picture } from '#kernel/picture.ts'
import { m } from '#texts'
import { useBlobUrl } from '#ui/blob-url.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast.ts'
import classes from './asset-edit.module.css'
import { changeOf, schemaFor, valuesOf } from './asset-edit-change.ts'
import { type Conflict, ConflictView } from './asset-edit-conflict.tsx'

type Props = { asset: Asset; onClose: () => void }

export function EditDialog({ asset, onClose }: Props) {
  const [removeImage, setRemoveImage] = useState(false)
  const { form, conflict, keepMine, takeTheirs } = useEditing(asset, removeImage, onClose)
  return (
    <FormDialog
      onClose={onClose}
      isDirty={() => removeImage || form.fields.isDirty()}
      size="xl"
      sheet
      title={m.assets_edit_title({ name: assetTitle(asset) })}
    >
      {conflict === null ? (
        <FormBody
          form={form}
          actions={
            <>
              <CancelButton />
              <SubmitButton text={m.common_save()} sending={{ now: form.sending, text: m.common_saving() }} />
            </>
          }
        >
          <Fields asset={asset} form={form} />
          <PictureField asset={asset} form={form} removed={removeImage} onRemove={setRemoveImage} />
        </FormBody>
      ) : (
        <ConflictView conflict={conflict} onKeep={keepMine} onTake={takeTheirs} />
      )}
    </FormDialog>
  )
}

/** The form, and what to do when someone else saved the asset first. */
function useEditing(asset: Asset, removeImage: boolean, onClose: () => void) {
  const client = useQueryClient()
  const update = useUpdateAsset()
  const version = useRef(asset.version)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form: ContractForm<AssetFormValues> = useContractForm({
    schema: schemaFor(asset),
    initial: valuesOf(asset) as AssetFormValues,
    send: async (values) => {
      const { image } = values
      const change: AssetChange = { ...changeOf(asset, values), version: version.current }
      if (removeImage && image === null) change.removeImage = 'true'
      try {
        return await update({ id: asset._id, change, image })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'asset-changed-meanwhile') {
          const theirs = await client.fetchQuery({ ...assetById(asset._id), staleTime: 0 })
          setConflict({ asset, values, removeImage, theirs })
        }
        throw error
      }
    },
    done: () => {
      toast.success(m.assets_updated())
      onClose()
    },
    failure: m.assets_update_failed(),
    saysFirst: 'failure',
  })
  const keepMine = () => {
    version.current = conflict?.theirs.version ?? version.current
    setConflict(null)
    form.submit()
  }
  const takeTheirs = () => {
    toast.success(m.assets_theirs_taken())
    onClose()
  }
  return { form, conflict, keepMine, takeTheirs }
}

function Fields({ asset, form }: { asset: Asset; form: ContractForm<AssetFormValues> }) {
  const [opened, { toggle }] = useDisclosure(false)
  const isWrong = detailNames.some((name) => form.fields.errors[name])
  const shown = opened || isWrong
  return (
    <>
      <FieldRow>
        <TagField form={form} required={asset.rfidTag !== null} />
        <AssetNameField form={form} />
      </FieldRow>
      <PlaceFields form={form} />
      <FieldRow>
        <StateField form={form} />
        <AssignedUserField form={form} />
      </FieldRow>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={shown}
        rightSection={shown ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        onClick={toggle}
        mr="auto"
      >
        {m.assets_more_details()}
      </Button>
      <Collapse expanded={shown} transitionDuration={0}>
        <Stack>
          <DetailFields form={form} />
        </Stack>
      </Collapse>
    </>
  )
}

type PictureProps = {
  asset: Asset
  form: ContractForm<AssetFormValues>
  removed: boolean
  onRemove: (remove: boolean) => void
}

/** Choosing another picture replaces the present one. */
function PictureField({ asset, form, removed, onRemove }: PictureProps) {
  const { data } = useQuery(picture(asset.image))
  const present = useBlobUrl(data)
  const chosen = form.fields.useWatchValue('image')
  return (
    <div className={classes.picture}>
      <ImageField form={form} name="image" label={m.assets_image()} current={removed ? undefined : present} />
      {asset.image !== null && chosen === null && (
        <>
          {removed && (
            <Text size="sm" mt="xs" role="status">
              {m.assets_image_going()}
            </Text>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" mt={4} onClick={() => onRemove(!removed)}>
            {removed ? m.assets_image_keep() : m.assets_image_remove()}
          </Button>
        </>
      )}
    </div>
  )
}
