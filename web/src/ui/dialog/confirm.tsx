import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { Question } from './confirm-dialog.tsx'

const loadDialog = async () => (await import('./confirm-dialog.tsx')).ConfirmDialog
/** If the dialog cannot be loaded, the answer is no. */
const ConfirmDialog = lazyPart(loadDialog, { close: ({ onAnswer }) => onAnswer(false) })

type Asked = { draw: () => ReactNode; giveUp: () => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null) {
  asked?.giveUp()
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Shows a dialog until the person answers. If another question follows first, it resolves with `otherwise`.
 */
export const ask = <T,>(draw: (answer: (given: T) => void) => ReactNode, otherwise: T): Promise<T> =>
  new Promise((resolve) => {
    const answer = (given: T) => {
      resolve(given)
      if (asked === own) show(null)
    }
    const own = { draw: () => draw(answer), giveUp: () => resolve(otherwise) }
    show(own)
  })

/** Asks in a dialog. Resolves with true only if the person chose the action. */
export const confirm = (question: Question) =>
  ask((answer) => <ConfirmDialog question={question} onAnswer={answer} />, false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Mounted once, in the shell. An open question ends when it unmounts. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  useEffect(() => () => show(null), [])
  useFetchLater(loadDialog)
  return question?.draw()
}
