import { useEffect, useState, type SubmitEvent } from 'react'
import { HostError } from '../../../shared/contract/errors.ts'
import { aboutProfile } from '../../../shared/config/profiles.ts'
import { readBaseUrl } from '../../../shared/config/base-url.ts'
import { isKeptFor, urlOrigin } from '../../../shared/risk/secret-names.ts'
import { anthropic, modelKey, apiName, type ApiName } from '../../../shared/config/settings.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { freeEndpointId, hostAndPort, idFor, isHere } from '../../state/models/endpoints.ts'
import { firstOffer } from '../../state/models/endpoints.ts'
import { readProviderDraft, type ProviderProblems, type ProviderDraft } from '../../state/models/provider-draft.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { providers } from '../../strings/providers.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/fields/field.tsx'
import { invalidIn, useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { ProfileLimits } from '../local-models.tsx'
import { GetKey } from './get-key.tsx'
import { providerName } from './provider-list.tsx'
import styles from './provider.module.css'

const words = providers.form

/** Lets the dialog's buttons outside the form submit it. */
export const formId = 'provider-form'

type FormProps = {
  /** The endpoint being edited. */
  edit: string | undefined
  draft: ProviderDraft
  onChange(draft: ProviderDraft): void
  onBusy(busy: boolean): void
  /** Chooses another provider; absent if this one is fixed. */
  onOther?: () => void
  /** `models` is absent if nothing was sent there. */
  onSaved(endpoint: string, models: ModelInfo[] | undefined): void
}

/** The fields that a provider needs. Saving asks it for its models first; a refusal saves and clears nothing. */
export function ProviderForm({ edit, draft, onChange, onBusy, onOther, onSaved }: FormProps) {
  const { profile } = draft
  const isKeyKept = useIsKeyKept(edit, draft.url)
  const [problems, setProblems] = useState<ProviderProblems>({})
  const focusNext = useFocusNext()
  const { save, refused, clear } = useSave({ edit, draft, onSaved })
  useEffect(() => onBusy(save.busy), [save.busy, onBusy])
  const change = (to: Partial<ProviderDraft>): void => {
    onChange({ ...draft, ...to })
    setProblems({})
    clear()
  }
  const send = async (form: HTMLFormElement, check: boolean): Promise<void> => {
    const read = readProviderDraft(draft, isKeyKept)
    setProblems('problems' in read ? read.problems : {})
    const isSaved = 'config' in read && (await save.run(read, check))
    if (!isSaved) focusNext(() => invalidIn(form))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void send(event.currentTarget, true)
  }
  const key = (
    <KeyField
      draft={draft}
      isKept={isKeyKept}
      problem={problems.key ?? (refused === 'key' ? save.problem : undefined)}
      onChange={(typed) => change({ key: typed })}
    />
  )
  const isPreset = aboutProfile[profile].keyed === true && aboutProfile[profile].baseUrl !== undefined
  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      {onOther && (
        <p className={styles.chosen}>
          <span>
            {words.provider}: <b>{providerName(profile)}</b>
          </span>
          <Button size="sm" kind="ghost" onClick={onOther}>
            {words.change}
          </Button>
        </p>
      )}
      {save.problem && refused === 'other' && (
        <Refusal problem={save.problem} isNew={edit === undefined} onAnyway={(form) => void send(form, false)} />
      )}
      {isPreset && key}
      <UrlField draft={draft} problem={problems.url} onChange={(url) => change({ url })} />
      {!isPreset && key}
      {edit !== anthropic && (
        <Field label={words.name} optional>
          <TextInput maxLength={60} value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
      )}
      <Advanced draft={draft} isFixed={edit === anthropic} problem={problems.headers} onChange={change} />
      <ProfileLimits profile={profile} />
    </form>
  )
}

type RefusalProps = { problem: string; isNew: boolean; onAnyway(form: HTMLFormElement): void }

/** Why the endpoint couldn't be tested, with the choice to save it anyway. */
function Refusal({ problem, isNew, onAnyway }: RefusalProps) {
  return (
    <div ref={intoView}>
      <Note
        kind="no"
        action={
          <Button size="sm" onClick={(event) => event.currentTarget.form && onAnyway(event.currentTarget.form)}>
            {isNew ? words.addAnyway : words.saveAnyway}
          </Button>
        }
      >
        {words.nothingSaved(problem)}
      </Note>
    </div>
  )
}

