import { asset } from '../assets/assets.ts'
import {
  closingFields,
  details,
  factOf,
  idFactOf,
  leadingFields,
  masterDetails,
  namesOf,
} from '../assets/fields.ts'

/** How names are compared: an import ignores case, spaces and signs of a heading too. */
export const plainName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const columns = [...Object.values(leadingFields), ...details, ...Object.values(closingFields)]

/** The labels of built-in fields. */
const builtInLabels = new Set(columns.map(({ heading }) => plainName(heading)))

/** Names of built-in fields in requests, responses, files and the ledger. */
const builtInKeys = new Set([
  ...builtInLabels,
  ...columns.flatMap((column) => ('importedAs' in column ? column.importedAs : [])),
  ...[...namesOf(leadingFields), ...namesOf(closingFields), ...details.map(({ name }) => name)].map(
    plainName,
  ),
  ...[...details.map(factOf), ...masterDetails.map(({ name }) => idFactOf(name))].map(plainName),
  ...namesOf(asset.shape).map(plainName),
  ...['id', 'number', 'fields', 'fieldtexts', 'nameid', 'stateid', 'assigneduserid', 'reason', 'deletedat'],
])

export const isBuiltInLabel = (label: string) => builtInLabels.has(plainName(label))
export const isBuiltInKey = (key: string) => builtInKeys.has(plainName(key))

const longestKey = 40

/** The words of a label as a key, such as `purchaseCost`; a number makes it unique. */
export function keyFromLabel(label: string, isTaken: (key: string) => boolean, otherwise = 'field'): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const joined = words
    .map((word, at) => (at === 0 ? word.toLowerCase() : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('')
    .replace(/^[0-9]+/, '')
  const isWord = joined !== ''
  const start = isWord ? `${joined[0]?.toLowerCase()}${joined.slice(1)}` : otherwise
  for (let number = 1; ; number += 1) {
    const end = isWord && number === 1 ? '' : `${number}`
    const key = `${start.slice(0, longestKey - end.length)}${end}`
    if (!isTaken(key)) return key
  }
}
