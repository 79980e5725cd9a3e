import {
  type newProgram,
  type ProgramChange,
  type ProgramFilter,
  programFilter,
  programs,
} from '@ats/contract/identity/programs.ts'
import type { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const programListFilter = programFilter.extend(tableSize)

export const programList = (query: Partial<ProgramFilter>) => listQuery(programs.list, { query })

const inBackground = { inBackground: true }

export const useAddProgram = () =>
  useChange(programs.create, (body: z.input<typeof newProgram>) => ({ body }), inBackground).mutateAsync

type Change = ProgramChange & { id: string }
export const useChangeProgram = () =>
  useChange(programs.change, ({ id, ...body }: Change) => ({ params: { id }, body }), inBackground)
    .mutateAsync

type Replacement = { id: string; overlapHours: number }
export const useReplaceKey = () =>
  useChange(
    programs.replaceKey,
    ({ id, overlapHours }: Replacement) => ({ params: { id }, body: { overlapHours } }),
    inBackground,
  ).mutateAsync

export const useRevokeProgram = () =>
  useChange(programs.revoke, (id: string) => ({ params: { id } }), inBackground)
