import { masters } from '@ats/contract/masters.ts'
import {
  type NewOwnField,
  type NewOwnFieldGroup,
  type OwnFieldChange,
  type OwnFieldGroupChange,
  type OwnFieldOrder,
  ownFieldDefinitions,
  ownFieldGroups,
} from '@ats/contract/own-fields/definitions.ts'
import type { SetName } from '@ats/contract/own-fields/sets.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

/** All fields and groups, for administrators. */
export const definitionList = query(ownFieldDefinitions.list, {})
export const setList = query(ownFieldDefinitions.sets, {})

/** Asset names that a field can be limited to. */
export const assetNamesFound = (search: string) =>
  query(
    masters.list,
    { params: { kind: 'asset-name' }, query: { search, size: 50 } },
    { reads: ['asset-name'], select: (reply) => reply.records },
  )

const inBackground = { inBackground: true }
type Of<Body> = Body & { id: string }
const split = <Body extends object>({ id, ...body }: Of<Body>) => ({ params: { id }, body: body as Body })

export const useCreateField = () =>
  useChange(
    ownFieldDefinitions.create,
    (body: Partial<NewOwnField> & Pick<NewOwnField, 'type' | 'label'>) => ({
      body,
    }),
  ).mutateAsync

export const useChangeField = () =>
  useChange(ownFieldDefinitions.change, (input: Of<OwnFieldChange>) => split<OwnFieldChange>(input))
    .mutateAsync

type Step = { id: string; version?: number }
export const useRetireField = () =>
  useChange(ownFieldDefinitions.retire, (step: Step) => split(step), inBackground).mutateAsync
export const useBringBackField = () =>
  useChange(ownFieldDefinitions.bringBack, (step: Step) => split(step), inBackground).mutateAsync

export const usePutInOrder = () => useChange(ownFieldDefinitions.order, (body: OwnFieldOrder) => ({ body }))

export const useAddSet = () =>
  useChange(ownFieldDefinitions.addSet, ({ name, currency }: { name: SetName; currency: string }) => ({
    params: { name },
    body: { currency },
  }))

export const useCreateGroup = () =>
  useChange(ownFieldGroups.create, (body: NewOwnFieldGroup) => ({ body })).mutateAsync
export const useChangeGroup = () =>
  useChange(ownFieldGroups.change, (input: Of<OwnFieldGroupChange>) => split<OwnFieldGroupChange>(input))
    .mutateAsync
export const useRemoveGroup = () =>
  useChange(ownFieldGroups.remove, (id: string) => ({ params: { id } }), inBackground).mutateAsync
