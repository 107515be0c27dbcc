import { useState, type SubmitEvent } from 'react'
import { movedSecrets } from '../../../shared/risk/secret-names.ts'
import { anthropic, modelKey } from '../../../shared/config/settings.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { hostOf, modelLabel } from '../../state/models/endpoints.ts'
import { listWithDefault } from '../../state/models/first-default.ts'
import { useModelName } from '../../state/models/model-name.ts'
import { priceInWords } from '../../state/models/money.ts'
import { strings } from '../../strings/strings.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError, Select, TextInput } from '../../ui/fields/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Way, type WayControls } from './way.tsx'
import styles from './welcome.module.css'

const words = strings.firstRun.anthropic

/** Claude with the user's own key, which is saved and gives new conversations a model once it is accepted. */
export function AnthropicWay({ block, onSetUp, onBegin }: WayControls) {
  const address = useHost((state) => state.configured.settings.models.endpoints[anthropic]?.baseUrl ?? '')
  const [models, setModels] = useState<ModelInfo[]>()
  const host = hostOf(address)
  return (
    <Way icon="key" title={words.title} lede={words.lede} recommended>
      {models === undefined ? (
        <KeyForm block={block} host={host} onSetUp={onSetUp} onModels={setModels} />
      ) : (
        <Connected host={host} models={models} onBegin={onBegin} />
      )}
    </Way>
  )
}

type KeyFormProps = Omit<WayControls, 'onBegin'> & { host: string; onModels(models: ModelInfo[]): void }

function KeyForm({ block, host, onSetUp, onModels }: KeyFormProps) {
  const link = useLink()
  const isKept = useHost(
    (state) => state.secrets.includes(modelKey(anthropic)) && !movedSecrets({ endpoint: anthropic }, state),
  )
  const hasDefault = useHost(({ configured }) => configured.settings.models.default !== undefined)
  const [key, setKey] = useState('')
  const [wrong, setWrong] = useState<string>()
  const check = useAction(async () => {
    onSetUp()
    if (key.trim() !== '') await link.call('setModelKey', { endpoint: anthropic, key: key.trim(), check: true })
    setKey('')
    onModels((await listWithDefault(link, anthropic, hasDefault)).models)
  })
  const problem = wrong ?? check.problem
  /** The key was saved, but its endpoint couldn't be asked for models. */
  const isUnheard = check.problem !== undefined && isKept && key === ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (block !== undefined) return
    if (key.trim() === '' && !isKept) setWrong(words.enterKey)
    else void check.run().then((isAccepted) => isAccepted || field?.select())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label={words.key} help={words.help(host)} error={isUnheard ? words.unheard(problem ?? '') : problem}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          autoFocus
          placeholder={isKept ? words.keyKept : words.keyShape}
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
            setWrong(undefined)
            check.clear()
          }}
        />
      </Field>
      <Button kind="primary" size="lg" type="submit" busy={check.busy} unavailable={block}>
        {isUnheard ? words.tryAgain : words.check}
      </Button>
      <p className={styles.small}>{words.getKey}</p>
    </form>
  )
}

type ConnectedProps = { host: string; models: ModelInfo[]; onBegin(): void }

/** The key was accepted: says which model new conversations use, and lets the user choose another. */
function Connected({ host, models, onBegin }: ConnectedProps) {
  const link = useLink()
  const settings = useHost((state) => state.configured.settings.models)
  const [isChanging, setChanging] = useState(false)
  const choose = useAction((model: string) =>
    link.call('changeSettings', { models: { default: { endpoint: anthropic, model } } }),
  )
  const chosen = settings.default
  const name = plainLabel(useModelName(chosen?.model ?? '', chosen?.endpoint), 40)
  if (!chosen) return <FieldError>{words.noModel(host)}</FieldError>
  const price = priceInWords(chosen, settings)
  const isListed = chosen.endpoint === anthropic && models.some(({ id }) => id === chosen.model)
  return (
    <div className={styles.form}>
      <div role="status">
        <p className={styles.accepted}>
          <Glyph state="succeeded" label="" />
          <span>{words.offers(host, models.length)}</span>
        </p>
        <p>
          <Phrase text={words.begins} slots={{ model: <b>{name}</b> }} /> {price && words.costs(price)}{' '}
          {!isChanging && (
            <button type="button" className={styles.change} onClick={() => setChanging(true)}>
              {words.change}
            </button>
          )}
        </p>
      </div>
      {isChanging && (
        <Select
          aria-label={words.model}
          autoFocus
          value={isListed ? chosen.model : ''}
          onChange={(event) => void choose.run(event.target.value)}
        >
          {!isListed && (
            <option value="" disabled>
              {name}
            </option>
          )}
          {models.map((each) => (
            <option key={each.id} value={each.id}>
              {modelLabel(each)}
            </option>
          ))}
        </Select>
      )}
      {choose.problem && <FieldError>{choose.problem}</FieldError>}
      <Button kind="primary" size="lg" autoFocus onClick={onBegin}>
        {words.start}
      </Button>
    </div>
  )
}
