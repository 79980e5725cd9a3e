import type { Asset } from '@ats/contract/assets/assets.ts'
import { describe, expect, test } from 'vitest'
import { eachDetail } from '#kernel/words/asset-labels.ts'
import { changeOf, flat, nested, schemaFor, valuesOf } from './asset-edit-change.ts'

/** All other fields are empty. */
const asset = {
  _id: '01900000-0000-7000-8000-000000000001',
  rfidTag: '3414257BF40000000000162E',
  tagExpected: false,
  epc: 'urn:epc:id:giai:0614141.5678',
  assetTagId: 'A0000001',
  assetName: 'Laptop',
  assignedUser: null,
  location: 'pune',
  city: 'Pune',
  mm: 'MM North',
  property: null,
  aou: null,
  room: null,
  placeId: '01900000-0000-7000-8000-000000000002',
  assetState: 'Working',
  ...eachDetail(() => null),
  brand: 'Dell',
  fields: { cost: 1000, note: 'old' },
  fieldTexts: {},
  image: null,
  thumbnail: null,
  registeredAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  version: 3,
} as Asset

describe('the request of an edited asset', () => {
  test('is empty if nothing was changed', () => {
    expect(changeOf(asset, valuesOf(asset))).toEqual({})
  })

  test('has only the changed fields, including cleared ones', () => {
    const values = { ...valuesOf(asset), brand: '', model: 'M1' }
    expect(changeOf(asset, values)).toEqual({ brand: '', model: 'M1' })
  })

  test('has fields of the organisation one by one for a conflict, and together afterwards', () => {
    const change = { brand: 'HP', fields: { cost: 1250, note: null } }
    expect(flat(change)).toEqual({ brand: 'HP', 'fields.cost': 1250, 'fields.note': null })
    expect(nested(flat(change))).toEqual(change)
    expect(nested({ brand: 'HP' })).toEqual({ brand: 'HP' })
  })

  test('has city and place together, so that leaving a place for its city is a move', () => {
    expect(changeOf(asset, { ...valuesOf(asset), placeId: '' })).toEqual({
      location: 'pune',
      placeId: '',
    })
  })

  test('has no place for an asset that is in the city as a whole', () => {
    expect(valuesOf({ ...asset, mm: null }).placeId).toBe('')
  })
})

test('a tag cannot be cleared, but an asset without one can be saved', () => {
  const untagged = { ...asset, rfidTag: null }
  expect(schemaFor(asset).safeParse({ ...valuesOf(asset), rfidTag: '' }).success).toBe(false)
  expect(schemaFor(untagged).safeParse(valuesOf(untagged)).success).toBe(true)
})
