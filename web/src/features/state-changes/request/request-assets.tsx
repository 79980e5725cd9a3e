import { CloseButton, Text, TextInput } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useRef } from 'react'
import { AssetState, assetTitle } from '#features/assets/assets.ts'
import classes from '#features/state-changes/state-changes.module.css'
import { useScans } from '#kernel/scanner/scans.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { errorProps, starred } from '#ui/form/fields.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import type { RequestValues } from './request-form.ts'
import { type Scanned, useScannedAssets } from './use-scanned-assets.ts'

/** Tags, scanned or typed one after another; Enter adds one and clears the box for the next. */
export function RequestAssets({ form }: { form: ContractForm<RequestValues> }) {
  const box = useRef<HTMLInputElement>(null)
  const { scanned, word, add, remove } = useScannedAssets((ids) => form.fields.setFieldValue('assets', ids))
  useScans(add)
  const takeBox = () => {
    add(box.current?.value ?? '')
    if (box.current) box.current.value = ''
  }
  return (
    <div>
      <TextInput
        ref={box}
        label={m.requests_tags()}
        description={m.requests_tags_hint()}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        leftSection={<IconScan size={18} aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={form.fields.errors.assets}
        {...errorProps(form, 'assets')}
        {...starred(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          takeBox()
        }}
        onBlur={takeBox}
      />
      <Text size="sm" c="dimmed" role="status" mt={4}>
        {word}
      </Text>
      {scanned.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable with the keyboard
        <section className={classes.scanned} tabIndex={0} aria-label={heading(scanned)}>
          <Text size="sm" fw={600}>
            {heading(scanned)}
          </Text>
          <ul>
            {scanned.map((one) => (
              <ScannedRow key={one.code} one={one} onRemove={() => remove(one.code)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const heading = (scanned: Scanned[]) =>
  counted(
    scanned.filter(({ asset, problem }) => asset !== undefined && problem === undefined).length,
    m.requests_about_one,
    m.requests_about,
  )

function ScannedRow({ one, onRemove }: { one: Scanned; onRemove: () => void }) {
  const { code, asset, problem } = one
  const name = asset === undefined ? code : assetTitle(asset)
  return (
    <li>
      <div>
        {asset === undefined ? <span className={classes.code}>{code}</span> : name}
        <Text size="xs" c={problem === undefined ? 'dimmed' : 'var(--mantine-color-error)'} component="div">
          {problem ?? (asset === undefined ? m.requests_looking() : <AssetState state={asset.assetState} />)}
        </Text>
      </div>
      <CloseButton aria-label={m.requests_remove({ name })} onClick={onRemove} />
    </li>
  )
}
