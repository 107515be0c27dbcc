import { useState } from 'react'
import { apiOf, carriedOver, type Carried } from '../../../shared/config/profiles.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import type { Probe } from '../../../shared/state/model-facts.ts'
import { modelLabel } from '../../state/models/endpoints.ts'
import type { EndpointModel } from '../../../shared/state/known-model.ts'
import { priceInWords } from '../../state/models/money.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { providers } from '../../strings/providers.ts'
import { formatMoment } from '../../strings/format/time.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { FactsForm } from './facts-form.tsx'
import styles from './models.module.css'

const { list, model: words, form } = providers

type ModelRowProps = {
  model: EndpointModel
  choice: ModelChoice
  /** The endpoint's host, which says what is listed. */
  host: string
  block: string | undefined
}

/** One model: its name and what is known of it in a line; opened, who says so, its last test, and what can be done. */
export function ModelRow({ model, choice, host, block }: ModelRowProps) {
  const settings = useHost((state) => state.configured.settings.models)
  const price = priceInWords(choice, settings, model.said)
  return (
    <li className={styles.model}>
      <Fold
        looks={{ head: styles.head, content: styles.open }}
        label={
          <>
            <span className="breaks medium">{modelLabel(model.said)}</span>
            <span className="small breaks ink3 num">{lineOf(model)}</span>
          </>
        }
      >
        <OpenModel model={model} choice={choice} host={host} block={block} price={price} />
      </Fold>
    </li>
  )
}

/** The known facts in a line. */
function lineOf({ known, isListed }: EndpointModel): string {
  return [
    known.contextTokens > 0 ? list.context(known.contextTokens) : '',
    known.tools === undefined ? '' : known.tools ? list.tools : list.noTools,
    known.images ? list.images : '',
    isListed ? '' : list.unlisted,
  ]
    .filter(Boolean)
    .join(' · ')
}

function OpenModel({ model, choice, host, block, price }: ModelRowProps & { price: string | undefined }) {
  const link = useLink()
  const [setting, setSetting] = useState(false)
  const isDefault = useHost(({ configured }) => {
    const chosen = configured.settings.models.default
    return chosen?.endpoint === choice.endpoint && chosen.model === choice.model
  })
  const tested = useHost((state) => state.probes?.[choice.endpoint]?.[choice.model])
  const probe = useAction(() => link.call('probeModel', choice))
  const choose = useAction(() => link.call('changeSettings', { models: { default: choice } }))
  const { said, known } = model
  const endpoint = useHost(({ configured }) => configured.settings.models.endpoints[choice.endpoint])
  const carried = (kind: keyof Carried): string => {
    const wire = endpoint && apiOf(endpoint)
    if (endpoint && wire && !carriedOver(wire, endpoint.profile)[kind]) return words.notCarried(form.apis[wire])
    return whoSays(said[kind], known[kind], host, yesOrNo)
  }
  return (
    <>
      <FactList>
        <Fact name={words.context}>
          {whoSays(said.contextTokens || undefined, known.contextTokens || undefined, host, words.tokens)}
        </Fact>
        <Fact name={words.tools}>{whoSays(said.tools, known.tools, host, yesOrNo)}</Fact>
        <Fact name={words.images}>{whoSays(said.images, known.images, host, yesOrNo)}</Fact>
        <Fact name={words.documents}>{carried('documents')}</Fact>
        <Fact name={words.audio}>{carried('audio')}</Fact>
        <Fact name={words.price}>{price ?? words.unknown}</Fact>
        <Fact name={words.test}>{tested ? probeInWords(tested) : words.untested}</Fact>
      </FactList>
      <div className="row wrap">
        <Button size="sm" busy={probe.busy} onClick={() => void probe.run()}>
          {tested ? words.probeAgain : words.probe}
        </Button>
        <Button size="sm" unavailable={block} onClick={() => setSetting(true)}>
          {words.setFacts}
        </Button>
        {isDefault ? (
          <span className="small breaks ink3 num">{words.isDefault}</span>
        ) : (
          <Button size="sm" unavailable={block} busy={choose.busy} onClick={() => void choose.run()}>
            {words.makeDefault}
          </Button>
        )}
      </div>
      <p className="small breaks ink3 num">{words.probeHelp}</p>
      {probe.problem && <Note kind="no">{probe.problem}</Note>}
      {choose.problem && <Note kind="no">{choose.problem}</Note>}
      {setting && <FactsForm endpoint={choice.endpoint} model={choice.model} onClose={() => setSetting(false)} />}
    </>
  )
}

const yesOrNo = (fact: boolean): string => (fact ? words.yes : words.no)

/** A fact and its source: the server first, else the user. */
function whoSays<T>(said: T | undefined, known: T | undefined, host: string, write: (fact: T) => string): string {
  if (said !== undefined) return words.says(write(said), host)
  return known === undefined ? words.unknown : words.yours(write(known))
}

/** A probe's findings with its date. */
const probeInWords = ({ calls, streams, usage, at }: Probe): string =>
  words.probed(
    calls === 'refused' ? [words.calls.refused] : [words.calls[calls], words.streams(streams), words.counted(usage)],
    formatMoment(at),
  )
