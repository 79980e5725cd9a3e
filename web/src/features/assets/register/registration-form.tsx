import { Checkbox } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  AssetNameField,
  AssignedUserField,
  DetailFields,
  OwnFields,
  PlaceFields,
} from '#features/assets/asset-fields.tsx'
import { emptyAsset } from '#features/assets/asset-schema.ts'
import { useScope } from '#kernel/address/location.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { giveScan } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import { FieldRow, FormPage } from '#ui/form/form-page.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import classes from './registration.module.css'
import { useScannedPlace } from './registration-place.ts'
import { useReader } from './registration-reader.ts'
import { SeriesChoice } from './registration-series.tsx'
import { TagBox } from './registration-tag.tsx'
import { WaitingTags } from './registration-waiting.tsx'
import { type Registration, useRegistration } from './use-registration.ts'

const Recent = lazyPart(async () => (await import('./registration-recent.tsx')).Recent)
const SecondTagQuestion = lazyPart(
  async () => (await import('./registration-question.tsx')).SecondTagQuestion,
)

export function AssetRegistration() {
  const { location = '' } = useScope()
  return <RegistrationForm key={location} location={location} />
}

function RegistrationForm({ location }: { location: string }) {
  const { tag = '', place = '' } = useSearch({ strict: false })
  const tagBox = useRef<HTMLInputElement>(null)
  const [keepsValues, setKeepsValues] = useLocalSetting('registration:keep', false)
  const [registersOnScan, setRegistersOnScan] = useLocalSetting('registration:on-scan', false)
  const kept = { keepsValues, registersOnScan: keepsValues && registersOnScan }
  const registration = useRegistration({ ...emptyAsset, rfidTag: tag, location }, kept, tagBox)
  const { form, entered, takeScan } = registration
  useReader({ form: form.ref, entered, neighbours: registration.neighbours, onScan: takeScan })
  useNewTag(tag)
  useScannedPlace(form, [place].flat()[0] ?? '')
  return (
    <FormPage
      crumbs={[m.crumb_manage_asset(), m.assets_register_title()]}
      form={form}
      submit={m.registration_submit()}
      sending={m.registration_sending()}
      aside={<Recent outcomes={registration.outcomes} />}
    >
      {registration.seriesId === '' && <TagBox registration={registration} input={tagBox} />}
      <SeriesChoice registration={registration} />
      <WaitingTags registration={registration} />
      <FieldRow>
        <AssetNameField form={form} />
        <AssignedUserField form={form} />
      </FieldRow>
      <PlaceFields form={form} />
      <ImageField form={form} name="image" label={m.assets_image()} />
      <DetailFields form={form} />
      <OwnFields form={form} />
      <div className={classes.kept}>
        <Checkbox
          label={m.registration_keep()}
          description={m.registration_keep_hint()}
          checked={keepsValues}
          onChange={(event) => setKeepsValues(event.currentTarget.checked)}
        />
        {keepsValues && (
          <Checkbox
            label={m.registration_on_scan()}
            description={m.registration_on_scan_hint()}
            checked={registersOnScan}
            onChange={(event) => setRegistersOnScan(event.currentTarget.checked)}
          />
        )}
      </div>
      <AskedAboutSecond registration={registration} />
    </FormPage>
  )
}

function AskedAboutSecond({ registration }: { registration: Registration }) {
  const { form, asked, setAsked, takeScan, takeNext, isComplete } = registration
  if (asked === null) return null
  const close = () => setAsked(null)
  return (
    <SecondTagQuestion
      first={form.fields.getValues().rfidTag}
      second={asked}
      isComplete={isComplete()}
      neighbours={registration.neighbours}
      onScan={takeScan}
      onRegister={() => {
        close()
        form.submit()
      }}
      onReplace={() => {
        close()
        takeNext(asked)
      }}
      onClose={close}
    />
  )
}

/** A tag that the scan box puts into the address while the form is open is treated like a scan. */
function useNewTag(tag: string) {
  const [seen, setSeen] = useState(tag)
  const takeNew = useEffectEvent(() => {
    if (tag === seen) return
    setSeen(tag)
    if (tag !== '') giveScan({ code: tag, head: '', end: 'enter' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each tag
  useEffect(takeNew, [tag])
}
