import { Suspense, useState } from 'react'
import { lazyPart } from '../ui/lazy.ts'
import { Chip, ChipButton, ChipDetail, ChipName } from '../content/chip.tsx'
import type { PickedPrompt } from '../state/composer/picked.ts'
import { composer } from '../strings/composer.ts'
import { prompts } from '../strings/prompts.ts'
import { IconButton } from '../ui/button.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { formatBytes } from '../strings/format/time.ts'
import { Hatched } from '../ui/third-party/ext.tsx'

const words = prompts.chip

const PromptDialog = lazyPart(async () => (await import('./prompt-dialog.tsx')).PromptDialog)

type PromptChipProps = { one: PickedPrompt; onWords(text: string): void; onRemove(): void }

/** A prompt in the draft: its server's name, and all its messages on a press. */
export function PromptChip({ one, onWords, onRemove }: PromptChipProps) {
  const { server, name, title = name, bytes, messages, arguments: given } = one
  const from = useServerName(server)
  const [isOpen, setOpen] = useState(false)
  const label = plainLabel(title, 60)
  return (
    <Chip {...(!isOpen && { onTakeAway: onRemove })}>
      <ChipButton title={plainLabel(`/${name}`, 300)} onClick={() => setOpen(true)}>
        <ServerSeal server={server} />
        <span className="sr">{words.show} </span>
        <ChipName>{label}</ChipName>
        <ChipDetail>
          <Hatched>{words.detail(plainLabel(from, 60), formatBytes(bytes))}</Hatched>
        </ChipDetail>
      </ChipButton>
      <IconButton size="sm" icon="close" label={composer.attachments.takeAway(label)} onClick={onRemove} />
      {isOpen && (
        <Suspense>
          <PromptDialog
            title={title}
            from={from}
            given={given}
            messages={messages}
            onWords={(text) => {
              setOpen(false)
              onWords(text)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Chip>
  )
}
