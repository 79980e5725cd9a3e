import {
  type DirectoryChange,
  directories,
  type NewDirectory,
  type NewMapping,
} from '@ats/contract/identity/directories.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const directoryList = query(directories.list, {}, { select: (reply) => reply.directories })

export const useAddDirectory = () =>
  useChange(directories.add, (body: NewDirectory) => ({ body })).mutateAsync

export const useChangeDirectory = (id: string) =>
  useChange(directories.change, (body: DirectoryChange) => ({ params: { id }, body })).mutateAsync

export const useRemoveDirectory = () => useChange(directories.remove, (id: string) => ({ params: { id } }))

export const useTestDirectory = () => useChange(directories.test, (id: string) => ({ params: { id } }))

type OfMapping = { id: string; mappingId: string | undefined }

/** Adds a mapping, or changes the given one. */
export function useSaveMapping({ id, mappingId = '' }: OfMapping) {
  const add = useChange(directories.addMapping, (body: NewMapping) => ({ params: { id }, body }))
  const change = useChange(directories.changeMapping, (body: NewMapping) => ({
    params: { id, mappingId },
    body,
  }))
  return (mappingId === '' ? add : change).mutateAsync
}

export const useRemoveMapping = (id: string) =>
  useChange(directories.removeMapping, (mappingId: string) => ({ params: { id, mappingId } }))

export const useConfirmMapping = (id: string, mappingId: string) =>
  useChange(directories.confirmMapping, (body: { password: string }) => ({
    params: { id, mappingId },
    body,
  })).mutateAsync
