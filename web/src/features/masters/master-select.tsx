import { TextInput } from '@mantine/core'
import { masterTexts } from '#kernel/words/master-texts.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { MasterSelectProps } from './master-select-list.tsx'

const load = async () => (await import('./master-select-list.tsx')).MasterSelectList

/** The field reserves its space while its code is loading. */
export const MasterSelect = lazyPart<MasterSelectProps>(load, { waiting: (props) => <Waiting {...props} /> })

function Waiting({ label, size = 'sm', className = '', scope: { kind }, ...props }: MasterSelectProps) {
  const field = { label, size, className, placeholder: masterTexts[kind].choose() }
  return <TextInput {...field} disabled aria-label={props['aria-label']} />
}
