import { useState, type SubmitEvent } from 'react'
import { movedSecrets } from '../../../shared/risk/secret-names.ts'
import { anthropic, modelKey } from '../../../shared/config/settings.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { firstOffer, hostOf, modelLabel } from '../../state/models/endpoints.ts'
import { priceInWords } from '../../state/models/money.ts'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, Select, TextInput } from '../../ui/fields/field.tsx'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { Way } from './way.tsx'
import styles from './welcome.module.css'

const words = strings.firstRun.anthropic

type WayProps = { block: string | undefined; onBegin(): void }

/** Claude with the user's own key: checks the key first, then offers the models it unlocks. */
export function AnthropicWay({ block, onBegin }: WayProps) {
  const address = useHost((state) => state.configured.settings.models.endpoints[anthropic]?.baseUrl ?? '')
  const [models, setModels] = useState<ModelInfo[]>()
  const host = hostOf(address)
  return (
    <Way
      icon="key"
      title={words.title}
      lede={words.lede}
      facts={[{ gain: true, text: words.reliable }, { text: words.goesTo(host) }, { text: words.paid }]}
    >
      {models === undefined ? (
        <KeyForm block={block} onModels={setModels} />
      ) : (
        <ModelForm host={host} models={models} onBegin={onBegin} />
      )}
    </Way>
  )
}

function KeyForm({ block, onModels }: { block: string | undefined; onModels(models: ModelInfo[]): void }) {
  const link = useLink()
  const isKept = useHost(
    (state) => state.secrets.includes(modelKey(anthropic)) && !movedSecrets({ endpoint: anthropic }, state),
  )
  const [key, setKey] = useState('')
  const [wrong, setWrong] = useState<string>()
  const check = useAction(async () => {
    if (key.trim() !== '') await link.call('setModelKey', { endpoint: anthropic, key: key.trim(), check: true })
    const { models } = await link.call('listModels', { endpoint: anthropic })
    onModels(models)
  })
  const problem = wrong ?? check.problem
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (block !== undefined) return
    if (key.trim() === '' && !isKept) setWrong(words.enterKey)
    else void check.run()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        className="mono"
        type="password"
        autoComplete="off"
        aria-label={words.key}
        aria-invalid={problem === undefined ? undefined : true}
        placeholder={isKept ? words.keyKept : words.keyShape}
        value={key}
        onChange={(event) => {
          setKey(event.target.value)
          setWrong(undefined)
          check.clear()
        }}
      />
      {problem && <FieldError>{problem}</FieldError>}
      <Button size="lg" type="submit" busy={check.busy} unavailable={block}>
        {words.check}
      </Button>
    </form>
  )
}

type ModelFormProps = { host: string; models: ModelInfo[]; onBegin(): void }

function ModelForm({ host, models, onBegin }: ModelFormProps) {
  const link = useLink()
  const settings = useHost((state) => state.configured.settings.models)
  const [model, setModel] = useState(firstOffer(models)?.id ?? '')
  const use = useAction(async () => {
    await link.call('changeSettings', { models: { default: { endpoint: anthropic, model } } })
    onBegin()
  })
  const name = models.find(({ id }) => id === model)?.name ?? model
  const price = priceInWords({ endpoint: anthropic, model }, settings)
  if (models.length === 0) return <FieldError>{words.noModel(host)}</FieldError>
  return (
    <div className={styles.form}>
      <p className={styles.small} role="status">
        {words.offers(host, models.length)} {price && words.costs(price)}
      </p>
      <Select aria-label={words.model} autoFocus value={model} onChange={(event) => setModel(event.target.value)}>
        {models.map((each) => (
          <option key={each.id} value={each.id}>
            {modelLabel(each)}
          </option>
        ))}
      </Select>
      {use.problem && <FieldError>{use.problem}</FieldError>}
      <Button kind="primary" size="lg" busy={use.busy} onClick={() => void use.run()}>
        {words.use(modelLabel({ id: name, name }))}
      </Button>
    </div>
  )
}
