import {
  driveFilter,
  type NewTaggingDrive,
  type TaggingDriveChange,
  taggingDrives,
} from '@ats/contract/tagging/tagging.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const driveListFilter = driveFilter.omit({ location: true }).extend(tableSize)
type ListFilter = z.output<typeof driveListFilter>

export const driveList = (filter: ListFilter, location: string | undefined) =>
  listQuery(taggingDrives.list, { query: { ...filter, ...(location !== undefined && { location }) } })
export const driveById = (id: string) => query(taggingDrives.get, { params: { id } })

export const roomListFilter = taggingDrives.rooms.query.extend(tableSize)
export const driveRooms = (id: string, filter: z.output<typeof roomListFilter>) =>
  listQuery(taggingDrives.rooms, { params: { id }, query: filter })
export const driveDays = (id: string) =>
  query(taggingDrives.days, { params: { id } }, { select: ({ days }) => days })
export const driveQuality = (id: string) =>
  query(taggingDrives.quality, { params: { id } }, { select: ({ rates }) => rates })

/** As many as the page shows. */
const size = 100
export const driveExceptions = (id: string) =>
  query(taggingDrives.exceptions, { params: { id }, query: { size } })
export const driveSamples = (id: string) => query(tagging.samples, { params: { id }, query: { size } })

const of = (id: string) => ({ params: { id } })

export const useStartDrive = () =>
  useChange(taggingDrives.create, (body: NewTaggingDrive) => ({ body })).mutateAsync
export const useChangeDrive = (id: string) =>
  useChange(taggingDrives.change, (body: TaggingDriveChange) => ({ ...of(id), body })).mutateAsync
export const useCloseDrive = (id: string) =>
  useChange(taggingDrives.close, (version: number) => ({ ...of(id), body: { version } }), {
    inBackground: true,
  }).mutateAsync
export const useCheck = (id: string) =>
  useChange(tagging.check, (body: { associationId: string; readTag: string | null }) => ({ ...of(id), body }))
    .mutateAsync
