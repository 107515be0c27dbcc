import { useState, type SubmitEvent } from 'react'
import type { ModelChoice } from '../../shared/config/settings.ts'
import { useHost, useLink } from '../state/replica.ts'
import { priceInWords } from '../state/models/money.ts'
import { modelLabel, modelsByPlace, placeName } from '../state/models/endpoints.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Field, Select, TextInput } from '../ui/fields/field.tsx'
import { Note } from '../ui/note.tsx'
import styles from './models-part.module.css'
import { Setting } from './setting.tsx'

const { standard, byId, cancel } = strings.settingsModels

const byHand = 'by-hand'
const formId = 'model-by-id'

/** The model for new conversations, or none. */
export function DefaultModel({ block }: { block: string | undefined }) {
  const link = useLink()
  const settings = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const [naming, setNaming] = useState(false)
  const choose = useAction((choice: ModelChoice | null) => link.call('changeSettings', { models: { default: choice } }))
  const chosen = settings.default
  const price = chosen && priceInWords(chosen, settings)
  const change = (value: string): void => {
    const space = value.indexOf(' ')
    void choose.run(value === byHand ? null : { endpoint: value.slice(0, space), model: value.slice(space + 1) })
  }
  return (
    <Setting title={standard.title} help={standard.help}>
      <div className={styles.row}>
        <Select
          className={styles.models}
          aria-label={standard.model}
          disabled={block !== undefined}
          value={chosen ? `${chosen.endpoint} ${chosen.model}` : byHand}
          onChange={(event) => change(event.target.value)}
        >
          <option value={byHand}>{standard.none}</option>
          {modelsByPlace(settings, lists, chosen).map(({ id, name, models }) => (
            <optgroup key={id} label={name}>
              {models.map((model) => (
                <option key={model.id} value={`${id} ${model.id}`}>
                  {modelLabel(model)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Button kind="ghost" unavailable={block} onClick={() => setNaming(true)}>
          {standard.byId}
        </Button>
      </div>
      <p className={styles.detail}>{chosen ? (price ?? standard.noPrice) : standard.nothingSent}</p>
      {choose.problem && <Note kind="no">{choose.problem}</Note>}
      {naming && <ModelById before={chosen} onClose={() => setNaming(false)} />}
    </Setting>
  )
}

/** Enters a model that isn't in a list, or whose endpoint has no list. */
function ModelById({ before, onClose }: { before: ModelChoice | undefined; onClose(): void }) {
  const link = useLink()
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const [endpoint, setEndpoint] = useState(before?.endpoint ?? Object.keys(endpoints)[0] ?? '')
  const [model, setModel] = useState('')
  const [wrong, setWrong] = useState<string>()
  const save = useAction(async () => {
    await link.call('changeSettings', { models: { default: { endpoint, model: model.trim() } } })
    onClose()
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (model.trim() === '') setWrong(byId.missing)
    else void save.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={byId.title}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={save.busy}>
            {byId.use}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Field label={byId.where}>
          <Select value={endpoint} onChange={(event) => setEndpoint(event.target.value)}>
            {Object.entries(endpoints).map(([id, each]) => (
              <option key={id} value={id}>
                {placeName(id, each)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={byId.id} error={wrong}>
          <TextInput
            className="mono"
            spellCheck={false}
            maxLength={200}
            value={model}
            onChange={(event) => {
              setModel(event.target.value)
              setWrong(undefined)
            }}
          />
        </Field>
        {save.problem && <Note kind="no">{save.problem}</Note>}
      </form>
    </Dialog>
  )
}
