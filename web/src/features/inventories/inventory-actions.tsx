import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { Button, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { BulkJobDialog } from '#features/bulk-jobs/bulk-jobs.ts'
import { CountLink, FindMissingLink } from '#features/inventories/count/count-link.tsx'
import { keepCity } from '#features/inventories/plan/keep-city.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './inventories.module.css'
import { useRecount } from './inventory-queries.ts'
import { approvalRefusedTexts } from './inventory-texts.tsx'
import { useManages } from './use-manages.ts'

const PlanDialog = lazyPart(
  async () => (await import('#features/inventories/plan/plan-dialog.tsx')).PlanDialog,
)
const StartDialog = lazyPart(
  async () => (await import('#features/inventories/plan/step-dialogs.tsx')).StartDialog,
)
const CancelDialog = lazyPart(
  async () => (await import('#features/inventories/plan/step-dialogs.tsx')).CancelDialog,
)
const EndCountingDialog = lazyPart(
  async () => (await import('#features/inventories/count/end-counting.tsx')).EndCountingDialog,
)
const ApproveDialog = lazyPart(
  async () => (await import('#features/inventories/plan/step-dialogs.tsx')).ApproveDialog,
)

const ExceptionDialog = lazyPart(
  async () => (await import('#features/inventories/plan/exception-dialog.tsx')).ExceptionDialog,
)

const next = classes.next ?? ''

type Step = 'edit' | 'start' | 'cancel' | 'end' | 'approve' | 'exception'

/** The actions that are possible now; the next step is last. */
export function InventoryActions({ inventory }: { inventory: Inventory }) {
  const manages = useManages()
  const isAdministrator = useHolds('user-management')
  const mayExcept = isAdministrator && inventory.status === 'review' && inventory.exception === null
  const [step, setStep] = useState<Step | null>(null)
  const [job, setJob] = useState<BulkJob | null>(null)
  const close = () => setStep(null)
  const dialog = { inventory, onClose: close }
  return (
    <div className={classes.steps}>
      {inventory.total !== null && <PrintLink id={inventory._id} />}
      {mayExcept && (
        <Button variant="default" onClick={() => setStep('exception')}>
          {m.inventory_exception_allow()}
        </Button>
      )}
      {manages && <Steps inventory={inventory} onStep={setStep} onShow={setJob} />}
      {step === 'edit' && <PlanDialog {...dialog} onSaved={() => undefined} />}
      {step === 'start' && <StartDialog {...dialog} onJob={setJob} />}
      {step === 'cancel' && <CancelDialog {...dialog} />}
      {step === 'end' && <EndCountingDialog {...dialog} />}
      {step === 'approve' && <ApproveDialog {...dialog} onJob={setJob} />}
      {step === 'exception' && <ExceptionDialog {...dialog} />}
      {job !== null && <BulkJobDialog job={job} onClose={() => setJob(null)} />}
    </div>
  )
}

function PrintLink({ id }: { id: string }) {
  return (
    <ButtonLink
      to="/dashboard/physical-inventory/$id/print"
      params={{ id }}
      search={keepCity}
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden="true" />}
    >
      {m.common_print()}
    </ButtonLink>
  )
}

type StepsProps = {
  inventory: Inventory
  onStep: (step: Step) => void
  onShow: (job: BulkJob) => void
}

function Steps({ inventory, onStep, onShow }: StepsProps) {
  const { status, job, counts, blind, manages, approvalRefused } = inventory
  if (status === 'approved' || status === 'cancelled') return null
  if (status === 'starting' || status === 'approving')
    return (
      job && (
        <Button className={next} onClick={() => onShow(job)}>
          {m.inventory_show_progress()}
        </Button>
      )
    )
  return (
    <>
      {manages && <MoreSteps onStep={onStep} />}
      {status === 'planned' && (
        <Button className={next} onClick={() => onStep('start')}>
          {m.inventory_start()}
        </Button>
      )}
      {status === 'counting' && (
        <>
          {counts && !blind && <FindMissingLink id={inventory._id} />}
          {counts && <CountLink variant="default" className={next} />}
          {manages && (
            <Button className={next} onClick={() => onStep('end')}>
              {m.inventory_end()}
            </Button>
          )}
        </>
      )}
      {status === 'review' && (
        <>
          {manages && <RecountButton inventory={inventory} />}
          {approvalRefused === null ? (
            <Button className={next} onClick={() => onStep('approve')}>
              {m.inventory_approve()}
            </Button>
          ) : (
            <Text size="sm" className={`${classes.refused} ${next}`}>
              {approvalRefusedTexts[approvalRefused]()}
            </Text>
          )}
        </>
      )}
    </>
  )
}

function MoreSteps({ onStep }: Pick<StepsProps, 'onStep'>) {
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => onStep('cancel')}>
        {m.inventory_cancel()}
      </Button>
      <Button variant="default" onClick={() => onStep('edit')}>
        {m.inventory_edit()}
      </Button>
    </>
  )
}

function RecountButton({ inventory: { _id, inventoryId } }: { inventory: Inventory }) {
  const recount = useRecount(_id)
  const run = async () => {
    const sure = await confirm({
      title: m.inventory_recount_title({ id: inventoryId }),
      question: m.inventory_recount_question(),
      action: m.inventory_recount(),
    })
    if (!sure) return
    try {
      await recount(undefined)
      toast.success(m.inventory_recounting({ id: inventoryId }))
    } catch (error) {
      toast.failure(m.inventory_recount_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button variant="default" onClick={() => void run()}>
      {m.inventory_recount()}
    </Button>
  )
}
