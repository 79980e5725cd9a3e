import type { Reader, ReaderAddresses } from '@ats/contract/readers.ts'
import { Alert, Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import classes from '#features/readers/readers.module.css'
import { m } from '#texts'
import { type SettingsText, settingsTexts } from './reader-settings.ts'

type Props = {
  reader: Pick<Reader, 'adapter'>
  addresses: ReaderAddresses
  /** Known only right after it was created. */
  password?: string
}

const hidden = '••••••••'

export function SettingsBlocks({ reader, addresses, password = hidden }: Props) {
  const blocks = settingsTexts({ adapter: reader.adapter, addresses, password })
  return (
    <>
      {blocks[0]?.way === 'later' && (
        <Alert icon={<IconInfoCircle aria-hidden="true" />}>{m.readers_no_gateway()}</Alert>
      )}
      {blocks.map((block) => (
        <Block key={block.way} block={block} />
      ))}
    </>
  )
}

const titles = { mqtt: m.readers_over_mqtt, webhook: m.readers_over_webhook, later: m.readers_access }

function Block({ block: { way, text } }: { block: SettingsText }) {
  return (
    <div className={classes.settings}>
      <div className={classes.settingsHead}>
        <strong>{titles[way]()}</strong>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={
                copied ? (
                  <IconCheck size={14} aria-hidden="true" />
                ) : (
                  <IconCopy size={14} aria-hidden="true" />
                )
              }
              aria-label={m.readers_copy_named({ way: titles[way]() })}
              onClick={copy}
            >
              {copied ? m.common_copied() : m.common_copy()}
            </Button>
          )}
        </CopyButton>
      </div>
      <pre translate="no">{text}</pre>
    </div>
  )
}
