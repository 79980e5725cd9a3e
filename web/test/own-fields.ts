import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { idOf } from './listed.ts'

/** A text field of all assets, which nobody needs to fill in. */
export const ownFieldNumbered = (at: number, given: Partial<OwnField> = {}): OwnField => ({
  ...{ id: idOf(at), key: `field${at}`, type: 'text', label: `Field ${at}`, labelHi: null, help: null },
  ...{ helpHi: null, unit: null, choices: [], group: null, position: at, required: false },
  ...{ assetNameIds: null, assetNames: [], seenWith: null, searched: false, indexed: false },
  ...{ indexState: 'none', remindDays: [], retired: false },
  ...given,
})

export const ownChoice = (key: string, label: string) => ({ key, label, labelHi: null, retired: false })
