import {
  type ChosenAsset,
  chooseAsset,
  emptyLoop,
  type KnownAssets,
  readTag,
  replaceAnyway,
  type SavedTag,
} from '@ats/contract/tagging/loop.ts'
import type { ExceptionReason } from '@ats/contract/tagging/tagging.ts'
import type { AssetToTag, TaggingEntry } from '@ats/contract/tagging/work.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { signal } from '#kernel/device/signals.ts'
import { newId } from '../outbox/device.ts'
import { addEntry, entriesIn, type KeptEntry } from '../outbox/entries.ts'
import { onOutboxChange } from '../outbox/outbox-changes.ts'
import { tagOf } from '../outbox/tags-in-text.ts'
import { useSignals } from '../use-sweep.ts'
import { assetsOfDrive } from './drive-queries.ts'
import { assetCoded, assetsNow } from './known-assets.ts'

export const labelOf = (asset: ChosenAsset) =>
  asset.assetId === null ? asset.assetName : `${asset.assetName} · ${asset.assetTagId}`

/** What this device did in the drive, updated by the outbox. */
export function useEntries(userId: string, driveId: string): KeptEntry[] {
  const [entries, setEntries] = useState<KeptEntry[]>([])
  useEffect(() => {
    let isGone = false
    const look = () =>
      void entriesIn(userId, driveId).then(
        (found) => isGone || setEntries(found),
        () => undefined,
      )
    look()
    const end = onOutboxChange(look)
    return () => {
      isGone = true
      end()
    }
  }, [userId, driveId])
  return entries
}

type Place = { userId: string; driveId: string; placeId: string }
export type Last = { is: 'saved'; label: string; tag: string } | { is: 'excepted'; label: string }

/** An entry is stored on the device before the person hears that it is saved. */
function useSaving({ userId, driveId, placeId }: Place) {
  const [last, setLast] = useState<Last | null>(null)
  const [failure, setFailure] = useState(false)
  const [signals] = useSignals()
  const keep = async (entry: TaggingEntry, label: string, photo: Blob | null = null) => {
    const now = Date.now()
    try {
      const kept = { id: entry.id, userId, driveId, entry, label, at: now }
      await addEntry({ ...kept, ...(photo !== null && { photo }) })
      setFailure(false)
      setLast(entry.kind === 'tagged' ? { is: 'saved', label, tag: entry.tag } : { is: 'excepted', label })
      signal('found', signals)
    } catch {
      setFailure(true)
      setLast(null)
      signal('unknown', signals)
    }
  }
  const made = () => ({ id: newId(), placeId, at: new Date().toISOString() })
  return {
    ...{ last, failure },
    forgetLast: () => setLast(null),
    save: ({ tag, asset, retag }: SavedTag, photo: Blob | null) => {
      const named = asset.assetId === null ? { assetName: asset.assetName } : {}
      const of = { assetId: asset.assetId, ...named }
      void keep({ kind: 'tagged', ...made(), ...of, tag, readBack: tag, retag }, labelOf(asset), photo)
    },
    except: (asset: AssetToTag, reason: ExceptionReason, noted: string) =>
      keep({ kind: 'excepted', ...made(), assetId: asset.assetId, reason, note: noted }, labelOf(asset)),
  }
}

/** The loop of one room: read a tag, choose the asset, read the tag on it again. */
export function useTagging(place: Place) {
  const { userId, driveId } = place
  const list = useQuery(assetsOfDrive(userId, driveId))
  const entries = useEntries(userId, driveId)
  const listed = list.data?.value
  const known: KnownAssets = useMemo(() => assetsNow(listed ?? [], entries), [listed, entries])
  const [loop, setLoop] = useState(emptyLoop)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [signals] = useSignals()
  const { last, failure, forgetLast, save, except } = useSaving(place)
  const read = (code: string) => {
    const { loop: next, saved } = readTag(known, loop, tagOf(code), Date.now())
    setLoop(next)
    if (next.problem !== null) signal('unknown', signals)
    else if (saved === undefined && next.tag !== null) signal('counted', signals)
    if (saved === undefined) return next.tag === loop.tag || forgetLast()
    save(saved, photo)
    setPhoto(null)
  }
  const choose = (asset: ChosenAsset) => {
    const next = chooseAsset(known, loop, asset)
    setLoop(next)
    forgetLast()
    if (next.problem !== null) signal('unknown', signals)
  }
  const restart = () => {
    setLoop(emptyLoop)
    setPhoto(null)
  }
  /** A label on an asset may have its number instead of its tag. */
  const scan = (code: string) => {
    const asset = assetCoded(known, code)
    if (asset === undefined) read(code)
    else choose(asset)
  }
  const refused = entries.filter((one) => one.refused !== undefined)
  useLateOutcome(refused.length, () => signal('unknown', signals))
  return {
    ...{ list, known, loop, last, failure, photo, refused, scan, choose, restart, setPhoto },
    replace: () => setLoop(replaceAnyway(loop)),
    except: async (asset: AssetToTag, reason: ExceptionReason, text: string) => {
      restart()
      await except(asset, reason, text)
    },
  }
}
export type Tagging = ReturnType<typeof useTagging>

/** The server rejected an entry that was saved on the device: the person hears it at once. */
function useLateOutcome(count: number, hear: () => void) {
  const heard = useEffectEvent(hear)
  const [before, setBefore] = useState(count)
  useEffect(() => {
    if (count > before) heard()
    if (count !== before) setBefore(count)
  }, [count, before])
}
