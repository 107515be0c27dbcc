import { useState } from 'react'
import { useHost } from '../state/replica.ts'
import { LocalModelsFinder } from '../models/local-models.tsx'
import { openProviderDialog } from '../state/models/adding.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { DefaultModel } from './default-model.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import listStyles from './facts.module.css'
import styles from './models-part.module.css'
import { ToolTokens } from './number-settings.tsx'
import { OwnPrices } from './own-prices.tsx'
import { LabelledSetting, SettingGroup } from './setting.tsx'

const words = strings.settingsModels

/** Models, their endpoints, and their prices. */
export function ModelsPart({ block }: { block: string | undefined }) {
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const [looking, setLooking] = useState(false)
  return (
    <SettingGroup title={strings.settings.parts.models} lede={words.lede}>
      <DefaultModel block={block} />
      <h3 className={styles.heading}>{words.where}</h3>
      <ul className={listStyles.list}>
        {Object.entries(endpoints).map(([id, endpoint]) => (
          <EndpointRow key={id} id={id} endpoint={endpoint} block={block} />
        ))}
      </ul>
      <div className={styles.add}>
        <Button icon="plus" unavailable={block} onClick={() => openProviderDialog()}>
          {strings.providers.add}
        </Button>
        <Button kind="ghost" icon="search" aria-expanded={looking} onClick={() => setLooking(!looking)}>
          {words.look}
        </Button>
      </div>
      {looking && (
        <LabelledSetting title={words.onThisComputer} help={words.onThisComputerHelp}>
          <LocalModelsFinder block={block} onUsed={() => setLooking(false)} />
        </LabelledSetting>
      )}
      <OwnPrices block={block} />
      <ToolTokens block={block} />
    </SettingGroup>
  )
}
