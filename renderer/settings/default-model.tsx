import { useState } from 'react'
import type { ModelChoice } from '../../shared/config/settings.ts'
import { ModelById } from '../models/model-by-id.tsx'
import { useHost, useLink } from '../state/replica.ts'
import { priceInWords } from '../state/models/money.ts'
import { modelLabel, modelsByPlace } from '../state/models/endpoints.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { useInOrder } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/fields/field.tsx'
import { Note } from '../ui/note.tsx'
import styles from './models-part.module.css'
import { LabelledSetting } from '../ui/fields/setting.tsx'

const { standard } = settingsModels

const byHand = 'by-hand'

/** The model for new conversations, or none. */
export function DefaultModel({ block }: { block: string | undefined }) {
  const link = useLink()
  const settings = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const [naming, setNaming] = useState(false)
  const choose = useInOrder((choice: ModelChoice | null) =>
    link.call('changeSettings', { models: { default: choice } }),
  )
  const chosen = settings.default
  const listed = chosen && lists[chosen.endpoint]?.models.find(({ id }) => id === chosen.model)
  const price = chosen && priceInWords(chosen, settings, listed)
  const change = (value: string): void => {
    const space = value.indexOf(' ')
    void choose.run(value === byHand ? null : { endpoint: value.slice(0, space), model: value.slice(space + 1) })
  }
  return (
    <LabelledSetting title={standard.title} help={standard.help}>
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
      <p className="small ink3 num">{chosen ? (price ?? standard.noPrice) : standard.nothingSent}</p>
      {choose.problem && <Note kind="no">{choose.problem}</Note>}
      {naming && (
        <ModelById
          before={chosen}
          onChoose={(choice) => link.call('changeSettings', { models: { default: choice } })}
          onClose={() => setNaming(false)}
        />
      )}
    </LabelledSetting>
  )
}