/** Whether the edited endpoint has a key for the URL as typed. */
const useIsKeyKept = (edit: string | undefined, url: string): boolean =>
  useHost((state) => {
    const read = readBaseUrl(url)
    return edit !== undefined && read !== undefined && isKeptFor(modelKey(edit), urlOrigin(read.baseUrl), state)
  })

/** Saves the endpoint. If it was tested and new conversations have no model, they get the first to offer. */
function useSave({ edit, draft, onSaved }: Pick<FormProps, 'edit' | 'draft' | 'onSaved'>) {
  const link = useLink()
  const { endpoints, default: chosen } = useHost((state) => state.configured.settings.models)
  const [refused, setRefused] = useState<'key' | 'other'>('other')
  const save = useAction(
    async (read: Extract<ReturnType<typeof readProviderDraft>, { config: unknown }>, check: boolean) => {
      const { config } = read
      const name = draft.name.trim()
      const wanted = name || (aboutProfile[draft.profile].name ?? hostAndPort(config.baseUrl))
      // A name makes it another account at that URL.
      const endpoint = edit ?? (name ? freeEndpointId(wanted, endpoints) : idFor(wanted, config.baseUrl, endpoints))
      try {
        const { models } = await link.call('setEndpoint', { endpoint, ...read, check })
        const begun = models && !chosen && !aboutProfile[draft.profile].namesTyped ? firstOffer(models) : undefined
        if (begun) await link.call('changeSettings', { models: { default: { endpoint, model: begun.id } } })
        onSaved(endpoint, models)
      } catch (error) {
        setRefused(error instanceof HostError && error.code === 'bad-input' ? 'key' : 'other')
        throw error
      }
    },
  )
  return { save, refused, clear: save.clear }
}

type KeyProps = { draft: ProviderDraft; isKept: boolean; problem: string | undefined; onChange(key: string): void }

function KeyField({ draft, isKept, problem, onChange }: KeyProps) {
  const { keyed, keyAt } = aboutProfile[draft.profile]
  const read = readBaseUrl(draft.url)
  const host = read && hostAndPort(read.baseUrl)
  return (
    <>
      {keyAt !== undefined && <GetKey page={keyAt} />}
      <Field label={words.key} optional={keyed !== true} error={problem} help={host ? words.keyHelp(host) : undefined}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          maxLength={4096}
          placeholder={isKept ? words.keyKept : undefined}
          value={draft.key}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </>
  )
}

function UrlField({
  draft: { url, profile },
  problem,
  onChange,
}: {
  draft: ProviderDraft
  problem: string | undefined
  onChange(url: string): void
}) {
  const read = readBaseUrl(url)
  const whereTo = read && (isHere(read.baseUrl) ? words.staysHere : words.goesTo(hostAndPort(read.baseUrl)))
  return (
    <Field label={words.url} error={problem} help={whereTo ?? words.urlHelp}>
      <TextInput
        className="mono"
        spellCheck={false}
        inputMode="url"
        maxLength={2000}
        placeholder={profile === 'azure' ? words.azureShape : words.urlShape}
        value={url}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

type AdvancedProps = {
  draft: ProviderDraft
  /** The API can't be changed. */
  isFixed: boolean
  problem: string | undefined
  onChange(to: Partial<ProviderDraft>): void
}

const automatic = 'automatic'

function Advanced({ draft, isFixed, problem, onChange }: AdvancedProps) {
  const usual = aboutProfile[draft.profile].wire
  const choose = (value: string): void => onChange({ wire: apiName.options.find((each) => each === value) })
  return (
    <Fold label={words.advanced} held={problem !== undefined}>
      <div className={styles.form}>
        {!isFixed && (
          <Field label={words.api}>
            <Select value={draft.wire ?? automatic} onChange={(event) => choose(event.target.value)}>
              <option value={automatic}>{words.automatic(words.apis[usual])}</option>
              {apiName.options.map((each: ApiName) => (
                <option key={each} value={each}>
                  {words.apis[each]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={words.headers} optional error={problem} help={words.headersHelp}>
          <TextArea
            className="mono"
            spellCheck={false}
            rows={3}
            value={draft.headers}
            onChange={(event) => onChange({ headers: event.target.value })}
          />
        </Field>
      </div>
    </Fold>
  )
}

function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' })
}
