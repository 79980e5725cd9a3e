import type { OwnField } from './own-fields.ts'

type Headed = Pick<OwnField, 'type' | 'label' | 'unit'>

/** The heading of a field in an exported file, which includes the unit or the format. An import reads it back. */
export function ownFieldHeading({ type, label, unit }: Headed) {
  const remark = type === 'day' ? 'YYYY-MM-DD' : unit
  return remark === null ? label : `${label} (${remark})`
}
