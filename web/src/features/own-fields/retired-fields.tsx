import type { OwnFieldDefinition } from '@ats/contract/own-fields/definitions.ts'
import { Button } from '@mantine/core'
import { m } from '#texts'
import { typeAndUnit } from './field-texts.ts'
import classes from './own-fields.module.css'
import { ownFieldLabel } from './own-value-text.tsx'
import { useRetirement } from './retirement.ts'

/** Retired fields, folded: assets keep their values. */
export function RetiredFields({ fields }: { fields: readonly OwnFieldDefinition[] }) {
  const { bringBack } = useRetirement()
  if (fields.length === 0) return null
  return (
    <details className={classes.retired}>
      <summary>{m.own_fields_retired_count({ count: String(fields.length) })}</summary>
      <ul className={classes.list}>
        {fields.map((field) => (
          <li key={field.id} className={classes.row}>
            <div className={classes.what}>
              <strong>{ownFieldLabel(field)}</strong>
              <span>{typeAndUnit(field)}</span>
            </div>
            <span />
            <Button
              variant="default"
              size="compact-sm"
              aria-label={m.own_fields_bring_back_named({ name: ownFieldLabel(field) })}
              onClick={() => void bringBack(field)}
            >
              {m.own_fields_bring_back()}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
