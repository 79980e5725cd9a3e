import type { Asset } from '@ats/contract/assets/assets.ts'
import { useSessionStorage } from '@mantine/hooks'
import { useRef } from 'react'
import type { AssetFormValues } from '#features/assets/asset-schema.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { useSession } from '#kernel/session/session.ts'
import { isSameTag } from './registration-step.ts'

const useKey = (name: string) => `registration:${name}:${useSession()?.user._id}`

/** Tags that were scanned while another one was in the form. They survive a reload of this tab. */
export function useWaitingTags() {
  const [tags, setTags] = useSessionStorage<string[]>({
    key: useKey('waiting'),
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  // Two scans can arrive before the next render.
  const latest = useRef(tags)
  const change = (next: string[]) => {
    latest.current = next
    setTags(next)
  }
  return {
    tags,
    now: () => latest.current,
    add: (tag: string) => change([...latest.current, tag]),
    remove: (tag: string) => change(latest.current.filter((one) => !isSameTag(one, tag))),
    next() {
      const [first, ...rest] = latest.current
      if (first !== undefined) change(rest)
      return first
    },
  }
}
export type WaitingTags = ReturnType<typeof useWaitingTags>

type Made = Pick<Asset, '_id' | 'assetTagId' | 'assetName'> & { place?: string }
/**
 * The form without its image, to register the asset with a corrected tag. An older version of the app stored it without
 * the fields of the organisation.
 */
export type StoredValues = Omit<AssetFormValues, 'image' | 'fields'> &
  Partial<Pick<AssetFormValues, 'fields'>>
/**
 * `known`: not registered, because an asset already carries the tag; names the asset if the person may see
 * it.
 */
export type Outcome = { at: number; tag: string } & (
  | { is: 'registered' | 'undone'; asset: Made }
  | { is: 'known'; asset: Made | null; values?: StoredValues }
)

const most = 500
const longAgo = 12 * 3600_000

/** Recent registrations of this person in this browser, newest first. */
export function useOutcomes() {
  const [kept, setKept] = useLocalSetting<Outcome[]>(useKey('recent'), [])
  const outcomes = kept.filter(({ at }) => Date.now() - at < longAgo)
  const add = (outcome: Outcome) => setKept((before) => [outcome, ...before].slice(0, most))
  return {
    outcomes,
    registered: (asset: Asset) => add(registeredNow(asset)),
    known: (tag: string, holder: Asset | undefined, values: StoredValues) =>
      add({ is: 'known', at: Date.now(), tag, asset: holder === undefined ? null : madeOf(holder), values }),
    /** The tag was corrected, and its asset registered. */
    corrected: (at: number, asset: Asset) =>
      setKept((before) => [registeredNow(asset), ...before.filter((one) => one.at !== at)].slice(0, most)),
    dismiss: (at: number) => setKept((before) => before.filter((one) => one.at !== at)),
    mark: (id: string, is: 'registered' | 'undone') =>
      setKept((before) =>
        before.map((one) => (one.is !== 'known' && one.asset._id === id ? { ...one, is } : one)),
      ),
  }
}
export type Outcomes = ReturnType<typeof useOutcomes>

const madeOf = ({ _id, assetTagId, assetName, city, mm, property, aou, room }: Asset): Made => ({
  ...{ _id, assetTagId, assetName },
  place: [city, mm, property, aou, room].filter(Boolean).join(' > '),
})

const registeredNow = (asset: Asset): Outcome => ({
  ...{ is: 'registered', at: Date.now(), tag: asset.rfidTag ?? '', asset: madeOf(asset) },
})
