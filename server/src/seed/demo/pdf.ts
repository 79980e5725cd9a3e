const escaped = (text: string) => text.replaceAll(/[\\()]/g, '\\$&')

/** A page of text as a PDF: the first line is its title. Only Latin letters, because it embeds no font. */
export function pdfOf([title = '', ...lines]: readonly string[]): Buffer {
  const body = lines.map((line) => `T* (${escaped(line)}) Tj`).join('\n')
  const page = `BT /F1 18 Tf 56 780 Td (${escaped(title)}) Tj /F1 11 Tf 18 TL T* ${body} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
