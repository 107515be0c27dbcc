import { company } from '../../strings/settings/company.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { signIn } from '../../strings/servers/sign-in.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import {
  isClientEmpty,
  keptIn,
  signers,
  type ClientDraft,
  type ClientProblems,
  type Signer,
} from '../../state/servers/draft/client-draft.ts'
import { useKeeping } from '../../state/servers/draft/keeping.ts'
import styles from './server-fields.module.css'

const words = signIn.form

type ClientFieldsProps = {
  client: ClientDraft
  problems: ClientProblems | undefined
  onChange(client: ClientDraft): void
}

/** The OAuth client for signing in to the server, collapsed unless set. */
export function ClientFields({ client, problems, onChange }: ClientFieldsProps) {
  const set = (change: Partial<ClientDraft>): void => onChange({ ...client, ...change })
  const isUser = client.by === 'user'
  return (
    <Fold label={words.label} open={!isClientEmpty(client)} held={problems !== undefined}>
      <div className={styles.client}>
        <p className="small block ink3">{words.help}</p>
        <Field label={words.by.label} help={client.by === 'company' ? company.server.help : words.by.help[client.by]}>
          <Select value={client.by} onChange={(event) => set({ by: signerIn(event.target.value), secret: '' })}>
            {signers.map((signer) => (
              <option key={signer} value={signer}>
                {words.by.choices[signer]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.clientId.label} optional={isUser} help={words.clientId.help} error={problems?.clientId}>
          <TextInput
            className="mono"
            spellCheck={false}
            value={client.clientId}
            onChange={(event) => set({ clientId: event.target.value })}
          />
        </Field>
        <Secret client={client} problem={problems?.clientSecret ?? problems?.privateKey} set={set} />
        <Field label={words.scopes.label} optional help={words.scopes.help} error={problems?.scopes}>
          <TextInput
            className="mono"
            spellCheck={false}
            value={client.scopes}
            onChange={(event) => set({ scopes: event.target.value })}
          />
        </Field>
        {isUser ? (
          <Field label={words.port.label} optional help={words.port.help} error={problems?.callbackPort}>
            <TextInput
              className="num"
              inputMode="numeric"
              placeholder={words.port.example}
              value={client.port}
              onChange={(event) => set({ port: event.target.value })}
            />
          </Field>
        ) : (
          <Field label={words.issuer.label} optional help={words.issuer.help} error={problems?.issuer}>
            <TextInput
              className="mono"
              inputMode="url"
              spellCheck={false}
              value={client.issuer}
              onChange={(event) => set({ issuer: event.target.value })}
            />
          </Field>
        )}
      </div>
    </Fold>
  )
}

type SecretProps = Pick<ClientFieldsProps, 'client'> & {
  problem: string | undefined
  set(change: Partial<ClientDraft>): void
}

const signerIn = (value: string): Signer => signers.find((it) => it === value) ?? 'user'

function Secret({ client, problem, set }: SecretProps) {
  const { by, secret, pattern } = client
  const kept = keptIn(client)
  const keeping = useKeeping(kept)
  const { label, help, remove } = by === 'key' ? words.key : words.secret
  return (
    <Field label={label} optional={by === 'user' || by === 'company'} help={help} error={problem}>
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
            label={remove}
            onClick={() => set({ secret: '', pattern: undefined, [by === 'key' ? 'keptKey' : 'kept']: undefined })}
          />
        )}
      </span>
    </Field>
  )
}
