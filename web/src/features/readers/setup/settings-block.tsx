import type { Reader, ReaderAddresses } from '@ats/contract/readers.ts'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { m } from '#texts'
import { CopyBlock } from '#ui/text/copy-block.tsx'
import { settingsTexts } from './reader-settings.ts'

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
      {blocks.map(({ way, text }) => (
        <CopyBlock
          key={way}
          title={titles[way]()}
          text={text}
          label={m.readers_copy_named({ way: titles[way]() })}
        />
      ))}
    </>
  )
}

const titles = { mqtt: m.readers_over_mqtt, webhook: m.readers_over_webhook, later: m.readers_access }
