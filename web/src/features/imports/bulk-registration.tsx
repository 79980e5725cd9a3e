import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { beginWatching } from '#kernel/live/watched-work.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { importById } from './import-queries.ts'
import { RecentImports } from './recent-imports.tsx'
import { UploadForm } from './upload-form.tsx'

const loadImportView = async () => (await import('./import-view.tsx')).ImportView
const ImportView = lazyPart(loadImportView)

const address = z.object({ import: z.uuid().optional() })

/** One import at a time. Its id is in the address, so a reload shows its progress. */
export function BulkRegistration() {
  const [{ import: id }, show] = useUrlState(address)
  // Preloaded: otherwise the check of a small file could end before this part is loaded, without being seen.
  useEffect(() => void loadImportView().catch(() => undefined), [])
  return (
    <Page crumbs={[m.crumb_manage_asset()]}>
      {id === undefined ? (
        <>
          <UploadForm
            onUploaded={(next) => {
              beginWatching(next)
              show({ import: next })
            }}
          />
          <RecentImports onShow={(next) => show({ import: next })} />
        </>
      ) : (
        <OneImport key={id} id={id} onClose={() => show({ import: undefined })} />
      )}
    </Page>
  )
}

function OneImport({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(importById(id))
  if (query.data !== undefined) return <ImportView record={query.data} onClose={onClose} />
  if (query.isPending) return <Loading />
  return (
    <LoadFailed
      text={m.imports_fetch_failed()}
      detail={messageOf(query.error, '')}
      onRetry={() => void query.refetch()}
    />
  )
}
