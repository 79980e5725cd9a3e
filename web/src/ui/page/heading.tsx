import { Title, type TitleProps } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useDocumentTitle } from './document-title.ts'
import classes from './heading.module.css'

/** The path of the initial page load, where the browser decides on the focus. */
let landedOn: string | undefined = location.pathname

type Props = Omit<TitleProps, 'order' | 'children'> & { title: string; documentTitle?: string }

/** The only h1 of a screen. It sets the document title and gets the focus after a navigation. */
export function Heading({ title, documentTitle = title, ...props }: Props) {
  const ref = useRef<HTMLHeadingElement>(null)
  const pathname = useLocation({ select: (place) => place.pathname })
  useDocumentTitle(documentTitle)
  useEffect(() => {
    if (pathname === landedOn) return
    landedOn = undefined
    ref.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <Title ref={ref} order={1} tabIndex={-1} className={classes.heading} {...props}>
      {title}
    </Title>
  )
}

/** For when the focused element is gone: the person continues from the top of the screen. */
export const focusHeading = () => document.querySelector('h1')?.focus()
