import type { Certificate } from '@ats/contract/certificates/certificates.ts'
import { idOf } from './listed.ts'

const figures = { expected: 4, found: 3, misplaced: 1, outside: 0, binned: 0, unknown: 1 }
const hash = 'ab'.repeat(32)

const content: Certificate['content'] = {
  ...{ format: 1, number: 'VC-2026-0007', inventoryId: idOf(1), inventory: 'INV-2026-0001' },
  ...{ placeId: idOf(2), placeNames: ['Indore', 'MM North'], startedAt: '2026-11-10T04:00:00Z' },
  ...{ reviewedAt: '2026-11-11T12:00:00Z', approvedAt: '2026-11-12T12:00:00Z' },
  ...{ plannedBy: idOf(11), countedBy: [idOf(12)], approvedBy: idOf(11), exception: null, mustCount: 90 },
  method: { blind: true, devices: 1, fixedReaders: 0, byHand: 0 },
  figures: { ...figures, weak: 1, open: 1 },
  rooms: [{ placeId: idOf(3), names: ['Store room'], covered: true, ...figures }],
  ...{ roomsLeftOut: 0, notCovered: 2 },
  discrepancies: [
    {
      ...{ itemId: idOf(101), class: 'not-found', assetTagId: 'A0000001', tag: 'E21' },
      ...{
        expectedPlaceId: idOf(3),
        seenPlaceId: null,
        action: 'ignore',
        decidedBy: idOf(11),
        failed: false,
      },
    },
    {
      ...{ itemId: idOf(102), class: 'unknown', assetTagId: null, tag: 'E22', expectedPlaceId: null },
      ...{ seenPlaceId: idOf(3), action: null, decidedBy: null, failed: false },
    },
  ],
  ...{ discrepanciesLeftOut: 0, devicesLeftOut: [{ deviceId: idOf(7), userId: null, unsent: 40 }] },
  ...{ recounts: 1, replaces: null, textsHash: hash, seal: { number: 41, hash } },
}

/** Made by the approver, and not signed yet; `given` overrides it. */
export const certificate = (given: Partial<Certificate> = {}): Certificate => ({
  ...{
    _id: idOf(50),
    number: content.number,
    inventoryId: content.inventoryId,
    inventory: content.inventory,
  },
  ...{ placeNames: content.placeNames, madeAt: '2026-11-12T13:00:00Z', madeBy: 'Asha Rao' },
  ...{ signedBy: [], isReplaced: false, hash, content, textsIntact: true, signatures: [] },
  texts: {
    ...{ custodians: ['R. Rao'], notCovered: 'Locked', remarks: '', reason: null },
    ...{ openReason: 'The search goes on.', exceptionReason: null },
    devices: { [idOf(7)]: 'Handheld 3' },
    items: { [idOf(101)]: { name: 'Projector', note: null, reason: 'Written off', outcome: null } },
  },
  people: { [idOf(11)]: 'Asha Rao', [idOf(12)]: 'Ravi Jain' },
  ...{ replacedBy: null, entryId: 4711, entrySeal: { number: 42, hash }, maySign: ['approver', 'custodian'] },
  ...{ address: `https://assets.example.com/certificate/${idOf(50)}/AbCdEfGhIjKl`, secondFactor: ['totp'] },
  ...given,
})
