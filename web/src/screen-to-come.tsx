import { useScreen } from '#kernel/screen.ts'
import { NotAvailableYet } from '#ui/not-available-yet.tsx'

/** Names itself after the screen it stands in for. */
export function ScreenToCome() {
  const { title } = useScreen()
  return <NotAvailableYet title={title?.() ?? ''} />
}
