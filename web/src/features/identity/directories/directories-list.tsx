import type { Directory } from '@ats/contract/identity/directories.ts'
import type { DirectoryKind } from '@ats/contract/identity/shown-directory.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconBuildingCommunity, IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { directoryList } from './directory-queries.ts'

const DirectoryDialog = lazyPart(async () => (await import('./directory-dialog.tsx')).DirectoryDialog)

export function Directories() {
  const seesAll = useSession()?.user.everywhere === true
  return (
    <Page crumbs={[m.crumb_admin_role_listing(), m.directories_title()]}>
      {seesAll ? (
        <AllDirectories />
      ) : (
        <Alert icon={<IconInfoCircle aria-hidden="true" />}>{m.directories_need_everywhere()}</Alert>
      )}
    </Page>
  )
}

function AllDirectories() {
  const { data, error, isPending, refetch } = useQuery(directoryList)
  const [edited, setEdited] = useState<Directory | DirectoryKind>()
  const adding = <AddButtons onAdd={setEdited} />
  return (
    <>
      {isPending && <Loading />}
      {!isPending && data === undefined && (
        <LoadFailed
          text={m.directories_fetch_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <FirstStep
          Icon={IconBuildingCommunity}
          title={m.directories_first_title()}
          text={m.directories_lead()}
          action={adding}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <Group justify="space-between" mb="md">
            <Text c="dimmed">{m.directories_lead()}</Text>
            {adding}
          </Group>
          {data.map((directory) => (
            <DirectoryCard key={directory._id} directory={directory} onEdit={() => setEdited(directory)} />
          ))}
        </>
      )}
      {edited !== undefined && <DirectoryDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function AddButtons({ onAdd }: { onAdd: (kind: DirectoryKind) => void }) {
  const plus = <IconPlus size={16} aria-hidden="true" />
  return (
    <Group gap="sm">
      <Button leftSection={plus} onClick={() => onAdd('oidc')}>
        {m.directories_add_oidc()}
      </Button>
      <Button variant="default" leftSection={plus} onClick={() => onAdd('ldap')}>
        {m.directories_add_ldap()}
      </Button>
    </Group>
  )
}
