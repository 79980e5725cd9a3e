import { m } from '#texts'
import { confirm } from './confirm.tsx'

export function confirmLeaving(): Promise<boolean> {
  return confirm({
    title: m.form_leave_title(),
    question: m.form_leave_question(),
    action: m.form_leave(),
    cancel: m.form_stay(),
    danger: true,
  })
}
