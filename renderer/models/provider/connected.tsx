import { useState } from 'react'
import { aboutProfile } from '../../../shared/config/profiles.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { isKeptFor, urlOrigin } from '../../../shared/risk/secret-names.ts'
import { modelKey, type Profile } from '../../../shared/config/settings.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { hostAndPort, modelsInOrder, modelLabel } from '../../state/models/endpoints.ts'
import { useModelName } from '../../state/models/model-name.ts'
import { priceInWords } from '../../state/models/money.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { providers } from '../../strings/providers.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/fields/field.tsx'
import { SearchSelect } from '../../ui/fields/search-select.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useTypedModel } from '../use-typed-model.tsx'
import styles from './provider.module.css'

const words = providers.connected

type ConnectedProps = {
  endpoint: string
  /** The models it listed; undefined if it wasn't asked. */
  models: ModelInfo[] | undefined
}

/** An endpoint was added: says what it offers and which model new conversations use, and lets the user choose another. */
export function EndpointAdded({ endpoint, models }: ConnectedProps) {
  const link = useLink()
  const settings = useHost((state) => state.configured.settings.models)
  const place = settings.endpoints[endpoint]
  const isKeyed = useHost((state) => place && isKeptFor(modelKey(endpoint), urlOrigin(place.baseUrl), state))
  const [isChanging, setChanging] = useState(false)
  const choose = useAction((model: string) => link.call('changeSettings', { models: { default: { endpoint, model } } }))
  const chosen = settings.default
  const name = plainLabel(useModelName(chosen?.model ?? '', chosen?.endpoint), 40)
  const listed = useHost((state) => state.models[chosen?.endpoint ?? '']?.models.find(({ id }) => id === chosen?.model))
  const price = chosen && priceInWords(chosen, settings, listed)
  if (!place) return null
  const host = hostAndPort(place.baseUrl)
  const isTyped = needsTyping(place.profile, models)
  return (
    <div className={styles.form}>
      <div role="status">
        <p className="row medium">
          {models === undefined || models.length === 0 ? null : <Glyph state="succeeded" label="" />}
          <span>{offersInWords(host, models, isKeyed === true)}</span>
        </p>
        <p>
          {chosen ? <Phrase text={words.begins} slots={{ model: <b>{name}</b> }} /> : words.none}{' '}
          {price && words.costs(price)}{' '}
          {!isChanging && !isTyped && (
            <button type="button" className={styles.change} onClick={() => setChanging(true)}>
              {chosen ? words.change : words.choose}
            </button>
          )}
        </p>
      </div>
      {isTyped && <TypedModel isDeployment={aboutProfile[place.profile].namesTyped === true} choose={choose.run} />}
      {isChanging && models && (
        <div ref={focusField}>
          <Field label={words.model}>
            <SearchSelect
              options={modelsInOrder(models).map((model) => ({ key: model.id, label: modelLabel(model) }))}
              value={chosen?.endpoint === endpoint ? chosen.model : undefined}
              onChange={(model) => model !== undefined && void choose.run(model)}
            />
          </Field>
        </div>
      )}
      {choose.problem && <FieldError>{choose.problem}</FieldError>}
    </div>
  )
}

const focusField = (part: HTMLElement | null): void => part?.querySelector('input')?.focus()

/** Whether a model can't be chosen from the list. */
export const needsTyping = (profile: Profile, models: ModelInfo[] | undefined): boolean =>
  aboutProfile[profile].namesTyped === true || (models ?? []).length === 0

function offersInWords(host: string, models: ModelInfo[] | undefined, isKeyed: boolean): string {
  if (!models) return words.untested(host)
  if (models.length === 0) return words.noModels(host)
  return (isKeyed ? words.accepted : words.offers)(host, models.length)
}

type TypedProps = { isDeployment: boolean; choose(model: string): Promise<boolean> }

/** The model by its name, if no list has it. */
function TypedModel({ isDeployment, choose }: TypedProps) {
  const { field, submit } = useTypedModel({
    label: words.typed,
    help: isDeployment ? words.deploymentHelp : words.typedHelp,
    missing: words.missing,
    onUse: (model) => void choose(model),
  })
  return (
    <form className="stack start" onSubmit={submit} noValidate>
      {field}
      <Button type="submit">{words.use}</Button>
    </form>
  )
}
