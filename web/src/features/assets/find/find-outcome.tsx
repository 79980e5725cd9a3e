import { Group, Text } from '@mantine/core'
import type { ShownAsset } from '#features/assets/asset-queries.ts'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { HelpLink } from '#ui/page/help-link.tsx'
import { HiddenPlaces } from '#ui/page/hidden-places.tsx'
import { AnchorLink, ButtonLink } from '#ui/text/link.tsx'
import { deletedLink, registerLink } from './find-links.ts'
import classes from './find-outcome.module.css'

type Props = { code: string; found: ShownAsset[]; onGo: () => void }

/** The choices for a code that does not identify exactly one asset. */
export function Outcome({ code, found, onGo }: Props) {
  const live = found.filter(({ deleted }) => !deleted)
  if (found.length === 0) return <Unknown code={code} onGo={onGo} />
  return (
    <>
      <Text fw={600} mb={4} className={classes.code ?? ''}>
        {live.length > 0 ? m.scan_several({ code }) : m.scan_deleted({ code })}
      </Text>
      <ul className={classes.found}>
        {(live.length > 0 ? live : found).map((asset) => (
          <Match key={asset._id} asset={asset} onGo={onGo} />
        ))}
      </ul>
    </>
  )
}

function Unknown({ code, onGo }: Omit<Props, 'found'>) {
  const city = useCity()
  return (
    <>
      <Text fw={600} className={classes.code ?? ''}>
        {m.scan_unknown({ code })}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {m.scan_unknown_hint()}
      </Text>
      <HiddenPlaces />
      <Group gap="md">
        <ButtonLink {...registerLink(code, city)} onClick={onGo}>
          {m.scan_register()}
        </ButtonLink>
        <HelpLink answer="who-sees-what" onClick={onGo}>
          {m.help_q_scope()}
        </HelpLink>
      </Group>
    </>
  )
}

function Match({ asset, onGo }: { asset: ShownAsset; onGo: () => void }) {
  const parts = [asset.assetTagId, asset.rfidTag, asset.deleted ? m.find_deleted() : asset.city]
  return (
    <li>
      {asset.deleted ? (
        <AnchorLink {...deletedLink(asset)} onClick={onGo}>
          {asset.assetName}
        </AnchorLink>
      ) : (
        <PanelLink id={asset._id} onClick={onGo}>
          {asset.assetName}
        </PanelLink>
      )}
      <Text size="sm" c="dimmed">
        {parts.filter(Boolean).join(' · ')}
      </Text>
    </li>
  )
}
