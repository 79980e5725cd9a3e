import { useEffect, useState } from 'react'
import { m } from '#texts'

let announce: ((title: string) => void) | undefined

/** Sets the title of the browser tab and informs the announcer. */
export function useDocumentTitle(page: string) {
  useEffect(() => {
    document.title = m.app_page_title({ page })
    announce?.(page)
  }, [page])
}

/**
 * The title of a page that was just opened, for a short time: long enough to be announced, and removed so
 * that it is not read twice.
 */
export function useAnnouncedTitle(): string {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    announce = (next) => {
      setTitle(next)
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(''), 700)
    }
    return () => {
      announce = undefined
      clearTimeout(timer)
    }
  }, [])
  return title
}
