import { placeOfLabel } from '@ats/contract/label-address.ts'
import { Group, Text, TextInput } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { assetsWithCode, type ShownAsset } from '#features/assets/asset-queries.ts'
import { useIsTouch } from '#kernel/device/touch.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { usePlaceScans, useScans } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import { CameraButton } from '#ui/camera/camera-button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { assetWithCode } from './asset-with-code.ts'
import { useOpenAsset } from './find-links.ts'
import { Outcome } from './find-outcome.tsx'

/** `looked`: there is no single asset to open immediately. */
type State =
  | { is: 'waiting' }
  | { is: 'looking' }
  | { is: 'looked'; code: string; found: ShownAsset[] }
  | { is: 'wrong'; text: string }

type Props = {
  /** A code that was already scanned. The box stays hidden if it leads directly to an asset. */
  code: string | undefined
  onClose: () => void
}

/** Takes a scanned or typed code and opens the asset's panel, or the place whose label it is. */
export function ScanBox({ code, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { state, lookUp } = useLookUp(onClose)
  const take = (scanned: string) => {
    if (input.current) input.current.value = scanned
    void lookUp(scanned)
  }
  useScans(take)
  const hint = useIsTouch() ? m.scan_hint_touch() : m.scan_hint()
  const lookUpFirst = useEffectEvent(() => code !== undefined && void lookUp(code))
  useEffect(() => {
    lookUpFirst()
  }, [])
  useEffect(() => {
    if (state.is === 'looked' || state.is === 'wrong') input.current?.select()
  }, [state])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void lookUp(input.current?.value ?? '')
  }
  const quiet = code !== undefined && (state.is === 'waiting' || state.is === 'looking')
  return (
    <Dialog opened={!quiet} onClose={onClose} title={m.scan_title()}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="sm" wrap="nowrap" mb="xs">
          <TextInput
            ref={input}
            data-autofocus
            data-search
            flex={1}
            label={m.scan_code()}
            rightSection={<CameraButton label={m.camera_scan_tag()} onCode={take} />}
            rightSectionPointerEvents="all"
            leftSection={<IconScan size={18} aria-hidden="true" />}
            defaultValue={code}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={state.is === 'wrong'}
            aria-describedby="scan-says"
          />
          <SubmitButton
            text={m.scan_find()}
            sending={{ now: state.is === 'looking', text: m.scan_finding() }}
          />
        </Group>
      </form>
      <div id="scan-says" role="status">
        {state.is === 'looked' ? (
          <Outcome code={state.code} found={state.found} onGo={onClose} />
        ) : (
          <Text size="sm" c={state.is === 'wrong' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {state.is === 'wrong' ? state.text : hint}
          </Text>
        )}
      </div>
    </Dialog>
  )
}

function useOpenPlace(onClose: () => void) {
  const navigate = useNavigate()
  const open = (id: string) => {
    onClose()
    void navigate({ to: '/place/$id', params: { id } })
  }
  usePlaceScans(open)
  return open
}

function useLookUp(onClose: () => void) {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const client = useQueryClient()
  const open = useOpenAsset()
  // A second scan can arrive before the first lookup has finished: the last one counts.
  const turn = useRef(0)
  const openPlace = useOpenPlace(onClose)
  const lookUp = async (typed: string) => {
    const code = typed.trim()
    if (code === '') return setState({ is: 'wrong', text: m.scan_empty() })
    const placeId = placeOfLabel(code)
    if (placeId !== null) return openPlace(placeId)
    setState({ is: 'looking' })
    turn.current += 1
    const mine = turn.current
    try {
      const found = await client.fetchQuery({ ...assetsWithCode(code), staleTime: 0 })
      if (mine !== turn.current) return
      const meant = assetWithCode(found, code)
      if (meant === undefined) return setState({ is: 'looked', code, found })
      onClose()
      open(meant)
    } catch (error) {
      if (mine === turn.current) setState({ is: 'wrong', text: messageOf(error, m.scan_failed()) })
    }
  }
  return { state, lookUp }
}
