import { normalizeTag } from '@ats/contract/epc.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { withOwnFields } from '#features/assets/asset-own-fields.ts'
import { assetsWithCode, useRegisterAsset } from '#features/assets/asset-queries.ts'
import { type AssetFormValues, assetForm, emptyAsset, untaggedForm } from '#features/assets/asset-schema.ts'
import { ownFieldList } from '#features/own-fields/own-fields.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import { useSubmissionKey } from '#kernel/http/submission-key.ts'
import { m } from '#texts'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { type Outcomes, useOutcomes, useWaitingTags, type WaitingTags } from './registration-kept.ts'
import { firstMissing, focusNext } from './registration-reader.ts'
import { useBeep } from './registration-sound.ts'
import { isSameTag, stepOf } from './registration-step.ts'
import { tagHolder } from './registration-tag-holder.ts'
import { useNewAsset } from './use-new-asset.ts'

const isTagTaken = (error: unknown) =>
  error instanceof ApiError && (error.code === 'tag-on-asset' || error.code === 'tag-in-use')

type Kept = { keepsValues: boolean; registersOnScan: boolean }

/** The form, the tags that wait for it, and the outcomes of previous ones. */
export function useRegistration(
  first: AssetFormValues,
  kept: Kept,
  tagBox: RefObject<HTMLInputElement | null>,
) {
  const waiting = useWaitingTags()
  const outcomes = useOutcomes()
  const entered = useRef(first.rfidTag)
  const [asked, setAsked] = useState<string | null>(null)
  const { form, refused, sent, registerTag, series } = useSending(first, kept, { waiting, outcomes })
  const isTaken = useIsTaken(refused)
  const noteKnown = useNoteKnown(form, outcomes)

  const tagNow = () => form.fields.getValues().rfidTag
  const isComplete = () => firstMissing(form.ref.current, tagBox.current) === undefined
  const put = (tag: string) => {
    const before = tagNow()
    if (isTaken(before)) void noteKnown(before)
    series.setSeriesId('')
    form.fields.clearFieldError('rfidTag')
    form.fields.setFieldValue('rfidTag', tag)
    entered.current = tag
    focusNext(form.ref.current, tagBox.current)
  }

  const takeScan = (code: string) => {
    const isSending = form.sending
    const now = { tag: tagNow(), isTaken: isTaken(tagNow()), isComplete: isComplete(), isSending, ...kept }
    const step = stepOf(code, { ...now, waiting: waiting.now() })
    if (step === 'ignore') focusNext(form.ref.current, tagBox.current)
    if (step === 'put' || step === 'register') put(code)
    if (step === 'wait' || step === 'ask' || step === 'register-first') waiting.add(code)
    if (step === 'ask') setAsked(code)
    if (step === 'register') registerTag(code)
    if (step === 'register-first') registerTag(now.tag)
  }
  /** Replaces the tag in the box by the next waiting one. */
  const takeNext = (tag = waiting.now()[0]) => {
    if (tag === undefined) return
    waiting.remove(tag)
    put(tag)
  }

  useAfterSending(sent, () => {
    const isFirst = sent === null
    if (!isFirst && sent.is === 'refused' && !(kept.keepsValues && waiting.now().length > 0)) return
    if (isFirst && tagNow().trim() !== '') return
    if (waiting.now().length === 0) return isFirst ? undefined : focusTag(form.ref.current, tagBox.current)
    const [next = ''] = waiting.now()
    takeNext()
    const goesOn = kept.registersOnScan || waiting.now().length > 0
    if (!isFirst && kept.keepsValues && goesOn && isComplete()) registerTag(next)
  })
  const neighbours = () => [...waiting.now(), ...outcomes.outcomes.map(({ tag }) => tag)].filter(Boolean)
  const scans = { takeScan, takeNext, neighbours }
  return { form, waiting, outcomes, entered, asked, setAsked, ...scans, ...series, isComplete, isTaken }
}
/** Without the box for tags, a number is reserved. */
function focusTag(form: HTMLFormElement | null, tagBox: HTMLInputElement | null) {
  if (tagBox === null) focusNext(form, null)
  else tagBox.focus()
}

