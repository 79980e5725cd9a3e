const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

/** A text that a spreadsheet would run as a formula gets a leading quote, so that it is shown as plain text. */
export const harmlessText = (text: string) => (formula.test(text) ? `'${text}` : text)

function csvField(text: string) {
  const safe = harmlessText(text)
  return special.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`
