import { decodeEpc, normalizeTag } from '@ats/contract/epc.ts'
import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, RefObject } from 'react'
import { assetsWithCode } from '#features/assets/asset-queries.ts'
import { epcParts } from '#features/assets/panel/asset-epc.ts'
import { useIsTouch } from '#kernel/device/touch.ts'
import { tagsFromCamera } from '#kernel/scanner/tags-from-camera.ts'
import { m } from '#texts'
import { CameraButton } from '#ui/camera/camera-button.tsx'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './registration.module.css'
import { firstMissing, focusNext } from './registration-reader.ts'
import { tagHolder } from './registration-tag-holder.ts'
import type { Registration } from './use-registration.ts'

type Props = { registration: Registration; input: RefObject<HTMLInputElement | null> }

const pause = 300

/** The tag, its decoded GS1 content, and the asset that already carries it. */
export function TagBox({ registration, input }: Props) {
  const { form, entered, takeScan } = registration
  const tag = normalizeTag(form.fields.useWatchValue('rfidTag') ?? '')
  const holder = useHolder(tag)
  const said = form.fields.errors.rfidTag
  const hint = useIsTouch() ? m.registration_tag_hint_touch() : m.registration_tag_hint()
  /** Typed by hand, Enter moves to the next missing field or submits the form. */
  const endWithEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    entered.current = event.currentTarget.value
    if (firstMissing(form.ref.current, input.current) === undefined) return
    event.preventDefault()
    focusNext(form.ref.current, input.current)
  }
  const takeFromCamera = tagsFromCamera(takeScan, () => toast.failure(m.registration_label_no_tag()))
  return (
    <div>
      <TextField
        form={form}
        name="rfidTag"
        label={m.assets_rfid_tag()}
        description={hint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        spellCheck={false}
        required
        ref={input}
        data-tag-box
        onKeyDown={endWithEnter}
        rightSection={<CameraButton label={m.camera_scan_tag()} onCode={takeFromCamera} />}
        rightSectionPointerEvents="all"
        errorProps={{ role: 'alert' }}
        error={holder === undefined ? said : <Taken holder={holder} registration={registration} />}
      />
      <div role="status" className={classes.tagSays}>
        <Epc tag={tag} />
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

type Holder = NonNullable<ReturnType<typeof tagHolder>>

function useHolder(tag: string): Holder | undefined {
  const [asked] = useDebouncedValue(tag, pause)
  const { data = [] } = useQuery({ ...assetsWithCode(asked), staleTime: 0 })
  return tag === '' ? undefined : tagHolder(data, tag)
}

function Taken({ holder, registration }: { holder: Holder; registration: Registration }) {
  const { waiting, takeNext } = registration
  return (
    <>
      {m.registration_tag_taken()}{' '}
      <PanelLink id={holder._id} inherit underline="always">
        {holder.assetTagId} {holder.assetName}
      </PanelLink>
      {waiting.tags.length > 0 && (
        <Button variant="subtle" color="gray" size="compact-xs" ml="xs" onClick={() => takeNext()}>
          {m.registration_skip()}
        </Button>
      )}
    </>
  )
}