export type Registration = ReturnType<typeof useRegistration>

/** Adds a tag that another asset has to the feed, with the values of the form. */
function useNoteKnown(form: ReturnType<typeof useSending>['form'], outcomes: ReturnType<typeof useOutcomes>) {
  const client = useQueryClient()
  return async (tag: string) => {
    const { image: _image, ...values } = form.fields.getValues()
    const found = await client.fetchQuery({ ...assetsWithCode(tag), staleTime: 60_000 }).catch(() => [])
    outcomes.known(tag, tagHolder(found, tag), values)
  }
}

/** Runs when the form mounts and after each submission. */
function useAfterSending(sent: object | null, run: () => void) {
  const latest = useEffectEvent(run)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each submission
  useEffect(() => latest(), [sent])
}

type Lists = { waiting: WaitingTags; outcomes: Outcomes }
type Sent = { is: 'registered' | 'refused' } | null

function useSending(first: AssetFormValues, { keepsValues }: Kept, { outcomes }: Lists) {
  const beep = useBeep()
  const newAsset = useNewAsset()
  const { data: ownFields = [] } = useQuery(ownFieldList())
  const register = useRegisterAsset()
  const submission = useSubmissionKey()
  const [sent, setSent] = useState<Sent>(null)
  const [seriesId, setSeriesId] = useState('')
  /**
   * The last tag that the server rejected. If its asset is out of scope, this is the only sign that it is in
   * use.
   */
  const refused = useRef('')
  const sentTag = useRef('')
  /**
   * The tag to register. When the form is read, the box may already contain the beginning of the next tag.
   */
  const chosen = useRef('')
  const form = useContractForm({
    schema: withOwnFields(seriesId === '' ? assetForm : untaggedForm, ownFields),
    initial: first,
    send: async ({ image, ...read }) => {
      const values = chosen.current === '' ? read : { ...read, rfidTag: chosen.current }
      const asset = newAsset(values, values.rfidTag === '' ? seriesId : '')
      sentTag.current = values.rfidTag
      try {
        return await register({ asset, image, key: submission.keyFor(asset, image) })
      } catch (error) {
        if (isTagTaken(error)) {
          refused.current = values.rfidTag
          beep('unknown')
          setSent({ is: 'refused' })
        }
        throw error
      }
    },
    done: ({ asset }) => {
      submission.forget()
      toast.success(m.assets_registered())
      outcomes.registered(asset)
      beep('found')
      const { location } = first
      if (!keepsValues) setSeriesId('')
      const next = keepsValues ? form.fields.getValues() : { ...emptyAsset, location }
      const typed = typedBehind(form.fields.getValues().rfidTag, sentTag.current)
      form.fields.setInitialValues({ ...next, rfidTag: '', serialNo: '', image: null })
      form.fields.reset()
      // A reader may be in the middle of typing the next tag.
      if (typed !== '') form.fields.setFieldValue('rfidTag', typed)
      setSent({ is: 'registered' })
    },
    failure: m.assets_register_failed(),
  })
  const registerTag = (tag: string, event?: FormEvent<HTMLFormElement>) => {
    chosen.current = tag.trim()
    form.submit(event)
  }
  const submit: typeof form.submit = (event) => registerTag(form.fields.getValues().rfidTag, event)
  return { form: { ...form, submit }, refused, sent, registerTag, series: { seriesId, setSeriesId } }
}

const typedBehind = (now: string, sent: string) => (now.startsWith(sent) ? now.slice(sent.length).trim() : '')

/** Whether an asset carries the tag: the server rejected it, or the tag box has found the asset. */
function useIsTaken(refused: RefObject<string>) {
  const client = useQueryClient()
  return (tag: string) => {
    if (tag.trim() === '') return false
    const found = client.getQueryData(assetsWithCode(normalizeTag(tag)).queryKey) ?? []
    return isSameTag(refused.current, tag) || tagHolder(found, tag) !== undefined
  }
}
