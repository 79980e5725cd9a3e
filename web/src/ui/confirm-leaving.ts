import { m } from '#texts'

/** The dialog is loaded only when there is something to lose. */
export async function confirmLeaving(): Promise<boolean> {
  const { confirm } = await import('./confirm.tsx')
  return confirm({
    title: m.form_leave_title(),
    question: m.form_leave_question(),
    action: m.form_leave(),
    cancel: m.form_stay(),
    danger: true,
  })
}
