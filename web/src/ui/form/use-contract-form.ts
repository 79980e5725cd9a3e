import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, failureText, failureWithReason } from '#kernel/http/api-error.ts'
import { useDrawing } from '#kernel/words/language.ts'
import { type FormSchema, readForm } from './read-form.ts'
import { TheirsKept } from './theirs-kept.ts'

type Values = Record<string, unknown>

type Setup<Input extends Values, Output, Reply> = {
  /** The contract's schema, extended with fields of the form alone (a confirmation, an image). */
  schema: FormSchema<Input, Output>
  /** In the order of the fields, so that the alert shows the first error. */
  initial: Input
  send: (values: Output) => Promise<Reply>
  /** After success: leave the page, or `clear` the form for the next one. */
  done: (reply: Reply, clear: () => void) => unknown
  /** Called if the person kept the values that somebody else saved. */
  leave?: () => unknown
  /** The text of the alert if the server sends no message. */
  failure: string
  /** The alert begins with `failure`, even if the server gives a reason. */
  saysFirst?: 'failure'
  /** The text of the alert if values are invalid; defaults to the message of the first invalid field. */
  invalid?: string
  /** Whether the field shows the server's message, so that the alert need not repeat it. */
  saidAtField?: (error: ApiError) => boolean
}

export type ContractForm<Input extends Values> = {
  fields: UseFormReturnType<Input>
  alert: string | null
  sending: boolean
  submit: (event?: FormEvent<HTMLFormElement>) => void
  ref: RefObject<HTMLFormElement | null>
}

/**
 * A form that validates with the contract's schema. Errors, also those of the server, appear at the inputs
 * and in one alert. The first invalid input gets the focus; without one, the alert scrolls into view. Input
 * is never lost.
 */
export function useContractForm<Input extends Values, Output, Reply>(
  setup: Setup<Input, Output, Reply>,
): ContractForm<Input> {
  const [sending, setSending] = useState(false)
  // Two submits can happen before the next render.
  const isSending = useRef(false)
  const fields = useForm<Input>({
    mode: 'uncontrolled',
    initialValues: setup.initial,
    validate: (values) => readForm(setup.schema, values).errors,
    clearInputErrorOnChange: true,
  })
  const { ref, alert, refuse, forget } = useRefusal(setup, fields)

  const clear = () => {
    fields.setInitialValues(setup.initial)
    fields.reset()
  }
  const send = async (values: Input) => {
    if (isSending.current) return
    isSending.current = true
    forget()
    setSending(true)
    try {
      const reply = await setup.send(readForm(setup.schema, values).value)
      fields.resetDirty()
      setup.done(reply, clear)
    } catch (error) {
      if (error instanceof TheirsKept) {
        fields.resetDirty()
        setup.leave?.()
        return
      }
      if (error instanceof ApiError) fields.setErrors(error.fields)
      refuse({ error })
    } finally {
      isSending.current = false
      setSending(false)
    }
  }
  const submit = fields.onSubmit(
    (values) => void send(values),
    (_, values) => refuse({ values }),
  )
  return { fields, alert, sending, submit, ref }
}

/** Shows errors in the alert and at the fields, and translates them when the language changes. */
function useRefusal<Input extends Values, Output, Reply>(
  setup: Setup<Input, Output, Reply>,
  fields: UseFormReturnType<Input>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const refused = useRef<Refused<Input>>(null)
  const [alert, setAlert] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures === 0) return
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [failures])

  const drawing = useDrawing()
  const drawn = useRef(drawing)
  const sayAgain = useEffectEvent(() => {
    if (refused.current === null) return
    const texts = refusalTexts(refused.current, setup)
    setAlert((shown) => shown && texts.alert)
    fields.setErrors(Object.fromEntries(Object.keys(fields.errors).map((name) => [name, texts.errors[name]])))
  })
  useEffect(() => {
    if (drawn.current !== drawing) sayAgain()
    drawn.current = drawing
  }, [drawing])

  const refuse = (what: NonNullable<Refused<Input>>) => {
    refused.current = what
    setAlert(refusalTexts(what, setup).alert)
    setFailures((before) => before + 1)
  }
  const forget = () => {
    refused.current = null
    setAlert(null)
  }
  return { ref, alert, refuse, forget }
}

/** Why the form was not sent or was rejected; null before that. */
type Refused<Input> = { error: unknown } | { values: Input } | null

function refusalTexts<Input extends Values, Output, Reply>(
  refused: NonNullable<Refused<Input>>,
  setup: Setup<Input, Output, Reply>,
): { alert: string | null; errors: Record<string, string> } {
  if ('error' in refused) {
    const { error } = refused
    return { alert: alertOf(error, setup), errors: error instanceof ApiError ? error.fields : {} }
  }
  const { errors } = readForm(setup.schema, refused.values)
  return { alert: setup.invalid ?? firstText(errors, setup.initial), errors }
}

type Said = Pick<Setup<Values, unknown, unknown>, 'failure' | 'saysFirst' | 'saidAtField'>

function alertOf(error: unknown, { failure, saysFirst, saidAtField }: Said) {
  if (error instanceof ApiError && saidAtField?.(error)) return null
  return saysFirst === 'failure' ? failureWithReason(error, failure) : failureText(error, failure)
}

/** Forms declare their initial values in the order of their fields. */
function firstText(errors: FormErrors, initial: Values): string {
  const name = Object.keys(initial).find((field) => errors[field]) ?? Object.keys(errors)[0]
  return name === undefined ? '' : String(errors[name])
}
