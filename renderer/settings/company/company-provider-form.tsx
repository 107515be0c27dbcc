import { useState, type SubmitEvent } from 'react'
import {
  type CompanyProvider,
  companyProvider,
  companySecret,
  isSameProvider,
} from '../../../shared/config/company-sign-in.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { company } from '../../strings/settings/company.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError, TextInput } from '../../ui/fields/field.tsx'
import styles from './company.module.css'

const { provider: words } = company

type CompanyProviderFormProps = { provider: CompanyProvider | undefined; block: string | undefined; onDone(): void }
type Draft = { issuer: string; clientId: string; secret: string; port: string }
type Problems = Partial<Record<'issuer' | 'clientId' | 'port', string>>

/** Sets the provider. A typed secret goes to the secret store; without one, a stored one stays. */
export function CompanyProviderForm({ provider, block, onDone }: CompanyProviderFormProps) {
  const link = useLink()
  const [draft, setDraft] = useState<Draft>(() => draftOf(provider))
  const [problems, setProblems] = useState<Problems>({})
  const hasSecret = useHost((state) => state.secrets.includes(companySecret))
  const isKept = hasSecret && isSameProvider(provider, draft)
  const saving = useAction(async (next: CompanyProvider) => {
    const secret = draft.secret.trim()
    await link.call('setCompanyProvider', { provider: next, ...(secret !== '' && { secret }) })
    onDone()
  })
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change })
    setProblems({})
    saving.clear()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (block !== undefined) return
    const read = readDraft(draft)
    if ('problems' in read) setProblems(read.problems)
    else void saving.run(read.provider)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label={words.issuer.label} help={words.issuer.help} error={problems.issuer}>
        <TextInput
          className="mono"
          inputMode="url"
          spellCheck={false}
          readOnly={block !== undefined}
          value={draft.issuer}
          onChange={(event) => set({ issuer: event.target.value })}
        />
      </Field>
      <Field label={words.clientId.label} help={words.clientId.help} error={problems.clientId}>
        <TextInput
          className="mono"
          spellCheck={false}
          readOnly={block !== undefined}
          value={draft.clientId}
          onChange={(event) => set({ clientId: event.target.value })}
        />
      </Field>
      <Field label={words.secret.label} optional help={words.secret.help}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          readOnly={block !== undefined}
          placeholder={isKept ? words.secret.kept : undefined}
          value={draft.secret}
          onChange={(event) => set({ secret: event.target.value })}
        />
      </Field>
      <Field label={words.port.label} optional help={words.port.help} error={problems.port}>
        <TextInput
          className="num"
          inputMode="numeric"
          placeholder={words.port.example}
          readOnly={block !== undefined}
          value={draft.port}
          onChange={(event) => set({ port: event.target.value })}
        />
      </Field>
      {saving.problem !== undefined && <FieldError>{saving.problem}</FieldError>}
      <div className="row wrap">
        <Button type="submit" kind="primary" busy={saving.busy} unavailable={block}>
          {words.save}
        </Button>
        {provider && (
          <Button kind="ghost" onClick={onDone}>
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

const draftOf = (provider: CompanyProvider | undefined): Draft => ({
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  secret: '',
  port: provider?.callbackPort?.toString() ?? '',
})

/** The provider in the form, or a sentence for each field that isn't valid. */
function readDraft({ issuer, clientId, port }: Draft): { provider: CompanyProvider } | { problems: Problems } {
  const typed = {
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    ...(port.trim() !== '' && { callbackPort: Number(port) }),
  }
  const { data, error } = companyProvider.safeParse(typed)
  if (data) return { provider: data }
  const wrong = new Set(error?.issues.map(({ path }) => path[0]))
  return {
    problems: {
      ...(wrong.has('issuer') && { issuer: typed.issuer === '' ? words.issuer.missing : words.issuer.invalid }),
      ...(wrong.has('clientId') && {
        clientId: typed.clientId === '' ? words.clientId.missing : words.clientId.invalid,
      }),
      ...(wrong.has('callbackPort') && { port: words.port.invalid }),
    },
  }
}
