import { useRef, useState, type SubmitEvent } from 'react'
import { movedSecrets } from '../../../shared/risk/secret-names.ts'
import { anthropic, modelKey } from '../../../shared/config/settings.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { hostAndPort } from '../../state/models/endpoints.ts'
import { aboutProfile } from '../../../shared/config/profiles.ts'
import { GetKey } from '../../models/provider/get-key.tsx'
import { EndpointAdded } from '../../models/provider/connected.tsx'
import { listWithDefault } from '../../state/models/first-default.ts'
import { firstRun } from '../../strings/first-run.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { useFocusOnArrival } from '../../ui/page/focus-page.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { Way, type WayControls } from './way.tsx'
import styles from './welcome.module.css'

const words = firstRun.anthropic
const { keyAt } = aboutProfile.anthropic

/** A whole key, and no other secret. */
const keyShape = /^sk-ant-[\w-]{20,}$/

/** Claude with the user's own key, which is saved and gives new conversations a model once it is accepted. */
export function AnthropicWay({ block, onSetUp, onBegin, onModel }: WayControls & { onModel(): boolean }) {
  const address = useHost((state) => state.configured.settings.models.endpoints[anthropic]?.baseUrl ?? '')
  const [models, setModels] = useState<ModelInfo[]>()
  const host = hostAndPort(address)
  return (
    <Way icon="key" title={words.title} lede={words.lede} recommended>
      {models === undefined ? (
        <KeyForm
          block={block}
          host={host}
          onSetUp={onSetUp}
          onModels={(listed, hasModel) => (hasModel && onModel()) || setModels(listed)}
        />
      ) : (
        <>
          <EndpointAdded endpoint={anthropic} models={models} />
          <Button kind="primary" size="lg" autoFocus onClick={onBegin}>
            {words.start}
          </Button>
        </>
      )}
    </Way>
  )
}

type KeyFormProps = Omit<WayControls, 'onBegin'> & {
  host: string
  onModels(models: ModelInfo[], hasModel: boolean): void
}

function KeyForm({ block, host, onSetUp, onModels }: KeyFormProps) {
  const link = useLink()
  const isKept = useHost(
    (state) => state.secrets.includes(modelKey(anthropic)) && !movedSecrets({ endpoint: anthropic }, state),
  )
  const hasDefault = useHost(({ configured }) => configured.settings.models.default !== undefined)
  const [key, setKey] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFocusOnArrival(input)
  const [wrong, setWrong] = useState<string>()
  const check = useAction(async (given: string) => {
    onSetUp()
    if (given !== '') await link.call('setModelKey', { endpoint: anthropic, key: given, check: true })
    setKey('')
    const { models, begun } = await listWithDefault(link, anthropic, hasDefault)
    onModels(models, hasDefault || begun !== undefined)
  })
  /** A pasted key is complete, so it is checked at once. */
  const paste = (text: string): boolean => {
    const pasted = text.trim()
    const isWhole = block === undefined && key === '' && keyShape.test(pasted)
    if (isWhole) {
      setKey(pasted)
      setWrong(undefined)
      void check.run(pasted)
    }
    return isWhole
  }
  const problem = wrong ?? check.problem
  /** The key was saved, but its endpoint couldn't be asked for models. */
  const isUnheard = check.problem !== undefined && isKept && key === ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (block !== undefined) return
    if (key.trim() === '' && !isKept) setWrong(words.enterKey)
    else void check.run(key.trim()).then((isAccepted) => isAccepted || field?.select())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {keyAt !== undefined && <GetKey page={keyAt} />}
      <Field label={words.key} help={words.help(host)} error={isUnheard ? words.unheard(problem ?? '') : problem}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          ref={input}
          placeholder={isKept ? words.keyKept : words.keyShape}
          value={key}
          onPaste={(event) => {
            if (paste(event.clipboardData.getData('text/plain'))) event.preventDefault()
          }}
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
    </form>
  )
}
