import type { Asset } from '@ats/contract/assets/assets.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AssetNameField,
  AssignedUserField,
  DetailFields,
  OwnFields,
  PlaceFields,
  StateField,
  TagField,
} from '#features/assets/asset-fields.tsx'
import { ownChange, withOwnFields } from '#features/assets/asset-own-fields.ts'
import { assetTitle } from '#features/assets/asset-place.ts'
import { useUpdateAsset } from '#features/assets/asset-queries.ts'
import type { AssetFormValues } from '#features/assets/asset-schema.ts'
import { ownConflictFields, ownFieldList } from '#features/own-fields/own-fields.ts'
import { picture } from '#kernel/http/picture.ts'
import { m } from '#texts'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import { toast } from '#ui/toast/toast.ts'
import { assetFields } from './asset-conflict-fields.tsx'
import classes from './asset-edit.module.css'
import { changeOf, flat, nested, schemaFor, valuesOf } from './asset-edit-change.ts'

type Props = { asset: Asset; onClose: () => void }

export function EditDialog({ asset, onClose }: Props) {
  const [removeImage, setRemoveImage] = useState(false)
  const form = useEditing(asset, removeImage, onClose)
  return (
    <FormDialog
      onClose={onClose}
      isDirty={() => removeImage || form.fields.isDirty()}
      size="xl"
      sheet
      title={m.assets_edit_title({ name: assetTitle(asset) })}
    >
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
    </FormDialog>
  )
}

function useEditing(asset: Asset, removeImage: boolean, onClose: () => void): ContractForm<AssetFormValues> {
  const update = useUpdateAsset()
  const { data: ownFields = [] } = useQuery(ownFieldList())
  const first = useFirstShown(asset)
  return useContractForm({
    schema: withOwnFields(schemaFor(first), ownFields, first.fields),
    initial: valuesOf(first) as AssetFormValues,
    send: (values) => {
      const { location, placeId, ...texts } = {
        ...changeOf(first, values),
        ...ownChange(ownFields, values, first.fields),
      }
      const edited = {
        ...flat(texts),
        ...(location !== undefined && { placeId: placeId || location }),
        ...((removeImage || values.image !== null) && { image: values.image ?? '' }),
        version: first.version,
      }
      return sendOrDecide(
        edited,
        { ...assetFields(), ...ownConflictFields(ownFields) },
        ({ placeId: place, image, ...change }) =>
          update({
            id: first._id,
            change: {
              ...nested(change),
              ...(place !== undefined && { location, placeId }),
              ...(image === '' && { removeImage: 'true' as const }),
            },
            image: image instanceof Blob ? image : null,
          }),
      )
    },
    done: () => {
      toast.success(m.assets_updated())
      onClose()
    },
    leave: onClose,
    failure: m.assets_update_failed(),
    saysFirst: 'failure',
  })
}

function Fields({ asset, form }: { asset: Asset; form: ContractForm<AssetFormValues> }) {
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
      <DetailFields form={form} />
      <OwnFields form={form} asset={asset} />
    </>
  )
}

type PictureProps = {
  asset: Asset
  form: ContractForm<AssetFormValues>
  removed: boolean
  onRemove: (remove: boolean) => void
}

/** Choosing another image replaces the current one. */
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
