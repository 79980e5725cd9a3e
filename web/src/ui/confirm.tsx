import { useSyncExternalStore } from 'react'
import type { Question } from './confirm-dialog.tsx'
import { useFetchLater } from './fetch-later.ts'
import { part } from './part.tsx'

const loadDialog = async () => (await import('./confirm-dialog.tsx')).ConfirmDialog
/** A question that cannot be asked is answered with no. */
const ConfirmDialog = part(loadDialog, { close: ({ onAnswer }) => onAnswer(false) })

type Asked = Question & { answer: (yes: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null) {
  asked?.answer(false)
  asked = next
  for (const listener of listeners) listener()
}

/** Asks in a dialog and answers true only when the person chose the action. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((answer) => show({ ...question, answer }))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Stands once in the shell. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  useFetchLater(loadDialog)
  const answer = (yes: boolean) => {
    question?.answer(yes)
    show(null)
  }
  return question && <ConfirmDialog question={question} onAnswer={answer} />
}
