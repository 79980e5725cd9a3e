import type { ShopKind, ShopRecord } from '@ats/contract/shop/shop.ts'
import { Alert, Button, Paper } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { ApiError, messageOf } from '#kernel/api-error.ts'
import { call } from '#kernel/call.ts'
import { useCity } from '#kernel/location.ts'
import { useMayOpen } from '#kernel/screen.ts'
import { m } from '#texts'
import { confirm } from '#ui/confirm.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts'
import { ButtonLink } from '#ui/link.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingPage } from '#ui/loading-page.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.ts'
import { kindTexts, paths } from './kind-texts.ts'
import { callsOf, shopRecord } from './queries.ts'
import classes from './shop.module.css'

type Props<V extends Record<string, unknown>> = {
  kind: ShopKind
  form: ContractForm<V>
  /** The number of the record; undefined for a new one. */
  id: number | undefined
  submit: string
  /** Other ways to save, beside the submit button. */
  ways?: ReactNode
  children: ReactNode
}

/** The screen of one record: a form for those who may change it, and all it says for those who may not. */
export function ShopFormPage<V extends Record<string, unknown>>(props: Props<V>) {
  const { kind, form, id, submit, ways, children } = props
  const location = useCity()
  const mayChange = useMayOpen()(paths[kind].add)
  const { title, add, edit } = kindTexts[kind]
  useLeaveGuard(form.fields)
  const back = { to: paths[kind].list, params: { location } }
  const actions = (
    <>
      <SubmitButton text={submit} sending={{ now: form.sending, text: m.common_saving() }} />
      {ways}
      <ButtonLink {...back} variant="default">
        {m.common_cancel()}
      </ButtonLink>
      {id !== undefined && <DeleteButton kind={kind} id={id} onDeleted={form.fields.resetDirty} />}
    </>
  )
  return (
    <Page crumbs={[{ text: title(), link: back }, id === undefined ? add() : edit()]}>
      {!mayChange && <Alert icon={<IconInfoCircle aria-hidden="true" />}>{m.shop_read_only()}</Alert>}
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={classes.sheet ?? ''}>
        <FormBody form={form} actions={mayChange && actions}>
          <fieldset disabled={!mayChange} className={classes.fields}>
            {children}
          </fieldset>
        </FormBody>
      </Paper>
    </Page>
  )
}

function DeleteButton({ kind, id, onDeleted }: { kind: ShopKind; id: number; onDeleted: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useCity()
  const { question, deleted } = kindTexts[kind]
  const remove = async () => {
    const action = m.common_delete()
    if (!(await confirm({ title: action, question: question(), action, danger: true }))) return
    try {
      await call(callsOf(kind).remove, { params: { number: id } })
      onDeleted()
      toast.success(deleted())
      await navigate({ to: paths[kind].list, params: { location } })
      await client.invalidateQueries({ queryKey: ['shop'] })
    } catch (error) {
      toast.failure(m.shop_delete_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button variant="subtle" color="red" ml="auto" onClick={() => void remove()}>
      {m.common_delete()}
    </Button>
  )
}

/** The screen that opens a record by the number in the address. */
export const recordScreen = <K extends ShopKind>(
  kind: K,
  Form: ComponentType<{ record?: ShopRecord<K> | undefined }>,
) =>
  function RecordScreen() {
    const { id } = useParams({ strict: false }) as { id: string }
    const { data, error, isPending, refetch } = useQuery(shopRecord(kind, id))
    if (isPending) return <LoadingPage />
    if (data !== undefined) return <Form key={id} record={data} />
    if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound />
    return (
      <LoadFailed text={m.error_loading()} detail={messageOf(error, '')} onRetry={() => void refetch()} />
    )
  }
