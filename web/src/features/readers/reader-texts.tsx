import type { DeadLetterReason } from '@ats/contract/dead-letters.ts'
import type { Reader, ReaderAdapter, ReaderStatus, ReadPointKind } from '@ats/contract/readers.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type JobStatus, StatusBadge } from '#ui/jobs/job-list.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './readers.module.css'

const statuses: Record<ReaderStatus, JobStatus & { means: () => string }> = {
  active: { text: m.readers_status_active, color: 'teal', means: m.readers_means_active },
  waiting: { text: m.readers_status_waiting, color: 'gray', means: m.readers_means_waiting },
  silent: { text: m.readers_status_silent, color: 'red', means: m.readers_means_silent },
  lost: { text: m.readers_status_lost, color: 'red', means: m.readers_means_lost },
  revoked: { text: m.readers_status_revoked, color: 'gray', means: m.readers_means_revoked },
}

export const ReaderStatusBadge = ({ status }: { status: ReaderStatus }) => (
  <span className={classes.badge}>
    <StatusBadge status={statuses[status]} />
  </span>
)

/** What the status means, and what to do. */
export const statusMeans = (status: ReaderStatus) => statuses[status].means()
export const statusText = (status: ReaderStatus) => statuses[status].text()

export const adapterTexts: Record<ReaderAdapter, () => string> = {
  impinj: m.readers_adapter_impinj,
  'zebra-fx': m.readers_adapter_zebra_fx,
  'zebra-rfd': m.readers_adapter_zebra_rfd,
  speedway: m.readers_adapter_speedway,
  mapped: m.readers_adapter_mapped,
}

export const pointTexts: Record<ReadPointKind, () => string> = {
  portal: m.readers_point_portal,
  room: m.readers_point_room,
}

export const reasonTexts: Record<DeadLetterReason, () => string> = {
  unreadable: m.dead_letters_unreadable,
  'unknown-reader': m.dead_letters_unknown_reader,
  future: m.dead_letters_future,
  'too-old': m.dead_letters_too_old,
  failed: m.dead_letters_failed,
}

/** What a message must contain to be saved, for reasons that say nothing about its fields. */
export const expectedTexts: Partial<Record<DeadLetterReason, () => string>> = {
  'unknown-reader': m.dead_letters_expected_reader,
  future: m.dead_letters_expected_time,
}

/** 'Antenna 3'; 0 means all antennas without their own read point. */
export const antennaText = (antenna: number) =>
  antenna === 0 ? m.readers_antenna_other() : m.readers_antenna_number({ number: formatNumber(antenna) })

export const pathText = (names: readonly string[]) => names.join(' > ')

export function LastRead({ reader: { health } }: { reader: Reader }) {
  return health.lastReadAt === null ? m.readers_never() : <Moment at={health.lastReadAt} as="ago" />
}

export const rateText = ({ health }: Reader) =>
  m.readers_rate_text({ count: formatNumber(health.readsLastMinute) })
