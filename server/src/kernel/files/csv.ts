const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

/**
 * One field. A text that a spreadsheet would run as a formula gets a leading quote, so that it is shown as
 * plain text.
 */
function csvField(text: string) {
  const safe = formula.test(text) ? `'${text}` : text
  return special.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`
