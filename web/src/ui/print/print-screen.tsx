import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Heading } from '#ui/page/heading.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { OnPaperContext } from './on-paper.ts'
import { fitToPaper, marginTexts } from './paper.ts'
import classes from './print.module.css'

type Props<Data> = {
  title: string
  /** The default name of a saved PDF. */
  documentTitle: string
  /** The link back to the printed screen, and the options of the sheet. */
  buttons: ReactNode
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  failure: string
  sheet: (data: Data) => ReactNode
  /** The sheet consists of whole A4 pages in portrait, such as labels: nothing is printed around it. */
  isWholePages?: boolean
}

/** A screen for printing: its buttons are not printed, and its sheet looks as it will on paper. */
export function PrintScreen<Data>(props: Props<Data>) {
  const { title, documentTitle, buttons, query, failure, sheet, isWholePages = false } = props
  const { data, error, refetch } = query
  const Sheet = isWholePages ? WholePages : Paper
  return (
    <>
      <Group
        justify="space-between"
        mb="sm"
        className={classes.top ?? ''}
        data-unprinted={isWholePages || undefined}
      >
        <Heading title={title} documentTitle={documentTitle} />
        <Group gap="sm" className={classes.buttons ?? ''}>
          {buttons}
          <Button
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            disabled={data === undefined}
            onClick={() => globalThis.print()}
          >
            {m.common_print()}
          </Button>
        </Group>
      </Group>
      {error !== null && (
        <LoadFailed
          text={failure}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && <Sheet title={title}>{sheet(data)}</Sheet>}
    </>
  )
}

type SheetProps = { title: string; children: ReactNode }

/** The pages bring their own margins. */
function WholePages({ title, children }: SheetProps) {
  useEffect(() => {
    const margins = new CSSStyleSheet()
    margins.replaceSync('@page { size: A4 portrait; margin: 0 }')
    document.adoptedStyleSheets.push(margins)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== margins)
    }
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={classes.desk} aria-label={title} tabIndex={0}>
      {children}
    </section>
  )
}

function Paper({ title, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => keepFitting(sheet.current as HTMLDivElement, title), [title])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={classes.desk} aria-label={title} tabIndex={0}>
      <div ref={sheet} className={classes.paper}>
        <OnPaperContext value={true}>{children}</OnPaperContext>
      </div>
    </section>
  )
}

/** Images load one at a time, and each changes the sheet. */
const quietMilliseconds = 100

/** Fits the sheet again when rows, images or fonts arrive after the first render. */
function keepFitting(sheet: HTMLElement, title: string) {
  const margins = new CSSStyleSheet()
  const fit = () => {
    fitToPaper(sheet)
    const facts = [...sheet.querySelectorAll(`.${classes.facts}`)].map(({ textContent }) => textContent)
    margins.replaceSync(marginTexts([title, ...facts].join(' · ')))
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const fitSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(fit, quietMilliseconds)
  }
  const watch = new MutationObserver(fitSoon)
  watch.observe(sheet, { subtree: true, childList: true, characterData: true })
  document.fonts.addEventListener('loadingdone', fitSoon)
  globalThis.addEventListener('beforeprint', fit)
  document.adoptedStyleSheets.push(margins)
  fit()
  return () => {
    watch.disconnect()
    clearTimeout(timer)
    document.fonts.removeEventListener('loadingdone', fitSoon)
    globalThis.removeEventListener('beforeprint', fit)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== margins)
  }
}

type FactsProps = { scope: string; children: ReactNode }

/** Scope, filters and time, above the content and on each further page. */
export function PrintedFacts({ scope, children }: FactsProps) {
  return (
    <p className={classes.facts}>
      {scope} · {children} · {formatTime(new Date())}
    </p>
  )
}
