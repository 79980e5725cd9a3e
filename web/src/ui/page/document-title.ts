import { useEffect, useState } from 'react'
import { m } from '#texts'

let announce: ((title: string) => void) | undefined

/** Names the page in the browser's tab and tells the announcer. */
export function useDocumentTitle(page: string) {
  useEffect(() => {
    document.title = m.app_page_title({ page })
    announce?.(page)
  }, [page])
}

/** The title of the page just opened, for a moment: long enough to be read out, and not left to be read twice. */
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
