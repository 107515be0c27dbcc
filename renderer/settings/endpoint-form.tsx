import { useState, type SubmitEvent } from 'react'
import { aboutProfile } from '../../shared/config/profiles.ts'
import { anthropic, type Endpoint } from '../../shared/config/settings.ts'
import { useHost, useLink } from '../state/replica.ts'
import { Limits } from '../models/local-models.tsx'
import { hostOf, idFor, isHere, placeName } from '../state/models/endpoints.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Field, Select, TextInput } from '../ui/fields/field.tsx'
import { Note } from '../ui/note.tsx'
import styles from './models-part.module.css'

const { form: words, addEndpoint, cancel, save: saveVerb } = strings.settingsModels

const formId = 'endpoint-form'
const profiles: Endpoint['profile'][] = ['ollama', 'lm-studio', 'llama-cpp', 'vllm', 'anthropic', 'other']

type FormProps = { id?: string; endpoint?: Endpoint; onClose(): void }

/** Adds or edits an endpoint. Saving sends nothing there. */
export function EndpointForm({ id, endpoint, onClose }: FormProps) {
  const link = useLink()
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const [name, setName] = useState(endpoint?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(endpoint?.baseUrl ?? '')
  const [profile, setProfile] = useState(endpoint?.profile ?? 'ollama')
  const [wrong, setWrong] = useState<string>()
  const save = useAction(async () => {
    const config = { baseUrl: baseUrl.trim(), profile, ...(name.trim() !== '' && { name: name.trim() }) }
    const wanted = name.trim() || (aboutProfile[profile].name ?? hostOf(config.baseUrl))
    await link.call('setEndpoint', { endpoint: id ?? idFor(wanted, config.baseUrl, endpoints), config })
    onClose()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const problem = problemWith(baseUrl.trim())
    setWrong(problem)
    if (problem === undefined) void save.run()
    else event.currentTarget.querySelector<HTMLElement>('[inputmode=url]')?.focus()
  }
  const isFirst = id === anthropic
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      title={id && endpoint ? words.edit(placeName(id, endpoint)) : addEndpoint}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={save.busy}>
            {id ? saveVerb : addEndpoint}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field label={words.address} error={wrong} help={whereTo(baseUrl.trim())}>
          <TextInput
            className="mono"
            spellCheck={false}
            inputMode="url"
            maxLength={2000}
            placeholder={words.addressShape}
            value={baseUrl}
            onChange={(event) => {
              setBaseUrl(event.target.value)
              setWrong(undefined)
            }}
          />
        </Field>
        {!isFirst && (
          <>
            <Field label={words.kind}>
              <Select value={profile} onChange={(event) => setProfile(profiles[event.target.selectedIndex] ?? 'other')}>
                {profiles.map((each) => (
                  <option key={each} value={each}>
                    {words.kinds[each] ?? aboutProfile[each].name}
                  </option>
                ))}
              </Select>
            </Field>
            <Limits limits={aboutProfile[profile].limits} />
            <Field label={words.name} optional>
              <TextInput maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
          </>
        )}
        {save.problem && <Note kind="no">{save.problem}</Note>}
      </form>
    </Dialog>
  )
}

function problemWith(address: string): string | undefined {
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
  return isWeb ? undefined : words.notAnAddress
}

function whereTo(address: string): string {
  if (problemWith(address) !== undefined) return words.addressHelp
  return isHere(address) ? words.staysHere : words.goesTo(hostOf(address))
}
