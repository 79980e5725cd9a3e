import { picturedKinds, type ShopKind, type ShopRecord, shopImages } from '@ats/contract/shop/shop.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { z } from 'zod'
import { useCity } from '#kernel/address/location.ts'
import { call } from '#kernel/http/call.ts'
import { renew } from '#kernel/http/renew.ts'
import { m } from '#texts'
import type { FormSchema } from '#ui/form/read-form.ts'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { formsOf } from './fields.ts'
import { kindTexts, paths } from './kind-texts.ts'
import { callsOf } from './queries.ts'

/** A stored image, by its id, or a file to upload. */
export type Image = string | File
type Values = Record<string, unknown>

/** Numbers are typed as text; an empty text is no number. */
const typedFields = ['number', 'category']
const shown = (value: unknown) => (value == null ? '' : String(value))
const numberIn = (typed: unknown) => (shown(typed).trim() === '' ? null : Number(typed))

/** The initial values of a form, and its schema. */
function formOf(kind: ShopKind, record: ShopRecord<ShopKind> | undefined) {
  const fields = formsOf[kind].flat()
  const isTyped = new Set(fields.filter(({ as }) => typedFields.includes(as)).map(({ name }) => name))
  const kept = (record ?? {}) as Values
  const initial = Object.fromEntries(
    fields.map(({ name, initial = '' }) => {
      const value = name in kept ? kept[name] : initial
      return [name, isTyped.has(name) ? shown(value) : value]
    }),
  )
  const read = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isTyped.has(name) ? numberIn(value) : value]),
    )
  const body: z.ZodObject = callsOf(kind).create.body
  const schema = z.preprocess(read, body.extend({ images: z.array(z.custom<Image>()).default([]) }))
  return { initial, schema: schema as unknown as FormSchema<Values, Values & { images: Image[] }> }
}

/**
 * The form of a record. If an image fails after the record was saved, the next attempt updates it instead of
 * adding another.
 */
export function useShopForm(kind: ShopKind, record: ShopRecord<ShopKind> | undefined) {
  const { initial, schema } = formOf(kind, record)
  const saved = useRef(record?.id)
  const sendImages = useSendImages((initial.images ?? []) as Image[])
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useCity()
  return useContractForm({
    schema,
    initial,
    send: async ({ images, ...values }) => {
      const calls = callsOf(kind)
      const input = { body: values as never }
      const { id } = await (saved.current === undefined
        ? call(calls.create, input)
        : call(calls.update, { ...input, params: { number: saved.current } }))
      saved.current = id
      await sendImages(kind, id, images)
    },
    done: () => {
      void renew(client, callsOf(kind).update.writes)
      toast.success(kindTexts[kind].saved())
      return navigate({ to: paths[kind].list, params: { location } })
    },
    failure: m.form_failed(),
  })
}

/** Removes deselected images and uploads new ones, each only once even if the form is submitted again. */
function useSendImages(before: Image[]) {
  const finished = useRef(new Set<Image>())
  return async (kind: ShopKind, number: number, wanted: Image[]) => {
    const owner = picturedKinds.find((name) => name === kind)
    if (owner === undefined) return
    const once = async (image: Image, work: () => Promise<unknown>) => {
      if (finished.current.has(image)) return
      await work()
      finished.current.add(image)
    }
    for (const image of wanted)
      if (image instanceof File)
        await once(image, () => call(shopImages.add, { params: { owner, number }, image }))
    // A category's new image has replaced the previous one.
    if (kind === 'categories' && wanted.length > 0) return
    for (const id of before)
      if (typeof id === 'string' && !wanted.includes(id))
        await once(id, () => call(shopImages.remove, { params: { id } }))
  }
}
