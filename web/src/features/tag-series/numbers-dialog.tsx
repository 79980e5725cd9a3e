import { type TagBlock, type TagSeries, tagNumbers, type VoidTag } from '@ats/contract/tag-series.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { saveFile } from '#kernel/http/download.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import { blocksOf, voidsOf } from './series-queries.ts'

/** The latest reserved blocks and void numbers of a series. */
export function NumbersDialog({ series, onClose }: { series: TagSeries; onClose: () => void }) {
  const [blocks, voids] = [useQuery(blocksOf(series.id)), useQuery(voidsOf(series.id))]
  const error = blocks.error ?? voids.error
  const retry = () => {
    void blocks.refetch()
    void voids.refetch()
  }
  const isLoaded = blocks.data !== undefined && voids.data !== undefined
  return (
    <Dialog onClose={onClose} title={m.tagseries_numbers_named({ name: series.name })} size="lg">
      {!isLoaded && error === null && <Loading />}
      {!isLoaded && error !== null && (
        <LoadFailed text={m.tagseries_failed()} detail={messageOf(error, '') || undefined} onRetry={retry} />
      )}
      {isLoaded && <Blocks series={series} blocks={blocks.data.blocks} total={blocks.data.total} />}
      {isLoaded && voids.data.voids.length > 0 && <Voids voids={voids.data.voids} total={voids.data.total} />}
    </Dialog>
  )
}

const Shortened = ({ shown, total }: { shown: number; total: number }) =>
  shown < total && (
    <Text size="sm" c="dimmed">
      {m.tagseries_latest({ shown: formatNumber(shown), total: formatNumber(total) })}
    </Text>
  )

type BlocksProps = { series: TagSeries; blocks: readonly TagBlock[]; total: number }

function Blocks({ series, blocks, total }: BlocksProps) {
  if (blocks.length === 0) return <Text size="sm">{m.tagseries_no_blocks()}</Text>
  return (
    <>
      <JobList label={m.tagseries_numbers()}>
        {blocks.map((block) => (
          <JobItem
            key={block.id}
            name={m.tagseries_range({ first: block.firstSerial, last: block.lastSerial })}
            facts={
              <>
                <span translate="no">{block.firstTag}</span>
                <span>
                  {block.reservedBy} · <Moment at={block.reservedAt} />
                </span>
              </>
            }
            action={<Download series={series} block={block} />}
          />
        ))}
      </JobList>
      <Shortened shown={blocks.length} total={total} />
    </>
  )
}

/** One line for each number that is not void. */
async function saveBlock({ id, name }: TagSeries, block: TagBlock) {
  const params = { id, blockId: block.id }
  const { numbers } = await call(tagNumbers.block, { params })
  const lines = numbers.filter((number) => !number.void).map(({ serial, tag }) => `${serial},${tag}`)
  const file = new Blob([['serial,epc', ...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `${name} ${block.firstSerial}-${block.lastSerial}.csv`)
}

function Download({ series, block }: { series: TagSeries; block: TagBlock }) {
  const { firstSerial: first, lastSerial: last } = block
  const save = async () => {
    try {
      await saveBlock(series, block)
    } catch (error) {
      toast.failure(m.tagseries_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={m.tagseries_download_named({ first, last })}
      onClick={() => void save()}
    >
      {m.tagseries_download()}
    </Button>
  )
}

function Voids({ voids, total }: { voids: readonly VoidTag[]; total: number }) {
  return (
    <section aria-label={m.tagseries_voids()}>
      <Text fw={600} mt="md">
        {m.tagseries_voids()}
      </Text>
      <JobList>
        {voids.map(({ serial, reason, voidedBy, voidedAt }) => (
          <JobItem
            key={serial}
            name={serial}
            facts={
              <>
                <span>{reason}</span>
                <span>
                  {voidedBy} · <Moment at={voidedAt} />
                </span>
              </>
            }
            action={null}
          />
        ))}
      </JobList>
      <Shortened shown={voids.length} total={total} />
    </section>
  )
}
