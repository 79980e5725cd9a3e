import { picturedKinds, type ShopKind, type ShopRecord, shopImages } from '@ats/contract/shop/shop.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { z } from 'zod'
import { call } from '#kernel/call.ts'
import { useCity } from '#kernel/location.ts'
import { m } from '#texts'
import type { FormSchema } from '#ui/form/read-form.ts'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast.ts'
import { kindTexts, paths } from './kind-texts.ts'
import { callsOf } from './queries.ts'

/** An image that is kept already, by its id, or one that is still to be sent. */
export type Image = string | File
type Values = Record<string, unknown> & { images: Image[] }

const numberIn = (typed: unknown) =>
  typeof typed !== 'string' ? typed : typed.trim() === '' ? null : Number(typed)

/** Numbers are typed as text; where nothing is typed there is none. */
const typed = (schema: z.ZodObject, numbers: readonly string[]) =>
  z.preprocess(
    (values: Record<string, unknown>) => ({
      ...values,
      ...Object.fromEntries(numbers.map((name) => [name, numberIn(values[name])])),
    }),
    schema.extend({ images: z.array(z.custom<Image>()) }),
  )

type Setup<K extends ShopKind, V extends Values> = {
  kind: K
  /** Undefined for a new one. */
  record: ShopRecord<K> | undefined
  schema: z.ZodObject
  numbers: readonly (keyof V & string)[]
  initial: V
}

/** The form of one record. What was saved before an image failed is changed at the next try, not added again. */
export function useShopForm<K extends ShopKind, V extends Values>(setup: Setup<K, V>) {
  const { kind, record, schema, numbers, initial } = setup
  const saved = useRef(record?.id)
  const sendImages = useSendImages(initial.images)
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useCity()
  return useContractForm({
    schema: typed(schema, numbers) as unknown as FormSchema<V, Values>,
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
      void client.invalidateQueries({ queryKey: ['shop'] })
      toast.success(kindTexts[kind].saved())
      return navigate({ to: paths[kind].list, params: { location } })
    },
    failure: m.form_failed(),
  })
}

/** Removes what is no longer wanted and sends what is new, each once however often the form is sent. */
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
    // A category's new image has taken the place of the one before.
    if (kind === 'categories' && wanted.length > 0) return
    for (const id of before)
      if (typeof id === 'string' && !wanted.includes(id))
        await once(id, () => call(shopImages.remove, { params: { id } }))
  }
}
