import { serverForm } from '../../strings/servers/servers-form.ts'
import { strings } from '../../strings/strings.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { isClientEmpty, type ClientDraft, type ClientProblems } from '../draft/client-draft.ts'
import { useKeeping } from '../draft/keeping.ts'
import styles from './server-fields.module.css'

const words = strings.signIn.form

type ClientFieldsProps = {
  client: ClientDraft
  problems: ClientProblems | undefined
  onChange(client: ClientDraft): void
}

/** The OAuth client for signing in to the server, collapsed unless set. */
export function ClientFields({ client, problems, onChange }: ClientFieldsProps) {
  const set = (change: Partial<ClientDraft>): void => onChange({ ...client, ...change })
  return (
    <Fold label={words.label} open={!isClientEmpty(client)} held={problems !== undefined}>
      <div className={styles.client}>
        <p className={styles.intro}>{words.help}</p>
        <Field label={words.clientId.label} optional help={words.clientId.help} error={problems?.clientId}>
          <TextInput
            className="mono"
            spellCheck={false}
            value={client.clientId}
            onChange={(event) => set({ clientId: event.target.value })}
          />
        </Field>
        <Secret client={client} problem={problems?.clientSecret} set={set} />
        <Field label={words.scopes.label} optional help={words.scopes.help} error={problems?.scopes}>
          <TextInput
            className="mono"
            spellCheck={false}
            value={client.scopes}
            onChange={(event) => set({ scopes: event.target.value })}
          />
        </Field>
        <Field label={words.port.label} optional help={words.port.help} error={problems?.callbackPort}>
          <TextInput
            className="num"
            inputMode="numeric"
            placeholder={words.port.example}
            value={client.port}
            onChange={(event) => set({ port: event.target.value })}
          />
        </Field>
      </div>
    </Fold>
  )
}

type SecretProps = Pick<ClientFieldsProps, 'client'> & {
  problem: string | undefined
  set(change: Partial<ClientDraft>): void
}

function Secret({ client: { secret, kept, pattern }, problem, set }: SecretProps) {
  const keeping = useKeeping(kept)
  return (
    <Field label={words.secret.label} optional help={words.secret.help} error={problem}>
      <span className={styles.secret}>
        <TextInput
          className="mono"
          type="password"
          spellCheck={false}
          placeholder={kept === undefined ? pattern : serverForm.namedValues[keeping]}
          value={secret}
          onChange={(event) => set({ secret: event.target.value })}
        />
        {kept !== undefined && (
          <IconButton
            icon="close"
            label={words.secret.remove}
            onClick={() => set({ secret: '', kept: undefined, pattern: undefined })}
          />
        )}
      </span>
    </Field>
  )
}
