import type { Asset } from '@ats/contract/assets/assets.ts'
import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { placePath } from '#features/assets/asset-place.ts'
import type { AssetFormValues } from '#features/assets/asset-schema.ts'
import { cities, placeById } from '#features/places/places.ts'
import { fieldLabels, fieldText } from '#kernel/asset-labels.ts'
import { m } from '#texts'
import { changeOf, differingTexts, movesAsset } from './asset-edit-change.ts'

/** What the person edited, what they would save, and what is on the server by now. */
export type Conflict = { asset: Asset; values: AssetFormValues; removeImage: boolean; theirs: Asset }
type Row = { label: string; mine: string; theirs: string; isMine: boolean }
type Props = { conflict: Conflict; onKeep: () => void; onTake: () => void }

/** Both versions side by side, where they differ. */
export function ConflictView({ conflict, onKeep, onTake }: Props) {
  const rows = useRows(conflict)
  return (
    <>
      <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden="true" />} mb="md">
        <Text fw={600} size="sm">
          {m.assets_conflict_title()}
        </Text>
        <Text size="sm">{rows.length > 0 ? m.assets_conflict_lead() : m.assets_conflict_same()}</Text>
      </Alert>
      {rows.length > 0 && <Sides rows={rows} />}
      <Group gap="sm" mt="lg">
        <Button onClick={onKeep} data-autofocus>
          {m.assets_keep_mine()}
        </Button>
        <Button variant="default" onClick={onTake}>
          {m.assets_take_theirs()}
        </Button>
      </Group>
    </>
  )
}

function Sides({ rows }: { rows: Row[] }) {
  return (
    <Table aria-label={m.assets_conflict_title()} layout="fixed" withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{m.assets_conflict_field()}</Table.Th>
          <Table.Th scope="col">{m.assets_conflict_mine()}</Table.Th>
          <Table.Th scope="col">{m.assets_conflict_theirs()}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, mine, theirs, isMine }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td>
              {isMine ? (
                mine || m.assets_nothing()
              ) : (
                <Text size="sm" c="dimmed">
                  {m.assets_conflict_untouched()}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{theirs || m.assets_nothing()}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function useRows({ asset, values, removeImage, theirs }: Conflict): Row[] {
  const change = changeOf(asset, values)
  const myPlace = useMyPlace(values)
  const rows: Row[] = differingTexts(values, change, theirs).map((row) => ({
    label: fieldLabels[row.name](),
    mine: fieldText(row.name, row.mine),
    theirs: fieldText(row.name, row.theirs),
    isMine: row.isMine,
  }))
  const isMoved = movesAsset(change)
  const [was, now] = [placePath(asset), placePath(theirs)]
  if ((isMoved ? myPlace : was) !== now)
    rows.push({ label: m.assets_location(), mine: myPlace, theirs: now, isMine: isMoved })
  const isPictured = removeImage || values.image !== null
  if (isPictured || asset.image !== theirs.image) {
    const mine = values.image !== null ? m.assets_image_new() : m.image_none()
    const present = theirs.image === null ? m.image_none() : m.assets_image_present()
    rows.push({ label: m.assets_image(), mine, theirs: present, isMine: isPictured })
  }
  return rows
}

/** The path of the place that is chosen in the form. */
function useMyPlace({ location, placeId = '' }: AssetFormValues): string {
  const { data: place } = useQuery(placeById(placeId))
  const { data: all = [] } = useQuery(cities)
  return place?.path ?? all.find((city) => city.location === location)?.name ?? location
}
