import { normalizeTag } from '@ats/contract/epc.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { assetsWithCode, assetTitle, assetWithCode, type ShownAsset } from '#features/assets/assets.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { askedText } from './not-requested.tsx'
import { pendingChanges } from './request-queries.ts'

/** Neither an asset nor a problem: the lookup is pending. Both: the asset already has a pending request. */
export type Scanned = { code: string; asset?: ShownAsset; problem?: string }

const sameCode = (code: string) => normalizeTag(code).toUpperCase()

/** The assets for the scanned codes, each once; codes without an asset are kept and listed. */
export function useScannedAssets(onAssets: (ids: string[]) => void) {
  const client = useQueryClient()
  const [scanned, setScanned] = useState<Scanned[]>([])
  const [word, setWord] = useState('')
  // A reader can type the next tag before the last lookup has finished, so known codes are in a ref and not
  // in state.
  const taken = useRef(new Set<string>())

  const ids = scanned.flatMap(({ asset, problem }) => (asset && problem === undefined ? asset._id : []))
  const passIds = useEffectEvent(() => onAssets(ids))
  const key = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the ids
  useEffect(() => passIds(), [key])

  const setOutcome = (code: string, outcome: Omit<Scanned, 'code'>) =>
    setScanned((before) => {
      const { asset } = outcome
      const twice = asset !== undefined && before.some((one) => one.asset?._id === asset._id)
      if (!twice) return before.map((one) => (one.code === code ? { code, ...outcome } : one))
      setWord(m.requests_again({ name: assetTitle(asset) }))
      return before.filter((one) => one.code !== code)
    })

  const add = (typed: string) => {
    const code = typed.trim()
    if (code === '') return
    if (taken.current.has(sameCode(code))) return setWord(m.requests_again({ name: code }))
    taken.current.add(sameCode(code))
    setWord('')
    setScanned((before) => [{ code }, ...before])
    lookUp(client, code).then(
      (outcome) => setOutcome(code, outcome),
      (error: unknown) => setOutcome(code, { problem: messageOf(error, m.scan_failed()) }),
    )
  }
  const remove = (code: string) => {
    taken.current.delete(sameCode(code))
    setWord('')
    setScanned((before) => before.filter((one) => one.code !== code))
  }
  return { scanned, word, add, remove }
}

async function lookUp(client: QueryClient, code: string) {
  const outcome = outcomeOf(await client.fetchQuery({ ...assetsWithCode(code), staleTime: 0 }), code)
  if (outcome.asset === undefined) return outcome
  const { _id } = outcome.asset
  // If this fails, the server still rejects a second request.
  const pending = await client.fetchQuery({ ...pendingChanges([_id]), staleTime: 0 }).catch(() => undefined)
  const change = pending?.[_id]
  return change === undefined ? outcome : { ...outcome, problem: askedText(change) }
}

function outcomeOf(found: ShownAsset[], code: string): Omit<Scanned, 'code'> {
  const asset = assetWithCode(found, code)
  if (asset !== undefined) return { asset }
  if (found.length === 0) return { problem: m.requests_unknown() }
  return { problem: found.every(({ deleted }) => deleted) ? m.requests_binned() : m.requests_several() }
}
