import { m } from '#texts'

const inPoints = [8, 7.5, 7, 6.5, 6, 5.5, 5]

/** A4 in landscape holds the heads and 25 rows of this height. */
const mostMillimetres = 6.6
const pixelsPerMillimetre = 96 / 25.4

/** Sets the largest font size at which no word is broken, each table fits the sheet and a page holds 25 rows. */
export function fitToPaper(sheet: HTMLElement) {
  const tables = [...sheet.querySelectorAll('table')]
  delete sheet.dataset.breaksWords
  const fitsAt = (fits: (table: HTMLTableElement) => boolean) =>
    inPoints.find((size) => {
      sheet.style.setProperty('--paper-size', `${size}pt`)
      return tables.every(fits)
    })
  const width = Math.ceil(Number.parseFloat(getComputedStyle(sheet).width))
  const isNarrow = (table: HTMLTableElement) => table.offsetWidth <= width
  const found = fitsAt((table) => isNarrow(table) && isLow(table)) ?? fitsAt(isNarrow)
  if (found === undefined) sheet.dataset.breaksWords = ''
}

function isLow({ tBodies }: HTMLTableElement) {
  const [body] = tBodies
  if (body === undefined || body.rows.length === 0) return true
  return body.offsetHeight / body.rows.length <= mostMillimetres * pixelsPerMillimetre
}

const quoted = (text: string) =>
  `"${text.replaceAll(/[\\"\n]/g, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/** `Page 2 of 9`, with the browser's own counters. */
function pageOfPages() {
  const text = m.print_page({ page: '\npage\n', pages: '\npages\n' })
  const parts = text.split('\n')
  return parts
    .map((part) => (part === 'page' || part === 'pages' ? `counter(${part})` : quoted(part)))
    .join(' ')
}

/**
 * The style sheet of the page margins. The first page has its head in the document, for browsers that print no
 * margins. A constructed style sheet needs no exception from the content security policy.
 */
export function marginTexts(head: string): string {
  const letters = 'color: #000; font: 7pt "Inter Variable", "Noto Sans Devanagari Variable", sans-serif;'
  return `
    @page {
      @top-left { content: ${quoted(head)}; text-align: left; vertical-align: bottom; padding-bottom: 1.5mm; ${letters} }
      @bottom-right { content: ${pageOfPages()}; vertical-align: top; padding-top: 1.5mm; ${letters} }
    }
    @page :first { @top-left { content: none } }`
}
