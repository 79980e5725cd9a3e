import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Question } from './confirm-dialog.tsx'
import { useFetchLater } from './fetch-later.ts'

const loadDialog = async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog })
const ConfirmDialog = lazy(loadDialog)

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
  return <Suspense>{question && <ConfirmDialog question={question} onAnswer={answer} />}</Suspense>
}
