import { CloseButton, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRegisterAsset } from '#features/assets/asset-queries.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSubmissionKey } from '#kernel/http/submission-key.ts'
import { m } from '#texts'
import classes from './registration.module.css'
import type { Outcome, Outcomes } from './registration-kept.ts'
import { useBeep } from './registration-sound.ts'
import { useNewAsset } from './use-new-asset.ts'

type Props = { outcome: Extract<Outcome, { is: 'known' }>; outcomes: Outcomes }

/** A scan that was not registered is corrected in its row: Enter registers it with the values of its form. */
export function Correction({ outcome: { at, tag, values }, outcomes }: Props) {
  const [text, setText] = useState(tag)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const newAsset = useNewAsset()
  const register = useRegisterAsset()
  const submission = useSubmissionKey()
  const beep = useBeep()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || values === undefined) return
    const asset = newAsset({ ...values, rfidTag: text.trim() })
    setIsSending(true)
    try {
      const { asset: made } = await register({ asset, image: null, key: submission.keyFor(asset, null) })
      beep('found')
      outcomes.corrected(at, made)
    } catch (failure) {
      beep('unknown')
      setError(messageOf(failure, m.assets_register_failed()))
      setIsSending(false)
    }
  }
  return (
    <form className={classes.correction} onSubmit={(event) => void send(event)} noValidate>
      {values !== undefined && (
        <TextInput
          size="xs"
          aria-label={m.registration_correct_tag({ tag })}
          value={text}
          error={error}
          errorProps={{ role: 'alert' }}
          autoComplete="off"
          spellCheck={false}
          aria-busy={isSending}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <CloseButton aria-label={m.registration_dismiss({ tag })} onClick={() => outcomes.dismiss(at)} />
    </form>
  )
}
