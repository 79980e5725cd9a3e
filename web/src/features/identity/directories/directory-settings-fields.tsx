import { m } from '#texts'
import { CheckboxField, SelectField } from '#ui/form/choice-fields.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import type { DirectoryValues } from './directory-values.ts'

type Props = { form: ContractForm<DirectoryValues> }

/** Fields of the settings, which are an object inside the values. */
const at = (name: string) => `settings.${name}` as 'settings'
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export function OidcFields({ form }: Props) {
  const methods = [
    { value: 'basic', label: m.directories_client_basic() },
    { value: 'post', label: m.directories_client_post() },
  ]
  return (
    <>
      <TextField
        form={form}
        name={at('issuer')}
        label={m.directories_issuer()}
        description={m.directories_issuer_hint()}
        inputWrapperOrder={hintBelow}
        inputMode="url"
        required
      />
      <FieldRow>
        <TextField
          form={form}
          name={at('clientId')}
          label={m.directories_client_id()}
          autoComplete="off"
          required
        />
        <SelectField
          form={form}
          name={at('clientAuthentication')}
          label={m.directories_client_authentication()}
          data={methods}
        />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name={at('scopes')} label={m.directories_scopes()} />
        <TextField form={form} name={at('groupsClaim')} label={m.directories_groups_claim()} required />
      </FieldRow>
      <CheckboxField form={form} name={at('userinfo')} label={m.directories_userinfo()} />
      <CheckboxField form={form} name={at('trustEmails')} label={m.directories_trust_emails()} />
      <CheckboxField form={form} name={at('signOut')} label={m.directories_sign_out()} />
    </>
  )
}

export function LdapFields({ form }: Props) {
  return (
    <>
      <TextField form={form} name={at('url')} label={m.directories_url()} placeholder="ldaps://" required />
      <CheckboxField form={form} name={at('startTls')} label={m.directories_start_tls()} />
      <FieldRow>
        <TextField
          form={form}
          name={at('bindDn')}
          label={m.directories_bind_dn()}
          autoComplete="off"
          required
        />
        <TextField form={form} name={at('baseDn')} label={m.directories_base_dn()} required />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name={at('loginAttribute')} label={m.directories_login_attribute()} required />
        <TextField
          form={form}
          name={at('subjectAttribute')}
          label={m.directories_subject_attribute()}
          required
        />
      </FieldRow>
      <TextField
        form={form}
        name={at('filter')}
        label={m.directories_filter()}
        description={m.directories_filter_hint()}
        inputWrapperOrder={hintBelow}
        required
      />
      <FieldRow>
        <TextField form={form} name={at('nameAttribute')} label={m.directories_name_attribute()} required />
        <TextField
          form={form}
          name={at('lastnameAttribute')}
          label={m.directories_lastname_attribute()}
          required
        />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name={at('emailAttribute')} label={m.directories_email_attribute()} required />
        <TextField form={form} name={at('groupAttribute')} label={m.directories_group_attribute()} required />
      </FieldRow>
      <CheckboxField form={form} name={at('nestedGroups')} label={m.directories_nested_groups()} />
      <TextAreaField
        form={form}
        name={at('caCertificate')}
        label={m.directories_ca_certificate()}
        description={m.directories_ca_hint()}
        inputWrapperOrder={hintBelow}
      />
    </>
  )
}
