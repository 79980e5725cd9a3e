import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../sources.ts'
import { advisoriesOf, judge, type Reviewed } from './audit-judgement.ts'

const advisory = (id: string, severity: string) => ({
  ...{ source: 1, name: 'left-pad', dependency: 'left-pad', range: '<2.0.0' },
  ...{ severity, title: 'Pads too far', url: `https://github.com/advisories/${id}` },
})

const printed = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    'left-pad': { severity: 'high', via: [advisory('GHSA-1', 'high'), advisory('GHSA-2', 'moderate')] },
    'right-pad': { severity: 'high', via: ['left-pad', advisory('GHSA-1', 'high')] },
    centre: { severity: 'critical', via: [advisory('GHSA-3', 'critical')] },
  },
})

const idsOf = (advisories: { url: string }[] | null) => advisories?.map(({ url }) => url.split('/').at(-1))
const today = '2026-11-16'
const judged = (...reviewed: Reviewed[]) => judge(advisoriesOf(printed) ?? [], reviewed, today)

test('every advisory is named once', () => {
  expect(idsOf(advisoriesOf(printed))).toEqual(['GHSA-1', 'GHSA-2', 'GHSA-3'])
})

test('high and critical advisories that nobody reviewed are open', () => {
  expect(idsOf(judged().open)).toEqual(['GHSA-1', 'GHSA-3'])
})

test('a review holds until its last day, and only with a reason', () => {
  const review = { advisory: 'GHSA-1', reason: 'Only our own texts are padded', until: today }
  expect(idsOf(judged(review).open)).toEqual(['GHSA-3'])
  expect(idsOf(judged(review).accepted)).toEqual(['GHSA-1'])
  expect(idsOf(judged({ ...review, until: '2026-11-15' }).open)).toEqual(['GHSA-1', 'GHSA-3'])
  expect(idsOf(judged({ ...review, reason: '' }).open)).toEqual(['GHSA-1', 'GHSA-3'])
})

test('a review of what is not found any more is named', () => {
  const gone = { advisory: 'GHSA-9', reason: 'Not reachable', until: '2030-01-01' }
  expect(judged(gone).leftOver).toEqual([gone])
})

test('a registry that refuses, or says nothing, is no audit', () => {
  expect(advisoriesOf('{"message":"405 Method Not Allowed","statusCode":405,"error":{}}')).toBeNull()
  expect(advisoriesOf('')).toBeNull()
})

test('every review says why and until when', () => {
  const reviewed = JSON.parse(readFileSync(join(root, 'ops/audit-reviewed.json'), 'utf8')) as Reviewed[]
  for (const { advisory, reason, until } of reviewed) {
    expect(advisory).toMatch(/^GHSA-/)
    expect(reason).not.toBe('')
    expect(until).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})
