import { useState } from 'react'
import { useInOrder } from '../state/action.ts'
import { useHost, useLink } from '../state/replica.ts'
import { LocalModelsFinder } from '../models/local-models.tsx'
import { openProviderDialog } from '../state/models/adding.ts'
import { models as modelsWords } from '../strings/models.ts'
import { providers } from '../strings/providers.ts'
import { settings } from '../strings/settings.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, Select, Switch } from '../ui/fields/field.tsx'
import { DefaultModel } from './default-model.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import listStyles from './facts.module.css'
import styles from './models-part.module.css'
import { LabelledSetting, SettingGroup } from '../ui/fields/setting.tsx'

const words = settingsModels
const { compaction } = settings

/** The default model, the providers, and two things that models can do by themselves. */
export function ModelsPart({ block }: { block: string | undefined }) {
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const [looking, setLooking] = useState(false)
  return (
    <SettingGroup title={settings.parts.models} lede={words.lede}>
      <DefaultModel block={block} />
      <h3 className={styles.heading} data-setting={words.where}>
        {words.where}
      </h3>
      <ul className={listStyles.list}>
        {Object.entries(endpoints).map(([id, endpoint]) => (
          <EndpointRow key={id} id={id} endpoint={endpoint} block={block} />
        ))}
      </ul>
      <div className={styles.add}>
        <Button icon="plus" unavailable={block} onClick={() => openProviderDialog()}>
          {providers.add}
        </Button>
        <Button kind="ghost" icon="search" aria-expanded={looking} onClick={() => setLooking(!looking)}>
          {words.look}
        </Button>
      </div>
      {looking && (
        <LabelledSetting title={words.onThisComputer} help={modelsWords.local.aboutLooking}>
          <LocalModelsFinder wasPressed block={block} onUsed={() => setLooking(false)} />
        </LabelledSetting>
      )}
      <ModelTitles block={block} />
      <CompactionChoice block={block} />
    </SettingGroup>
  )
}

/** Whether models name new conversations. */
function ModelTitles({ block }: { block: string | undefined }) {
  const link = useLink()
  const titles = useHost((state) => state.configured.settings.models.titles) === true
  const change = useInOrder((on: boolean) => link.call('changeSettings', { models: { titles: on } }))
  return (
    <LabelledSetting title={words.titles} help={words.titlesHelp}>
      <Switch checked={titles} label={words.titles} unavailable={block} onChange={(on) => void change.run(on)} />
      {change.problem !== undefined && <FieldError>{change.problem}</FieldError>}
    </LabelledSetting>
  )
}

/** Whether Atrium asks before it has older messages summarised. */
function CompactionChoice({ block }: { block: string | undefined }) {
  const link = useLink()
  const value = useHost((state) => state.configured.settings.compaction)
  const change = useInOrder((to: typeof value) => link.call('changeSettings', { compaction: to }))
  return (
    <LabelledSetting title={compaction.title} help={compaction.help}>
      <Select
        aria-label={compaction.title}
        value={value}
        disabled={block !== undefined}
        onChange={({ target }) => {
          const to = choices.find((one) => one === target.value)
          if (to) void change.run(to)
        }}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {compaction.choices[one]}
          </option>
        ))}
      </Select>
      {change.problem !== undefined && <FieldError>{change.problem}</FieldError>}
    </LabelledSetting>
  )
}

const choices = ['ask', 'automatic', 'never'] as const
