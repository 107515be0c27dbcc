import { useHost, useLink } from '../../state/replica.ts'
import { settings } from '../../strings/settings.ts'
import { SavedText } from '../../ui/fields/saved-text.tsx'
import { LabelledSetting, SettingGroup } from '../../ui/fields/setting.tsx'
import { OwnPrices } from './own-prices.tsx'

const { stepLimit, toolTokens, compaction } = settings

/** The numbers that few people change: limits of turns and requests, and prices. */
export const LimitsPart = ({ block }: { block: string | undefined }) => (
  <SettingGroup title={settings.parts.limits} lede={settings.limits.lede}>
    <StepLimit block={block} />
    <ToolTokens block={block} />
    <CompactionShare block={block} />
    <OwnPrices block={block} />
  </SettingGroup>
)

type NumberSettingProps = {
  name: 'stepLimit' | 'toolTokens' | 'compactionShare'
  words: { title: string; help: string; unit: string }
  least: number
  most: number
  block: string | undefined
}

/** A whole number in settings.json. */
function NumberSetting({ name, words, least, most, block }: NumberSettingProps) {
  const link = useLink()
  const value = useHost((state) => state.configured.settings[name])
  return (
    <LabelledSetting title={words.title} help={words.help}>
      <SavedText
        label={words.title}
        type="number"
        min={least}
        max={most}
        value={String(value)}
        unit={words.unit}
        block={block}
        check={(text) =>
          /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? undefined : stepLimit.wrong(least, most)
        }
        save={(text) => link.call('changeSettings', { [name]: Number(text) })}
      />
    </LabelledSetting>
  )
}

/** Max model messages in a turn before it stops and asks. */
const StepLimit = ({ block }: { block: string | undefined }) => (
  <NumberSetting name="stepLimit" words={stepLimit} least={1} most={200} block={block} />
)

/** Max tokens of tools' definitions in a request before models search for tools. */
const ToolTokens = ({ block }: { block: string | undefined }) => (
  <NumberSetting name="toolTokens" words={toolTokens} least={1000} most={1_000_000} block={block} />
)

/** The percentage of a context from which on older messages are summarised. */
const CompactionShare = ({ block }: { block: string | undefined }) => (
  <NumberSetting name="compactionShare" words={compaction.share} least={20} most={95} block={block} />
)
