import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { masterTexts } from './kinds.ts'
import type { MasterSelectProps } from './master-select-list.tsx'

const List = lazy(async () => ({ default: (await import('./master-select-list.tsx')).MasterSelectList }))

/** A field that stands at its place until what it needs is there. */
export function MasterSelect(props: MasterSelectProps) {
  const { label, size = 'sm', className = '', kind } = props
  const waiting = { label, size, className, placeholder: masterTexts[kind].choose() }
  return (
    <Suspense fallback={<TextInput {...waiting} disabled aria-label={props['aria-label']} />}>
      <List {...props} />
    </Suspense>
  )
}
