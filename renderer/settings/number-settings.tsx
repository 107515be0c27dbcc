import { useInOrder } from '../state/action.ts'
import { useHost, useLink } from '../state/replica.ts'
import { settings } from '../strings/settings.ts'
import { FieldError, Select } from '../ui/fields/field.tsx'
import { SavedText } from '../ui/fields/saved-text.tsx'
import { LabelledSetting } from '../ui/fields/setting.tsx'

const { stepLimit, toolTokens, compaction } = settings

type NumberSettingProps = {
  name: 'stepLimit' | 'toolTokens' | 'compactionShare'
  words: { title: string; help: string }
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
export const StepLimit = ({ block }: { block: string | undefined }) => (
  <NumberSetting name="stepLimit" words={stepLimit} least={1} most={200} block={block} />
)

/** Max tokens of tools' definitions in a request before models search for tools. */
export const ToolTokens = ({ block }: { block: string | undefined }) => (
  <NumberSetting name="toolTokens" words={toolTokens} least={1000} most={1_000_000} block={block} />
)

/** The percentage of a context from which on older messages are summarised. */
export const CompactionShare = ({ block }: { block: string | undefined }) => (
  <NumberSetting name="compactionShare" words={compaction.share} least={20} most={95} block={block} />
)

/** Whether Atrium asks before it has older messages summarised. */
export function CompactionChoice({ block }: { block: string | undefined }) {
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
