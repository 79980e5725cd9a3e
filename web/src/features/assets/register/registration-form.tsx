import type { Asset } from '@ats/contract/assets/assets.ts'
import { detailNames } from '@ats/contract/assets/fields.ts'
import { Button, Checkbox, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import {
  AssetNameField,
  AssignedUserField,
  DetailFields,
  PlaceFields,
} from '#features/assets/asset-fields.tsx'
import { useRegisterAsset } from '#features/assets/asset-queries.ts'
import { type AssetFormValues, assetForm, emptyAsset } from '#features/assets/asset-schema.ts'
import { useLocalSetting } from '#kernel/local-setting.ts'
import { useScope } from '#kernel/location.ts'
import { m } from '#texts'
import { FieldRow, FormPage } from '#ui/form/form-page.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { PanelLink } from '#ui/panel-link.tsx'
import { toast } from '#ui/toast.ts'
import classes from './registration.module.css'
import { useSubmissionKey } from './registration-key.ts'
import { useReader } from './registration-reader.ts'
import { TagBox } from './registration-tag.tsx'

export function AssetRegistration() {
  const { location = '' } = useScope()
  return <RegistrationForm key={location} location={location} />
}

function RegistrationForm({ location }: { location: string }) {
  const { tag = '' } = useSearch({ strict: false }) as { tag?: string }
  const tagBox = useRef<HTMLInputElement>(null)
  const [keep, setKeep] = useLocalSetting('registration:keep', false)
  const { form, registered } = useRegistration({ ...emptyAsset, rfidTag: tag, location }, keep)
  const putTag = (next: string) => form.fields.setFieldValue('rfidTag', next)
  useReader({ form: form.ref, tagBox, onTag: putTag })
  useNewTag(tag, putTag)
  useEffect(() => {
    if (registered.length > 0) tagBox.current?.focus()
  }, [registered])
  return (
    <FormPage
      crumbs={[m.crumb_manage_asset(), m.assets_register_title()]}
      form={form}
      submit={m.registration_submit()}
      sending={m.registration_sending()}
      actions={
        <>
          <Checkbox
            ml="xs"
            label={m.registration_keep()}
            description={m.registration_keep_hint()}
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
          <Recent registered={registered} />
        </>
      }
    >
      <TagBox form={form} input={tagBox} />
      <FieldRow>
        <AssetNameField form={form} />
        <AssignedUserField form={form} />
      </FieldRow>
      <PlaceFields form={form} />
      <ImageField form={form} name="image" label={m.assets_image()} />
      <MoreDetails form={form} />
    </FormPage>
  )
}

/** A tag that arrives in the address while the form is open, from the scan box, replaces the one before. */
function useNewTag(tag: string, put: (tag: string) => void) {
  const [seen, setSeen] = useState(tag)
  const putNew = useEffectEvent(() => {
    if (tag === seen) return
    setSeen(tag)
    put(tag)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each tag
  useEffect(putNew, [tag])
}

const mostRecent = 5

function useRegistration(first: AssetFormValues, keep: boolean) {
  const register = useRegisterAsset()
  const submission = useSubmissionKey()
  const [registered, setRegistered] = useState<Asset[]>([])
  const form = useContractForm({
    schema: assetForm,
    initial: first,
    send: ({ image, ...values }) => {
      const asset = { ...values, assetState: undefined }
      return register({ asset, image, key: submission.keyFor(asset, image) })
    },
    done: ({ asset }) => {
      submission.forget()
      toast.success(m.assets_registered())
      setRegistered((before) => [asset, ...before].slice(0, mostRecent))
      const { location } = first
      const next = keep ? form.fields.getValues() : { ...emptyAsset, location }
      form.fields.setInitialValues({ ...next, rfidTag: '', serialNo: '', image: null })
      form.fields.reset()
    },
    failure: m.assets_register_failed(),
  })
  return { form, registered }
}

/** Folded until the person, or an error in one of them, opens it. */
function MoreDetails({ form }: { form: ContractForm<AssetFormValues> }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const wrong = detailNames.some((name) => form.fields.errors[name])
  // Stays open once an error opened it: the error goes with the first key that is typed.
  useEffect(() => {
    if (wrong) setOpen(true)
  }, [wrong])
  const opened = open || wrong
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <>
      <div>
        <Button
          variant="subtle"
          px={6}
          ml={-6}
          leftSection={<Icon size={18} aria-hidden="true" />}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpen(!opened)}
        >
          {m.assets_more_details()}
        </Button>
      </div>
      <div id={id} hidden={!opened} className={classes.more}>
        <DetailFields form={form} />
      </div>
    </>
  )
}

/** What was registered in this sitting, to look at or put right. */
function Recent({ registered }: { registered: Asset[] }) {
  if (registered.length === 0) return null
  return (
    <section aria-label={m.registration_recent()} className={classes.recent}>
      <Text size="sm" c="dimmed">
        {m.registration_recent()}
      </Text>
      <ul>
        {registered.map((asset) => (
          <li key={asset._id}>
            <PanelLink id={asset._id} size="sm">
              {asset.assetTagId} {asset.assetName}
            </PanelLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
