import { type UseFormReturnType, useForm } from '@mantine/form'
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
  /** The text of the alert if values are invalid; without it each field shows its own message. */
  invalid?: string
}

export type ContractForm<Input extends Values> = {
  fields: UseFormReturnType<Input>
  /** What no field says. */
  alert: string | null
  /** The field whose error is the alert. */
  alertAt: string | undefined
  sending: boolean
  submit: (event?: FormEvent<HTMLFormElement>) => void
  ref: RefObject<HTMLFormElement | null>
}

/**
 * A form that validates with the contract's schema. Each error, also one of the server, is shown once: at its
 * field, or in the form's alert. The first invalid input gets the focus; without one, the alert scrolls into
 * view. Input is never lost.
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
    validate: (values) => oncePerText(readForm(setup.schema, values).errors, setup.initial),
    clearInputErrorOnChange: true,
  })
  const { refuse, forget, ...shown } = useRefusal(setup, fields)

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
      if (error instanceof ApiError) fields.setErrors(oncePerText(error.fields, setup.initial))
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
  return { fields, sending, submit, ...shown }
}

/** Shows errors in the alert and at the fields, and translates them when the language changes. */
function useRefusal<Input extends Values, Output, Reply>(
  setup: Setup<Input, Output, Reply>,
  fields: UseFormReturnType<Input>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const refused = useRef<Refused<Input>>(null)
  const [alert, setAlert] = useState<string | null>(null)
  const [alertAt, setAlertAt] = useState<string>()
  const [failures, setFailures] = useState(0)
  /** A field may be folded away, or only marked: then the form says what the field does not. */
  const sayUnsaid = useEffectEvent(() => {
    if (refused.current !== null && ref.current?.querySelector('[role="alert"]') === null)
      setAlert(refusalTexts(refused.current, setup).unsaid)
  })
  useEffect(() => {
    if (failures === 0) return
    sayUnsaid()
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [failures])

  const drawing = useDrawing()
  const drawn = useRef(drawing)
  const sayAgain = useEffectEvent(() => {
    if (refused.current === null) return
    const texts = refusalTexts(refused.current, setup)
    setAlert((shown) => shown && (texts.alert ?? texts.unsaid))
    fields.setErrors(Object.fromEntries(Object.keys(fields.errors).map((name) => [name, texts.errors[name]])))
  })
  useEffect(() => {
    if (drawn.current !== drawing) sayAgain()
    drawn.current = drawing
  }, [drawing])

  const refuse = (what: NonNullable<Refused<Input>>) => {
    refused.current = what
    const texts = refusalTexts(what, setup)
    setAlert(texts.alert)
    setAlertAt(texts.at)
    setFailures((before) => before + 1)
  }
  const forget = () => {
    refused.current = null
    setAlert(null)
    setAlertAt(undefined)
  }
  return { ref, alert, alertAt, refuse, forget }
}

/** Why the form was not sent or was rejected; null before that. */
type Refused<Input> = { error: unknown } | { values: Input } | null

type Errors = Record<string, string | true>
type Said = {
  /** The alert of the form. */
  alert: string | null
  /** The alert if no visible field shows the message. */
  unsaid: string | null
  /** The first field that shows its message. */
  at: string | undefined
  errors: Errors
}

function refusalTexts<Input extends Values, Output, Reply>(
  refused: NonNullable<Refused<Input>>,
  setup: Setup<Input, Output, Reply>,
): Said {
  const wrong = 'error' in refused ? fieldsOf(refused.error) : readForm(setup.schema, refused.values).errors
  const errors = oncePerText(wrong, setup.initial)
  const at = inOrder(errors, setup.initial).find((name) => errors[name] !== undefined)
  if ('error' in refused) {
    const said = alertOf(refused.error, at, setup)
    return { ...said, at: said.alert === null ? at : undefined, errors }
  }
  const { invalid } = setup
  if (invalid !== undefined) return { alert: invalid, unsaid: invalid, at: undefined, errors }
  return { alert: null, unsaid: at === undefined ? null : String(errors[at]), at, errors }
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {})

type Failing = Pick<Setup<Values, unknown, unknown>, 'failure' | 'saysFirst'>

function alertOf(error: unknown, at: string | undefined, { failure, saysFirst }: Failing) {
  const says = saysFirst === 'failure' ? failureWithReason : failureText
  const whole = says(error, failure)
  const besides = saysFirst === 'failure' ? failure : null
  return { alert: at === undefined ? whole : besides, unsaid: whole }
}

/** Forms list their initial values in the order of their fields. */
const inOrder = (errors: object, initial: Values) => [
  ...Object.keys(initial).filter((name) => name in errors),
  ...Object.keys(errors).filter((name) => !(name in initial)),
]

/** A sentence about several fields is shown at the first of them; the others are only marked. */
function oncePerText(errors: Record<string, string>, initial: Values): Errors {
  const said = new Set<string>()
  return Object.fromEntries(
    inOrder(errors, initial).map((name) => {
      const text = errors[name] ?? ''
      const isSaid = said.has(text)
      said.add(text)
      return [name, isSaid || text]
    }),
  )
}
