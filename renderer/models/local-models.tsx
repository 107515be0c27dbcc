import { useEffect, useEffectEvent, useState } from 'react'
import type { LocalModels } from '../../shared/events/events.ts'
import type { Profile } from '../../shared/config/settings.ts'
import { aboutProfile } from '../../shared/config/profiles.ts'
import { href } from '../state/routes.ts'
import { useHost, useLink } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { models as modelsWords } from '../strings/models.ts'
import { settings } from '../strings/settings.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, Select } from '../ui/fields/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import styles from './local-models.module.css'
import { firstOffer, hostAndPort, idFor, modelLabel } from '../state/models/endpoints.ts'

const words = modelsWords.local

type FinderProps = {
  block: string | undefined
  /** The press that showed this asked for it, so it looks at once. */
  wasPressed?: boolean
  /** Called before the chosen model is set up. */
  onUse?: () => void
  onUsed(): void
}

/** Looks for models on this computer on request, lists those found, and selects one. */
export function LocalModelsFinder({ block, wasPressed = false, onUse, onUsed }: FinderProps) {
  const link = useLink()
  const [found, setFound] = useState<LocalModels[]>()
  const look = useAction(async () => setFound((await link.call('findLocalModels', {})).found))
  const begin = useEffectEvent(() => void look.run())
  useEffect(() => {
    if (wasPressed) begin()
  }, [wasPressed])
  const withModels = found?.filter(({ models }) => models.length > 0) ?? []
  const button = (label: string) => (
    <Button busy={look.busy} unavailable={block} onClick={() => void look.run()}>
      {label}
    </Button>
  )
  if (found && withModels.length > 0)
    return (
      <>
        <FoundModels found={withModels} block={block} {...(onUse && { onUse })} onUsed={onUsed} />
        <Button kind="ghost" size="sm" busy={look.busy} unavailable={block} onClick={() => void look.run()}>
          {words.lookAgain}
        </Button>
      </>
    )
  return (
    <div className={styles.form}>
      {look.problem && <FieldError>{look.problem}</FieldError>}
      {found ? (
        <p className="small ink2" role="status">
          <Phrase
            text={words.elsewhere}
            slots={{
              nothing: nothingFound(found),
              settings: <a href={href({ page: 'settings', part: 'models' })}>{settings.parts.models}</a>,
            }}
          />
        </p>
      ) : (
        !wasPressed && <p className="small ink2">{words.aboutLooking}</p>
      )}
      {button(found ? words.lookAgain : look.busy ? words.looking : words.look)}
    </div>
  )
}

function nothingFound(found: LocalModels[]): string {
  const [one] = found
  if (!one) return words.nothing
  return words.noModel(nameOf(one))
}

const keyOf = (place: LocalModels, model: string): string => `${place.baseUrl} ${model}`

function FoundModels({ found, block, onUse, onUsed }: FinderProps & { found: LocalModels[] }) {
  const link = useLink()
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const [key, setKey] = useState<string>()
  const all = found.flatMap((place) => place.models.map((model) => ({ place, model, key: keyOf(place, model.id) })))
  const best = firstOffer(all.map(({ model }) => model))
  const chosen = all.find((each) => each.key === key) ?? all.find(({ model }) => model === best)
  const use = useAction(async () => {
    if (!chosen) return
    onUse?.()
    const { baseUrl, profile, wire } = chosen.place
    const id = idFor(profile === 'other' ? 'local' : profile, baseUrl, endpoints)
    if (!endpoints[id])
      await link.call('setEndpoint', { endpoint: id, config: { baseUrl, profile, ...(wire && { wire }) } })
    await link.call('listModels', { endpoint: id })
    await link.call('changeSettings', { models: { default: { endpoint: id, model: chosen.model.id } } })
    onUsed()
  })
  if (!chosen) return null
  const { place, model } = chosen
  return (
    <div className={styles.form}>
      <p className="small ink2" role="status">
        {found.map((each) => `${words.answers(nameOf(each), each.models.length)} `)}
        {model.tools === false && words.noTools}
      </p>
      <Select aria-label={words.label} value={chosen.key} onChange={(event) => setKey(event.target.value)}>
        {found.map((each) => (
          <optgroup key={each.baseUrl} label={nameOf(each)}>
            {each.models.map((listed) => (
              <option key={listed.id} value={keyOf(each, listed.id)}>
                {words.option(modelLabel(listed), listed.tools !== false)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <ProfileLimits profile={place.profile} />
      {use.problem && <FieldError>{use.problem}</FieldError>}
      <Button kind="primary" busy={use.busy} unavailable={block} onClick={() => void use.run()}>
        <span className="trunc">{words.use(plainLabel(model.name, 30))}</span>
      </Button>
    </div>
  )
}

const nameOf = ({ profile, baseUrl }: LocalModels): string => aboutProfile[profile].name ?? hostAndPort(baseUrl)

/** The limitations of a kind of model server. */
export function ProfileLimits({ profile }: { profile: Profile }) {
  const limits = words.limitsOf[profile]
  if (limits.length === 0) return null
  return (
    <Fold label={words.limits}>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </Fold>
  )
}
