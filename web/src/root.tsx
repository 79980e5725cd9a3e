import { VisuallyHidden } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useAnnouncedTitle } from '#ui/page/document-title.ts'
import { NotFound } from '#ui/page/not-found.tsx'

export function Root() {
  return (
    <>
      <Announcer />
      <Outlet />
    </>
  )
}

/** Announces the new page to screen readers. */
function Announcer() {
  const title = useAnnouncedTitle()
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {title}
    </VisuallyHidden>
  )
}

export function PlainNotFound() {
  return (
    <main>
      <NotFound />
    </main>
  )
}
