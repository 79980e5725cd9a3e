/** Labels of one size on A4, in millimetres. Rows touch each other; columns have a gap. */
export type LabelSheet = { columns: number; rows: number; width: number; height: number; gap: number }

/** The common sizes of self-adhesive sheets, by the number of labels on a sheet. */
export const labelSheets = {
  '8': { columns: 2, rows: 4, width: 99.1, height: 67.7, gap: 2.5 },
  '14': { columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5 },
  '21': { columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.5 },
  '65': { columns: 5, rows: 13, width: 38.1, height: 21.2, gap: 2.5 },
} as const satisfies Record<string, LabelSheet>
export type LabelSheetId = keyof typeof labelSheets
export const labelSheetIds = Object.keys(labelSheets) as [LabelSheetId, ...LabelSheetId[]]

export const labelsOn = ({ columns, rows }: LabelSheet) => columns * rows

const page = { width: 210, height: 297 }

/** The margins of the sheet: its labels are in the middle of the page. */
export const marginsOf = ({ columns, rows, width, height, gap }: LabelSheet) => ({
  left: (page.width - columns * width - (columns - 1) * gap) / 2,
  top: (page.height - rows * height) / 2,
})

/** The labels of each page; null for a label of the first sheet that was used before. */
export function pagesOf<Label>(labels: readonly Label[], perPage: number, used: number): (Label | null)[][] {
  const all = [...Array<null>(used).fill(null), ...labels]
  return Array.from({ length: Math.ceil(all.length / perPage) }, (_, at) =>
    all.slice(at * perPage, (at + 1) * perPage),
  )
}
