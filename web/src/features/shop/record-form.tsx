import type { ShopKind, ShopRecord } from '@ats/contract/shop/shop.ts'
import { Alert, Button, Paper } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCity } from '#kernel/address/location.ts'
import { useMayOpen, useScreen, useTitleOf } from '#kernel/address/screen.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { renew } from '#kernel/http/renew.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { LoadingPage } from '#ui/page/loading-page.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { inputs } from './field-input.tsx'
import { type Field, formsOf } from './fields.ts'
import { kindTexts, paths } from './kind-texts.ts'
import { callsOf, shopRecord } from './queries.ts'
import classes from './shop.module.css'
import { useShopForm } from './use-shop-form.ts'

/** Undefined for a new record. */
type Props = { kind: ShopKind; record?: ShopRecord<ShopKind> | undefined }

/** The screen of a record: a form for people who may change it, read-only for others. */
function RecordForm({ kind, record }: Props) {
  const form = useShopForm(kind, record)
  const to = { to: paths[kind].list, params: { location: useCity() } }
  const mayChange = useMayOpen()(paths[kind].add)
  const listTitle = useTitleOf()(paths[kind].list)
  const title = useScreen().title?.() ?? ''
  useLeaveGuard(form.fields)
  const isProduct = kind === 'products'
  const create = isProduct ? m.shop_publish() : title
  const draw = (field: Field) => {
    const Input = inputs[field.as]
    return <Input key={field.name} form={form} field={field} record={record} />
  }
  const actions = (
    <>
      <SubmitButton
        text={record === undefined ? create : kindTexts[kind].update()}
        sending={{ now: form.sending, text: m.common_saving() }}
      />
      {isProduct && <PublishButton form={form} record={record as ShopRecord<'products'> | undefined} />}
      <ButtonLink {...to} variant="default">
        {m.common_cancel()}
      </ButtonLink>
      {record !== undefined && <DeleteButton kind={kind} id={record.id} onDeleted={form.fields.resetDirty} />}
    </>
  )
  return (
    <Page crumbs={[{ text: listTitle, link: to }, title]}>
      {!mayChange && <Alert icon={<IconInfoCircle aria-hidden="true" />}>{m.shop_read_only()}</Alert>}
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={classes.sheet ?? ''}>
        <FormBody form={form} actions={mayChange && actions}>
          <fieldset disabled={!mayChange} className={classes.fields}>
            {formsOf[kind].map((part) =>
              'as' in part ? draw(part) : <FieldRow key={part[0]?.name}>{part.map(draw)}</FieldRow>,
            )}
          </fieldset>
        </FormBody>
      </Paper>
    </Page>
  )
}

type PublishProps = {
  form: ReturnType<typeof useShopForm>
  record: ShopRecord<'products'> | undefined
}

/** The second way to save a product: a new one as a draft, and a draft as published. */
function PublishButton({ form, record }: PublishProps) {
  if (record?.published) return null
  const save = () => {
    form.fields.setFieldValue('published', record !== undefined)
    form.submit()
    // Restores the value that the submit button saves.
    form.fields.setFieldValue('published', record === undefined)
  }
  return (
    <Button variant="default" onClick={save}>
      {record === undefined ? m.shop_save_draft() : m.shop_publish()}
    </Button>
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
      await renew(client, callsOf(kind).remove.writes)
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

export const newRecordOf = (kind: ShopKind) => () => <RecordForm kind={kind} />

/** The screen that opens a record by the number in the address. */
export const recordOf = (kind: ShopKind) =>
  function RecordScreen() {
    const { id } = useParams({ strict: false })
    const { data, error, isPending, refetch } = useQuery(shopRecord(kind, id))
    if (isPending) return <LoadingPage />
    if (data !== undefined) return <RecordForm key={id} kind={kind} record={data} />
    if (isUnknown(error)) return <NotFound />
    return (
      <LoadFailed text={m.error_loading()} detail={messageOf(error, '')} onRetry={() => void refetch()} />
    )
  }
