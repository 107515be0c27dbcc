import { useHost, useLink } from '../state/replica.ts'
import { strings } from '../strings/strings.ts'
import { SavedText } from './saved-text.tsx'
import { LabelledSetting } from './setting.tsx'

const words = strings.settings.stepLimit

const limits = { least: 1, most: 200 }

/** Max model messages in a turn before it stops and asks. */
export function StepLimit({ block }: { block: string | undefined }) {
  const link = useLink()
  const stepLimit = useHost((state) => state.configured.settings.stepLimit)
  return (
    <LabelledSetting title={words.title} help={words.help}>
      <SavedText
        label={words.title}
        type="number"
        min={limits.least}
        max={limits.most}
        value={String(stepLimit)}
        block={block}
        check={(text) =>
          /^\d+$/.test(text) && Number(text) >= limits.least && Number(text) <= limits.most
            ? undefined
            : words.wrong(limits.least, limits.most)
        }
        save={(text) => link.call('changeSettings', { stepLimit: Number(text) })}
      />
    </LabelledSetting>
  )
}
